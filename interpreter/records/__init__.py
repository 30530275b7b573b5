"""Records: games as they were played, in text files that can be read, checked and replayed."""

from interpreter.records.keeping import outcome_text, play_steps, read_record, record_of, replay, write_record
from interpreter.records.record import Record, RecordStep, as_text, from_text

__all__ = [
    "Record",
    "RecordStep",
    "as_text",
    "from_text",
    "outcome_text",
    "play_steps",
    "read_record",
    "record_of",
    "replay",
    "write_record",
]
