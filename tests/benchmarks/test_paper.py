"""The report keeps the sections that are not measured anew; its chart is a picture of its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from paper import Paper, Point, chart, table

if TYPE_CHECKING:
    from pathlib import Path


def test_a_section_is_replaced_and_the_others_stand(tmp_path: Path):
    path = tmp_path / "REPORT.md"
    titles = ["First", "Second", "Third"]
    Paper(path, "Speeds", titles).put("Third", table(("game", "speed"), [("wali", "3")]))
    Paper(path, "Speeds", titles).put("First", ["one", "two", ""])
    Paper(path, "Speeds", titles).put("First", ["three"])
    assert path.read_text(encoding="utf-8") == (
        "# Speeds\n\n## First\n\nthree\n\n## Third\n\n| game | speed |\n| --- | ---: |\n| wali | 3 |\n"
    )


def test_a_section_that_is_no_longer_known_goes(tmp_path: Path):
    path = tmp_path / "REPORT.md"
    Paper(path, "Speeds", ["Old"]).put("Old", ["x"])
    Paper(path, "Speeds", ["New"]).put("New", ["y"])
    assert path.read_text(encoding="utf-8") == "# Speeds\n\n## New\n\ny\n"


def test_a_chart_shows_each_line_with_its_points():
    lines = {"hex": [Point(25, 13.5), Point(361, 26)], "rive": [Point(7, 28), Point(271, 5400)]}
    root = ET.fromstring(chart("Costs", "sites", "ns", lines))  # noqa: S314 - what was drawn here
    space = "{http://www.w3.org/2000/svg}"
    circles = [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in root.iter(f"{space}circle")]
    assert len(circles) == 4
    assert circles[0][0] < circles[1][0]
    assert circles[0][1] > circles[1][1]
    assert {"hex", "rive", "sites", "ns"} <= {text.text for text in root.iter(f"{space}text")}
