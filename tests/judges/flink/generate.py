"""Random Flink scripts over the judge's schema: valid ones, mostly, of the forms that interfere.

A script follows from the seed and its number alone. Everything has one of few types, so that the planner takes nearly
all of them; what it refuses is left out by the caller. To add a form, add a method to one of the tables at the end.
What the planner works out while it reads (NULLIF(a, a), CASE with two equal branches) is not made: it tells less then.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

Names = list[tuple[str, str]]
"""Columns: the text of a reference, and its type."""

TABLES: dict[str, dict[str, str]] = {
    "orders": {
        "order_id": "num", "user_id": "num", "product_id": "num", "amount": "num", "quantity": "num",
        "status": "str", "coupon": "str", "currency": "str", "shipping": "place", "items": "lines",
        "tags": "strs", "attributes": "map", "order_time": "time", "total": "num", "order_day": "str",
    },
    "clicks": {
        "`user`": "str", "user_id": "num", "url": "str", "referrer": "str", "payload": "str", "device": "device",
        "event_ts": "num", "kafka_partition": "num",
    },
    "payments": {
        "payment_id": "num", "order_id": "num", "paid": "num", "`method`": "str", "card": "card", "pay_time": "time",
    },
    "shipments": {"shipment_id": "num", "order_id": "num", "carrier": "str", "cost": "num", "ship_time": "time"},
    "users": {"user_id": "num", "name": "str", "email": "str", "city": "str", "score": "num"},
    "products": {"product_id": "num", "title": "str", "category": "str", "price": "num", "props": "map"},
    "ticks": {"symbol": "str", "price": "num", "volume": "num", "tax": "num", "trade_time": "time"},
}  # fmt: skip
FIELDS = {
    "place": [("city", "str"), ("street", "str"), ("geo.lat", "num"), ("geo.lon", "num")],
    "device": [("os", "str"), ("browser", "str"), ("screen.width", "num")],
    "card": [("bin", "str"), ("country", "str")],
}
TIMED = {"orders": "order_time", "payments": "pay_time", "shipments": "ship_time", "ticks": "trade_time"}
KEYED = {"users": "user_id", "products": "product_id"}
"""Tables that can be looked up, and their keys."""
PLAIN = ("num", "str")
ALERT = [("alert_id", "str"), ("kind", "str"), ("detail", "str"), ("user_id", "num"), ("score", "num")]
"""Columns of a table that can be written."""


@dataclass
class Source:
    """What stands in FROM: its text, and what can be read of it."""

    text: str
    names: Names = field(default_factory=list)

    def of(self, kind: str) -> list[str]:
        return [text for text, each in self.names if each == kind]


class Generator:
    """Makes scripts."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.count = 0

    def script(self, number: int) -> str:
        """One script, of a statement or more."""
        self.random = random.Random(f"{self.seed}/{number}")
        self.count = 0
        form = self.random.choice((*(self.select,) * 6, *STATEMENTS))
        return form(self) if form in STATEMENTS else form()

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def fresh(self, prefix: str = "k") -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    # ------------------------------------------------------------------------------------- expressions

    def expr(self, source: Source, kind: str, depth: int = 2) -> str:
        """A value of one type, over the columns of a source."""
        known = source.of(kind)
        if kind not in PLAIN:
            return self.random.choice(known)
        if depth <= 0 or self.chance(0.35):
            fields = self.nested(source, kind)
            if fields and self.chance(0.4):
                return self.random.choice(fields)
            return self.random.choice(known) if known else "RAND_INTEGER(9)" if kind == "num" else "UUID()"
        make = self.number if kind == "num" else self.string
        return make(source, depth - 1)

    def nested(self, source: Source, kind: str) -> list[str]:
        """Fields of rows, values of maps, elements of arrays."""
        found = [f"{text}.{name}" for text, each in source.names for name, of in FIELDS.get(each, ()) if of == kind]
        if kind == "str":
            found += [f"{text}['k']" for text in source.of("map")] + [f"{text}[1]" for text in source.of("strs")]
            found += [f"{text}[1].sku" for text in source.of("lines")]
        else:
            found += [f"{text}[1].qty" for text in source.of("lines")]
            found += [f"CARDINALITY({text})" for kind in ("strs", "map", "lines") for text in source.of(kind)]
        return found

    def number(self, source: Source, depth: int) -> str:
        a, b = self.expr(source, "num", depth), self.expr(source, "num", depth)
        text = self.expr(source, "str", depth)
        return self.pick(
            f"{a} + {b}", f"({a} - {b}) * 2", f"ABS({a})", f"COALESCE({a}, {b})", f"CHAR_LENGTH({text})",
            f"CASE WHEN {self.condition(source, depth)} THEN {a} ELSE {b} + 1 END", f"NULLIF({a}, 3)",
            f"CASE {text} WHEN 'x' THEN {a} END", f"IF({self.condition(source, depth)}, {a}, {b} + 1)",
            f"GREATEST({a}, {b})", f"TRY_CAST({text} AS INT)", f"MOD(CAST({a} AS INT), 7)",
            f"CAST(JSON_VALUE({text}, '$.n') AS INT)", f"CAST(ROW({a}, {text}) AS ROW<p BIGINT, q STRING>).p",
            f"ARRAY[{a}, {b}][1]", f"MAP['u', {a}, 'v', {b}]['u']", f"risk_score({a}, {b})",
            f"(SELECT MAX(score) FROM users WHERE name = {text})",
        )  # fmt: skip

    def string(self, source: Source, depth: int) -> str:
        a, b = self.expr(source, "str", depth), self.expr(source, "str", depth)
        return self.pick(
            f"UPPER({a})", f"{a} || {b}", f"CONCAT_WS('-', {a}, {b})", f"SUBSTRING({a}, 1, 3)",
            f"COALESCE({a}, {b}, 'z')", f"CAST({self.expr(source, 'num', depth)} AS STRING)",
            f"CASE WHEN {self.condition(source, depth)} THEN {a} ELSE LOWER({b}) END", f"SPLIT_INDEX({a}, ',', 0)",
            f"JSON_VALUE({a}, '$.a')", f"REGEXP_REPLACE({a}, 'x', {b})",
            f"CAST(ROW({a}, {b}) AS ROW<p STRING, q STRING>).q",
            f"ELT(1, {a}, {b})", f"NULLIF({a}, 'q')", f"TRIM(BOTH ' ' FROM {a})", f"OVERLAY({a} PLACING {b} FROM 2)",
            f"mask_phone({a})", f"JSON_OBJECT('k' VALUE {a}, 'v' VALUE {b})", f"MAP['u', {a}]['u']",
        )  # fmt: skip

    def condition(self, source: Source, depth: int = 1) -> str:
        number, text = self.expr(source, "num", depth), self.expr(source, "str", depth)
        return self.pick(
            f"{number} > 1", f"{text} LIKE 'a%'", f"{text} = 'x'", f"{number} BETWEEN 1 AND 9",
            f"CHAR_LENGTH({text}) > 2", f"{text} IN ('a', 'b')", f"{number} > 1 AND {text} <> ''", f"NOT {number} = 2",
        )  # fmt: skip

    def filter(self, source: Source) -> str:
        """A condition of WHERE, which may hold a query."""
        if self.chance(0.7):
            return self.condition(source)
        number, text = self.expr(source, "num", 1), self.expr(source, "str", 1)
        return self.pick(
            f"{number} IN (SELECT user_id FROM users WHERE score > 1)",
            f"EXISTS (SELECT 1 FROM users AS ux WHERE ux.name = {text})",
            f"{number} > (SELECT AVG(price) FROM products)",
            f"{text} NOT IN (SELECT currency FROM rates)",
        )

    def aggregate(self, source: Source) -> tuple[str, str]:
        """An aggregate, and the type of its value."""
        number, text = self.expr(source, "num", 1), self.expr(source, "str", 1)
        kind = self.pick("num", "num", "str")
        call = (
            self.pick(
                f"SUM({number})", f"AVG({number})", "COUNT(*)", f"COUNT(DISTINCT NULLIF({text}, 'q'))",
                f"MAX({number})", f"SUM({number}) FILTER (WHERE {self.condition(source, 0)})",
                f"FIRST_VALUE({number})", f"weighted_avg({number}, 1)", f"STDDEV_POP({number})",
            )
            if kind == "num"
            else self.pick(
                f"LISTAGG({text})", f"LISTAGG({text}, '|')", f"MAX({text})", f"LAST_VALUE({text})",
                f"JSON_OBJECTAGG(KEY {text} VALUE {number})", f"JSON_ARRAYAGG({text})", f"ARRAY_AGG({text})[1]",
                f"MIN({text})",
            )
        )  # fmt: skip
        return call, kind

    # ----------------------------------------------------------------------------------------- sources

    def table(self) -> Source:
        name = self.random.choice(list(TABLES))
        alias = self.fresh("t")
        between = self.pick(" AS ", " ")
        return Source(f"{name}{between}{alias}", [(f"{alias}.{c}", kind) for c, kind in TABLES[name].items()])

    def derived(self) -> Source:
        body, columns = self.query(1)
        alias = self.fresh("d")
        return Source(f"({body}) AS {alias}", [(f"{alias}.{name}", kind) for name, kind in columns])

    def window(self) -> Source:
        """TUMBLE, HOP, CUMULATE, SESSION; by position, or by name."""
        name = self.random.choice(list(TIMED))
        alias = self.fresh("w")
        call = self.pick("TUMBLE", "HOP", "CUMULATE", "SESSION")
        sizes = {
            "TUMBLE": (("SIZE", "10"),),
            "HOP": (("SLIDE", "5"), ("SIZE", "10")),
            "CUMULATE": (("STEP", "5"), ("SIZE", "10")),
            "SESSION": (("GAP", "5"),),
        }[call]
        key = next(iter(TABLES[name]))
        table = f"TABLE {name}" + (f" PARTITION BY {key}" if call == "SESSION" and self.chance(0.5) else "")
        named = self.chance(0.4)
        arguments = [("DATA", table), ("TIMECOL", f"DESCRIPTOR({TIMED[name]})")]
        arguments += [(label, f"INTERVAL '{size}' MINUTE") for label, size in sizes]
        if call != "SESSION" and self.chance(0.2):
            arguments.append(("`OFFSET`", "INTERVAL '1' MINUTE"))
        if named and self.chance(0.5):  # the table comes first: the planner takes the first argument for it
            arguments = [arguments[0], *self.random.sample(arguments[1:], len(arguments) - 1)]
        body = ", ".join(f"{label} => {text}" if named else text for label, text in arguments)
        text = f"{call}({body})"
        names = [(f"{alias}.{c}", kind) for c, kind in TABLES[name].items()]
        names += [(f"{alias}.{bound}", "time") for bound in ("window_start", "window_end")]
        return Source(f"TABLE({text}) AS {alias}" if self.chance(0.5) else f"{text} AS {alias}", names)

    def unnest(self) -> Source:
        """Elements of arrays and maps, with or without their position."""
        outer = self.fresh("o")
        names = [(f"{outer}.{c}", kind) for c, kind in TABLES["orders"].items()]
        ordinal = self.chance(0.4)
        column, columns = self.random.choice(
            (("tags", ["str"]), ("items", ["str", "num", "num"]), ("attributes", ["str", "str"]))
        )
        inner = self.fresh("e")
        titles = [self.fresh("c") for _ in range(len(columns) + ordinal)]
        kinds = [*columns, "num"] if ordinal else columns
        join = self.pick(f"orders AS {outer} CROSS JOIN UNNEST", f"orders AS {outer}, UNNEST")
        text = f"{join}({outer}.{column}){' WITH ORDINALITY' if ordinal else ''} AS {inner} ({', '.join(titles)})"
        return Source(text, [*names, *((f"{inner}.{title}", kind) for title, kind in zip(titles, kinds, strict=True))])

    def lateral(self) -> Source:
        """A table function over columns of the table before it, or a query over them."""
        left = self.table()
        inner = self.fresh("f")
        if self.chance(0.6):
            one, two = self.fresh("c"), self.fresh("c")
            call = f"LATERAL TABLE(split_words({self.expr(left, 'str', 1)})) AS {inner} ({one}, {two})"
            text = self.pick(f"{left.text}, {call}", f"{left.text} LEFT JOIN {call} ON TRUE")
            return Source(text, [*left.names, (f"{inner}.{one}", "str"), (f"{inner}.{two}", "num")])
        one, other = self.fresh("c"), self.fresh("u")
        body = f"SELECT {other}.name || {self.expr(left, 'str', 1)} AS {one} FROM users AS {other}"
        body += f" WHERE {other}.score > {self.expr(left, 'num', 0)}"
        return Source(f"{left.text}, LATERAL ({body}) AS {inner}", [*left.names, (f"{inner}.{one}", "str")])

    def lookup(self) -> Source:
        """A table as of the time of the rows before it."""
        alias, other = self.fresh("t"), self.fresh("v")
        join = self.pick("JOIN", "LEFT JOIN")
        if self.chance(0.4):
            names = [(f"{alias}.{c}", kind) for c, kind in TABLES["orders"].items()]
            text = f"orders AS {alias} {join} rates FOR SYSTEM_TIME AS OF {alias}.order_time AS {other}"
            text += f" ON {alias}.currency = {other}.currency"
            return Source(text, [*names, (f"{other}.rate", "num"), (f"{other}.currency", "str")])
        dimension = self.random.choice(list(KEYED))
        left = "orders" if dimension == "products" else self.pick("orders", "clicks")
        names = [(f"{alias}.{c}", kind) for c, kind in TABLES[left].items()]
        key = KEYED[dimension]
        text = f"{left} AS {alias} {join} {dimension} FOR SYSTEM_TIME AS OF {alias}.proc_time AS {other}"
        text += f" ON {alias}.{key} = {other}.{key}"
        return Source(text, [*names, *((f"{other}.{c}", kind) for c, kind in TABLES[dimension].items())])

    def match(self) -> Source:
        """MATCH_RECOGNIZE over ticks."""
        alias = self.fresh("m")
        measured = (
            ("num", (f"FIRST({self.pick('A', 'B')}.price)", f"FIRST({self.pick('A', 'B')}.volume)")),
            ("str", ("LAST(B.symbol)", "A.symbol", "UPPER(LAST(A.symbol))")),
            ("num", ("SUM(A.tax)", "AVG(B.price)", "MAX(A.volume)", "B.price - LAST(A.price)")),
        )
        measures = [(self.pick(*calls), self.fresh("c"), kind) for kind, calls in measured]
        chosen = measures[: self.random.randint(1, 3)]
        define = self.pick("B.price < PREV(B.price)", "B.volume > A.volume", "B.price > 10 AND B.tax > 0")
        key = self.chance(0.7)
        text = (
            f"ticks MATCH_RECOGNIZE ({'PARTITION BY symbol ' if key else ''}ORDER BY trade_time"
            f" MEASURES {', '.join(f'{call} AS {name}' for call, name, _ in chosen)} ONE ROW PER MATCH"
            f" AFTER MATCH SKIP {self.pick('PAST LAST ROW', 'TO NEXT ROW', 'TO LAST B')}"
            f" PATTERN (A B{self.pick('', '+?', '{2}')}) DEFINE B AS {define}) AS {alias}"
        )
        names = [(f"{alias}.{name}", kind) for _, name, kind in chosen]
        return Source(text, [*names, *([(f"{alias}.symbol", "str")] if key else [])])

    def joined(self) -> Source:
        """Two sources, by a condition."""
        left, right = self.table(), self.random.choice((self.table, self.derived))()
        kind = self.pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "INNER JOIN")
        on = f"{self.expr(left, 'num', 0)} = {self.expr(right, 'num', 0)}"
        if self.chance(0.3):
            on += f" AND {self.condition(right, 0)}"
        return Source(f"{left.text} {kind} {right.text} ON {on}", left.names + right.names)

    def using(self) -> Source:
        """Two tables with a column in common."""
        one = "orders"
        other, key = self.random.choice((("payments", "order_id"), ("users", "user_id"), ("products", "product_id")))
        left, right = self.fresh("t"), self.fresh("t")
        join = self.pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
        both = ((left, one), (right, other))
        names = [(f"{alias}.{c}", k) for alias, table in both for c, k in TABLES[table].items() if c != key]
        return Source(f"{one} AS {left} {join} {other} AS {right} USING ({key})", [*names, (key, "num")])

    def source(self, depth: int) -> Source:
        forms = [self.table, *FORMS] if depth > 0 else [self.table]
        form = self.random.choice(forms)
        return form() if form == self.table else form(self)

    # ----------------------------------------------------------------------------------------- queries

    def query(self, depth: int, kinds: list[str] | None = None) -> tuple[str, Names]:
        """A SELECT, and its columns; of these types, where they are given."""
        source = self.source(depth)
        if kinds is None and self.chance(0.15):
            return self.ranked(source)
        where = f" WHERE {self.filter(source)}" if self.chance(0.35) else ""
        if self.chance(0.35):
            return self.grouped(source, where, kinds)
        wanted = kinds or [self.pick("num", "str") for _ in range(self.random.randint(1, 4))]
        items, columns = [], []
        for kind in wanted:
            name = self.fresh("c")
            items.append(f"{self.expr(source, kind)} AS {name}")
            columns.append((name, kind))
        if kinds is None and self.chance(0.12):
            for kind in ("place", "map", "strs", "lines"):
                if source.of(kind) and self.chance(0.5):
                    name = self.fresh("c")
                    items.append(f"{source.of(kind)[0]} AS {name}")
                    columns.append((name, kind))
        if kinds is None and self.chance(0.15):
            name = self.fresh("c")
            items.append(f"{self.over(source)} AS {name}")
            columns.append((name, "num"))
        keyed = source.text.startswith(tuple(KEYED))  # rows with a key are never twice: the planner takes DISTINCT away
        distinct = "DISTINCT " if self.chance(0.08) and not keyed and all(k in PLAIN for _, k in columns) else ""
        return f"SELECT {distinct}{', '.join(items)} FROM {source.text}{where}", columns

    def over(self, source: Source) -> str:
        number, key = self.expr(source, "num", 1), self.expr(source, "str", 0)
        order = self.expr(source, "num", 0)
        call = self.pick(
            f"SUM({number})", f"LAG({number}, 1)", f"LEAD({number}, 1, 0)", f"MAX({number})", "ROW_NUMBER()", "RANK()",
            f"FIRST_VALUE({number})", "NTILE(4)",
        )  # fmt: skip
        return f"{call} OVER (PARTITION BY {key} ORDER BY {order})"

    def ranked(self, source: Source) -> tuple[str, Names]:
        """The first rows of a group: Top-N, or without repetitions."""
        kinds = [self.pick("num", "str") for _ in range(self.random.randint(1, 3))]
        columns = [(self.fresh("c"), kind) for kind in kinds]
        items = [f"{self.expr(source, kind, 1)} AS {name}" for name, kind in columns]
        rank, alias = self.fresh("r"), self.fresh("d")
        keys, order = self.expr(source, "str", 0), self.expr(source, "num", 0)
        items.append(f"{self.pick('ROW_NUMBER', 'RANK')}() OVER (PARTITION BY {keys} ORDER BY {order} DESC) AS {rank}")
        outer = ", ".join(name for name, _ in columns)
        body = f"SELECT {outer} FROM (SELECT {', '.join(items)} FROM {source.text}) AS {alias}"
        return f"{body} WHERE {rank} <= {self.pick('1', '3')}", columns

    def grouped(self, source: Source, where: str, kinds: list[str] | None) -> tuple[str, Names]:
        """Groups, by plain keys or by several sets of them."""
        keys = [(self.expr(source, kind, 0), kind) for kind in (self.pick("num", "str"), self.pick("num", "str"))]
        keys = list(dict(keys).items())
        keys = [(text, kind) for text, kind in keys if text not in ("RAND_INTEGER(9)", "UUID()")]
        wanted = kinds or [self.pick("num", "str") for _ in range(self.random.randint(1, 4))]
        items, columns = [], []
        for kind in wanted:
            name = self.fresh("c")
            call, made = self.aggregate(source)
            same = [text for text, each in keys if each == kind]
            if same and items and self.chance(0.5):  # groups by a key alone, with no aggregate, are taken away
                call = self.random.choice(same)
            elif made != kind:
                call = f"CAST({call} AS STRING)" if kind == "str" else f"CHAR_LENGTH({call})"
            items.append(f"{call} AS {name}")
            columns.append((name, kind))
        if keys and kinds is None and self.chance(0.1):
            name = self.fresh("c")
            items.append(f"GROUPING({keys[0][0]}) AS {name}")
            columns.append((name, "num"))
        listed = ", ".join(text for text, _ in keys)
        sets = self.pick(f"GROUPING SETS (({listed}), ())", f"CUBE ({listed})", f"ROLLUP ({listed})")
        group = f" GROUP BY {sets if self.chance(0.25) else listed}" if keys else ""
        largest = f"MAX({self.expr(source, 'num', 0)}) > 2"
        having = f" HAVING {self.pick('COUNT(*) > 1', largest)}" if keys and self.chance(0.2) else ""
        return f"SELECT {', '.join(items)} FROM {source.text}{where}{group}{having}", columns

    def body(self) -> tuple[str, Names]:
        """A query that may have CTEs, set operations, an order."""
        body, columns = self.query(self.random.choice((1, 2, 2)))
        plain = all(kind in PLAIN for _, kind in columns)
        if plain and self.chance(0.2):
            other, _ = self.query(1, [kind for _, kind in columns])
            body = f"{body} {self.pick('UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT', 'UNION ALL')} {other}"
        elif self.chance(0.2):
            name, alias = self.fresh("q"), self.fresh("d")
            inner = Source("", [(f"{alias}.{title}", kind) for title, kind in columns])
            made = [(self.fresh("c"), kind) for _, kind in columns if kind in PLAIN] or [(self.fresh("c"), "num")]
            items = ", ".join(f"{self.expr(inner, kind)} AS {title}" for title, kind in made)
            body, columns = f"WITH {name} AS ({body}) SELECT {items} FROM {name} AS {alias}", made
        elif plain and self.chance(0.15):
            body += f" ORDER BY {columns[0][0]}{self.pick('', ' DESC')} LIMIT 5"
        return body, columns

    # -------------------------------------------------------------------------------------- statements

    def select(self) -> str:
        if self.chance(0.12):
            source = self.source(1)
            return f"SELECT * FROM {source.text};"
        return f"{self.body()[0]};"

    def insert(self) -> str:
        """INSERT, with a list of columns, or a partition."""
        if self.chance(0.35):
            body, _ = self.query(1, ["num", "str", "str", "num"])
            body = body.replace("SELECT DISTINCT ", "SELECT ", 1)
            partition = self.pick("dt = '2024-01-01', hr = '07'", "dt = '2024-01-01'")
            listed = "(order_id, user_name, product_title, amount)"
            return f"INSERT {self.pick('INTO', 'OVERWRITE')} dwd_orders PARTITION ({partition}) {listed} {body};"
        columns = self.random.sample(ALERT, 3)
        body, _ = self.query(2, [kind for _, kind in columns])
        return f"INSERT INTO alerts ({', '.join(name for name, _ in columns)}) {body};"

    def statement_set(self) -> str:
        """Several inserts at once."""
        return f"EXECUTE STATEMENT SET\nBEGIN\n{self.insert()}\n{self.insert()}\nEND;"

    def view(self) -> str:
        """A view, or a table made of a query, and a reader of it."""
        body, columns = self.body()
        name, alias = self.fresh("v"), self.fresh("x")
        made = self.pick("VIEW", "TEMPORARY VIEW", "TABLE", "MATERIALIZED TABLE")
        listed = ""
        if made.endswith("VIEW") and self.chance(0.3):
            columns = [(self.fresh("n"), kind) for _, kind in columns]
            listed = f" ({', '.join(title for title, _ in columns)})"
        options = {"TABLE": " WITH ('connector' = 'kafka')", "MATERIALIZED TABLE": " FRESHNESS = INTERVAL '1' MINUTE"}
        source = Source("", [(f"{alias}.{title}", kind) for title, kind in columns])
        items = ", ".join(f"{self.expr(source, self.pick('num', 'str'))} AS {self.fresh('c')}" for _ in range(2))
        create = f"CREATE {made} {name}{listed}{options.get(made, '')} AS {body};"
        return f"{create}\n{self.pick(f'SELECT {items} FROM {name} AS {alias};', f'SELECT * FROM {name};')}"


FORMS: tuple[Callable[[Generator], Source], ...] = (
    Generator.derived, Generator.window, Generator.unnest, Generator.lateral, Generator.lookup, Generator.match,
    Generator.joined, Generator.using,
)  # fmt: skip
STATEMENTS: tuple[Callable[[Generator], str], ...] = (Generator.insert, Generator.statement_set, Generator.view)
