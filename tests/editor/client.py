"""An editor that follows a script: it speaks the Language Server Protocol with a server of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

BOARDWRIGHT = str(Path(sys.executable).parent / "boardwright")
PATIENCE = 30
REASON = "the language server needs pygls (boardwright[editor])"


class Client:
    """A running server with the files that are open in it."""

    def __init__(self, folder: Path, encodings: list[str] | None = None) -> None:
        pytest.importorskip("pygls", reason=REASON)
        self.folder = folder
        self.texts: dict[str, str] = {}
        self.number = 0
        self.log = (folder / "server.log").open("w", encoding="utf-8")
        self.process = subprocess.Popen(
            [BOARDWRIGHT, "language-server", "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            cwd=folder,
        )
        self.messages: Queue[dict[str, Any]] = Queue()
        self.waiting: list[dict[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()
        general = {"positionEncodings": encodings} if encodings else {}
        told = self.ask(
            "initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {"general": general}}
        )
        self.capabilities = told["capabilities"]
        self.tell("initialized", {})

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        while line := stream.readline():
            length = 0
            while line.strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                line = stream.readline()
            self.messages.put(json.loads(stream.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self.process.stdin
        assert stream
        stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        stream.flush()

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def answer(self, method: str, params: Any) -> dict[str, Any]:
        """The whole answer to a request; what the server says by itself meanwhile is kept."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if message.get("id") == self.number and "method" not in message:
                return message
            self.waiting.append(message)

    def ask(self, method: str, params: Any) -> Any:
        message = self.answer(method, params)
        assert "error" not in message, message["error"]
        return message["result"]

    def heard(self, method: str, *, uri: str = "") -> Any:
        """The next thing of a kind that the server says by itself."""
        while True:
            message = self.waiting.pop(0) if self.waiting else self.messages.get(timeout=PATIENCE)
            if message.get("method") == method and uri in ("", message["params"].get("uri")):
                return message["params"]

    # --- files

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str) -> list[dict[str, Any]]:
        """Opens a file, and gives what is wrong with it."""
        self.texts[name] = text
        document = {"uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return self.diagnostics(name)

    def change(self, name: str, text: str) -> list[dict[str, Any]]:
        """Writes a file anew, and gives what is wrong with it."""
        self.texts[name] = text
        document = {"uri": self.uri(name), "version": 2}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        return self.diagnostics(name)

    def diagnostics(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.heard("textDocument/publishDiagnostics", uri=self.uri(name))["diagnostics"]
        return found

    def place(self, name: str, words: str, *, after: int = 0, occurrence: int = 0) -> dict[str, Any]:
        """Parameters of a request about a place: `after` characters behind the beginning of some words."""
        text, at = self.texts[name], -1
        for _ in range(occurrence + 1):
            at = text.index(words, at + 1)
        at += after
        line = text.count("\n", 0, at)
        column = at - (text.rfind("\n", 0, at) + 1)
        return {"textDocument": {"uri": self.uri(name)}, "position": {"line": line, "character": column}}

    def marked(self, name: str, range_: dict[str, Any]) -> str:
        """What stands in a range, if all before it in its lines is ASCII."""
        lines = self.texts[name].split("\n")
        start, end = range_["start"], range_["end"]
        if start["line"] == end["line"]:
            return lines[start["line"]][start["character"] : end["character"]]
        inner = lines[start["line"] + 1 : end["line"]]
        return "\n".join([lines[start["line"]][start["character"] :], *inner, lines[end["line"]][: end["character"]]])

    def edited(self, name: str, edits: list[dict[str, Any]]) -> str:
        """The text of a file with edits made."""
        lines = self.texts[name].split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        text = self.texts[name]
        for edit in sorted(edits, key=lambda edit: _key(edit["range"]["start"]), reverse=True):
            start, end = (starts[place["line"]] + place["character"] for place in edit["range"].values())
            text = text[:start] + edit["newText"] + text[end:]
        return text

    def stop(self) -> int:
        self.ask("shutdown", None)
        self.tell("exit", None)
        code = self.process.wait(timeout=PATIENCE)
        self.log.close()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream
            stream.close()
        return code


def _key(place: dict[str, int]) -> tuple[int, int]:
    return place["line"], place["character"]
