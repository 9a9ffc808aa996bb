"""The server: the store's questions over HTTP, a playground for SQL, and the page. Read-only.

`create_app(Settings(folder))` is an ASGI application; `headwater serve` runs it. `routes` has the questions, `gate`
what every request passes, `state` the store and its threads, `playground` the processes that analyse SQL. A new
question is a function in `routes` with a model in `models`; the tests ask whatever the OpenAPI document allows.
"""

from headwater.server.app import create_app
from headwater.server.settings import Limits, Settings

__all__ = ["create_app", "Limits", "Settings"]
