"""Logs: one line per event on standard error; as JSON where machines read them."""

from typing import Any

import structlog

_BEFORE = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging(*, for_machines: bool) -> dict[str, Any]:
    """Django's LOGGING. Faults are logged with their traceback; what people typed is not."""
    renderer: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if for_machines
        else [structlog.dev.ConsoleRenderer(colors=False)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _BEFORE,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        # Django's own handlers would mail to administrators whom nobody has named.
        "loggers": {"django": {"handlers": ["stderr"], "level": "INFO", "propagate": False}},
    }
