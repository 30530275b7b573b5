from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from client import Client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An editor with a server that serves all tests of a module."""
    client = Client(tmp_path_factory.mktemp("files"))
    yield client
    assert client.stop() == 0
    assert "Traceback" not in (client.folder / "server.log").read_text(encoding="utf-8")


@pytest.fixture
def folder(editor: Client) -> Path:
    return editor.folder
