"""BigQuery's audit logs as Cloud Logging writes them: the older AuditData and the newer BigQueryAuditMetadata, as JSON
of the log itself or of its export into a table.

A job is logged when it is inserted and when it is done; the end is taken. An insertion is taken where the job was done
at once, or where the whole file is at hand and does not tell its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from headwater.logs.entry import FileContext, clean
from headwater.logs.formats.bigquery import destination, project_default, referenced, target
from headwater.logs.formats.format import RecordFormat, dotted, get
from headwater.logs.records import Record, Row, parse
from headwater.logs.times import moment
from headwater.rows.steps import Entry


class _Job(NamedTuple):
    number: int
    id: str | None
    query: Any
    """The configuration of the query, with names as in the newer form."""
    ended: bool
    failed: bool
    state: Any
    at: Any
    parent: str | None
    user: Any
    session: Any
    project: str | None
    referenced: str | None


def _payload(record: Record) -> Any:
    return record.get("protoPayload") or record.get("protopayload_auditlog")


def _claims(record: Record) -> bool:
    payload = _payload(record)
    if not isinstance(payload, dict):
        return False
    service = payload.get("serviceName")
    return service == "bigquery.googleapis.com" if service else _query_job(Row(1, record)) is not None


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    jobs = [job for row in rows if (job := _query_job(row))]
    ended = {job.id for job in jobs if job.ended}
    for job in jobs:
        if not job.ended and (job.id in ended or (job.state != "DONE" and not context.complete)):
            continue
        if get(job.query, "queryTruncated") is True:
            why = "the audit log cut the query off: take it from INFORMATION_SCHEMA.JOBS"
            yield context.unread(job.id or job.number, why, dialect="googlesql")
            continue
        yield context.statement(
            job.id or job.number,
            get(job.query, "query"),
            dialect="googlesql",
            database=_dataset(get(job.query, "defaultDataset")) or project_default(job.project),
            target=target(get(job.query, "statementType"), destination(get(job.query, "destinationTable"))),
            at=moment(job.at),
            user=job.user,
            job=job.parent or job.id,
            session=job.session or job.parent,
            status="failed" if job.failed else "done" if job.ended or job.state == "DONE" else "unknown",
            referenced=job.referenced,
        )


def _query_job(row: Row) -> _Job | None:
    """The query job in a record of either form; None for other jobs and other events."""
    payload = _payload(row.record)
    user = get(payload, "authenticationInfo", "principalEmail")
    metadata = get(payload, "metadata") or _inner(get(payload, "metadataJson"))
    for event in ("jobChange", "jobInsertion"):
        job = get(metadata, event, "job")
        query = get(job, "jobConfig", "queryConfig")
        if isinstance(query, dict):
            stats, status = get(job, "jobStats"), get(job, "jobStatus")
            return _Job(
                number=row.number,
                id=_last(get(job, "jobName")),
                query=query,
                ended=event == "jobChange" and get(metadata, event, "after") in ("DONE", None),
                failed=bool(get(status, "errorResult")),
                state=get(status, "jobState"),
                at=get(stats, "createTime") or get(stats, "startTime") or row.record.get("timestamp"),
                parent=_last(get(stats, "parentJobName")),
                user=user,
                session=get(stats, "sessionInfo", "sessionId"),
                project=_project(get(job, "jobName")) or _project(get(payload, "resourceName")),
                referenced=_referenced(get(stats, "queryStats")),
            )
    service = get(payload, "serviceData") or get(payload, "servicedata_v1_bigquery")
    job = get(service, "jobCompletedEvent", "job")
    query = get(job, "jobConfiguration", "query")
    if not isinstance(query, dict):
        return None
    stats, status = get(job, "jobStatistics"), get(job, "jobStatus")
    error = get(status, "error")
    return _Job(
        number=row.number,
        id=clean(get(job, "jobName", "jobId")),
        query=query,
        ended=True,
        failed=bool(get(error, "code") or get(error, "message")),
        state=get(status, "state"),
        at=get(stats, "createTime") or get(stats, "startTime") or row.record.get("timestamp"),
        parent=_last(get(stats, "parentJobName") or get(stats, "parentJob")),
        user=user,
        session=None,
        project=clean(get(job, "jobName", "projectId")) or _project(get(payload, "resourceName")),
        referenced=_referenced(stats),
    )


def _referenced(stats: Any) -> str | None:
    """What the statistics of a query name as read; an answer from the cache read nothing."""
    if get(stats, "cacheHit") is True:
        return None
    return referenced(get(stats, "referencedTables"), get(stats, "referencedViews"))


def _inner(text: Any) -> Any:
    try:
        return parse(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _last(name: Any) -> str | None:
    """projects/p/jobs/j → j"""
    return clean(name.rsplit("/", 1)[-1]) if isinstance(name, str) else None


def _project(name: Any) -> str | None:
    """projects/p/jobs/j → p"""
    parts = name.split("/") if isinstance(name, str) else []
    return clean(parts[1]) if len(parts) > 1 and parts[0] == "projects" else None


def _dataset(value: Any) -> str | None:
    if isinstance(value, str):  # projects/p/datasets/d
        parts = value.split("/")
        return dotted(*parts[1::2]) if parts[::2] == ["projects", "datasets"] else None
    return dotted(get(value, "projectId"), get(value, "datasetId"))


FORMAT = RecordFormat("bigquery-audit", "BigQuery audit logs (Cloud Logging)", _claims, _entries)
