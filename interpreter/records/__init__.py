"""Records: games as they were played, in text files that can be read, checked and replayed."""

from interpreter.records.following import outcome_text, play_steps, replay, same_rules
from interpreter.records.json_form import as_json, from_json
from interpreter.records.keeping import FORMS, comment_on, from_any, noted, read_record, record_of, retold, write_record
from interpreter.records.pgn_form import as_pgn, from_pgn
from interpreter.records.record import Record, RecordStep, Variation, way_of
from interpreter.records.text_form import as_text, from_text

__all__ = [
    "FORMS",
    "Record",
    "RecordStep",
    "Variation",
    "as_json",
    "as_pgn",
    "as_text",
    "comment_on",
    "from_any",
    "from_json",
    "from_pgn",
    "from_text",
    "noted",
    "outcome_text",
    "play_steps",
    "read_record",
    "record_of",
    "replay",
    "retold",
    "same_rules",
    "way_of",
    "write_record",
]
