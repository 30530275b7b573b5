"""The language server: requests of an editor, answered by the modules of this room."""

from __future__ import annotations

import asyncio
import logging
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from interpreter.authoring.formatting import format_source
from interpreter.diagnostics import SourceFile
from interpreter.editor import completion, findings, hover, references, tokens
from interpreter.editor.buffers import Buffers
from interpreter.editor.cursor import cursor_at
from interpreter.editor.names import known_names, written
from interpreter.editor.outline import outline
from interpreter.editor.positions import Positions
from interpreter.editor.vocabulary import Vocabulary, vocabulary
from interpreter.errors import LayoutError
from interpreter.source.nodes import Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.diagnostics import Span
    from interpreter.editor.names import Mention

PAUSE = 0.15
"""Seconds without a keystroke after which a file is checked."""

KINDS = {
    completion.KEY: types.CompletionItemKind.Property,
    completion.VALUE: types.CompletionItemKind.EnumMember,
    completion.NAME: types.CompletionItemKind.Reference,
    completion.FUNCTION: types.CompletionItemKind.Function,
    completion.ARGUMENT: types.CompletionItemKind.Field,
    completion.OPERATOR: types.CompletionItemKind.Operator,
    completion.LANGUAGE: types.CompletionItemKind.Keyword,
}


class Server(LanguageServer):
    """A server with the files that its editor has open."""

    def __init__(self) -> None:
        super().__init__("boardwright", version("boardwright"), text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.buffers = Buffers()
        self.uris: dict[Path, str] = {}
        self.found: dict[Path, list[findings.Finding]] = {}
        self.words: dict[Path, Vocabulary] = {}
        self.waiting: dict[Path, asyncio.TimerHandle] = {}

    @property
    def positions(self) -> Positions:
        """Counts columns as the editor wants them."""
        return Positions(str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding)))

    def path(self, uri: str) -> Path:
        """The path of a file that the editor names."""
        name = uris.to_fs_path(uri) if urlsplit(uri).scheme == "file" else None
        return Path(name or uri)

    def uri(self, name: str | Path) -> str:
        """What the editor calls a file."""
        path = Path(name)
        return self.uris.get(path) or uris.from_fs_path(str(path.resolve())) or str(name)

    def location(self, span: Span) -> types.Location:
        """A place in any file."""
        return types.Location(self.uri(span.source.name), self.positions.range(span))

    def mention(self, uri: str, position: types.Position) -> tuple[Path, int, Mention | None]:
        """The file and the offset that are asked about, and the name that stands there."""
        path = self.path(uri)
        offset = self.positions.offset(self.buffers.source(path), position)
        return path, offset, references.mention_at(self.buffers.family(path), offset)

    def opened(self, uri: str, text: str) -> Path:
        """Takes the text of a file."""
        path = self.path(uri)
        self.uris[path] = uri
        self.buffers.open(path, text)
        return path

    def check(self, path: Path, *, play: bool = False) -> None:
        """Checks a file now, and tells the editor what was found."""
        if path not in self.buffers.texts:
            return
        self.found[path] = findings.check(self.buffers, path, play=play)
        shown = [findings.shown(finding, self.positions, self.uri) for finding in self.found[path]]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(self.uri(path), shown))

    def check_soon(self, path: Path) -> None:
        """Checks a file once its author pauses, and those that are open and extend it."""
        if path in self.waiting:
            self.waiting[path].cancel()
        self.waiting[path] = asyncio.get_running_loop().call_later(PAUSE, self._check_all, path)

    def _check_all(self, path: Path) -> None:
        self.waiting.pop(path, None)
        self.check(path)
        for other in list(self.buffers.texts):
            if other != path and path in [written_.path for written_ in self.buffers.family(other)]:
                self.check(other)

    def vocabulary(self, path: Path) -> Vocabulary | None:
        """What can be named in a file; while it cannot be read, what could be when it was last."""
        found = vocabulary(self.buffers.latest(path))
        if found is not None:
            self.words[path] = found
        return self.words.get(path)


def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    """A file is opened: it is checked, and played."""
    path = ls.opened(params.text_document.uri, params.text_document.text)
    ls.check(path, play=True)


async def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    """A file is changed: it is checked as soon as its author pauses."""
    path = ls.opened(params.text_document.uri, params.content_changes[-1].text)
    ls.check_soon(path)


def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    """A file is saved: it is checked, and played."""
    ls.check(ls.path(params.text_document.uri), play=True)


def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    """A file is closed: what was found in it is no longer shown."""
    path = ls.path(params.text_document.uri)
    ls.buffers.close(path)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(params.text_document.uri, []))


def complete(ls: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    """What can stand here."""
    path = ls.path(params.text_document.uri)
    source = ls.buffers.source(path)
    offset = ls.positions.offset(source, params.position)
    if not ls.buffers.is_game(path):
        return []
    cursor = cursor_at(source.text, offset)
    items: list[types.CompletionItem] = []
    for proposal in completion.proposals(cursor, ls.vocabulary(path), path):
        replaced = types.Range(ls.positions.position(source, offset - proposal.typed), params.position)
        about = proposal.about and types.MarkupContent(types.MarkupKind.Markdown, proposal.about)
        items.append(
            types.CompletionItem(
                label=proposal.label,
                kind=KINDS[proposal.kind],
                detail=proposal.detail or None,
                documentation=about or None,
                sort_text=f"{proposal.rank}{len(items):04}",
                text_edit=types.TextEdit(replaced, proposal.text),
            )
        )
    return items


def hovered(ls: Server, params: types.HoverParams) -> types.Hover | None:
    """What there is to say about the word under the pointer."""
    path, offset, mention = ls.mention(params.text_document.uri, params.position)
    if not ls.buffers.is_game(path):
        return None
    if mention is not None:
        text = hover.about_name(mention, references.declared(ls.buffers.family(path), mention))
        span = mention.span
    elif (found := hover.about_word(ls.buffers.source(path), offset)) is not None:
        text, span = found
    else:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), ls.positions.range(span))


def definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    """Where a name is declared; of `extends`, the parent."""
    path, offset, mention = ls.mention(params.text_document.uri, params.position)
    family = ls.buffers.family(path)
    if mention is not None:
        places = references.declared(family, mention)
        # On a declaration, those elsewhere are meant: a variant's in its parent.
        return [ls.location(place.span) for place in places if place.span != mention.span or len(places) == 1]
    extends = family[0].root.get("extends") if family else None
    if isinstance(extends, Scalar) and len(family) > 1:
        span = written(extends)
        if span and span.start <= offset <= span.end:
            start = types.Position(0, 0)
            return [types.Location(ls.uri(family[1].path), types.Range(start, start))]
    return []


def referenced(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    """Where a name stands, in this file and its relatives."""
    path, _, mention = ls.mention(params.text_document.uri, params.position)
    if mention is None:
        return []
    found = references.places(ls.buffers, path, mention).mentions
    wanted = [place for place in found if params.context.include_declaration or not place.declares]
    return [ls.location(place.span) for place in wanted]


def prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """Whether the word under the cursor is a name of the file."""
    _, _, mention = ls.mention(params.text_document.uri, params.position)
    return types.PrepareRenamePlaceholder(ls.positions.range(mention.span), mention.name) if mention else None


def rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The changes that give a name another one, in this file and its relatives."""
    path, _, mention = ls.mention(params.text_document.uri, params.position)
    if mention is None:
        return None
    try:
        places = references.renaming(ls.buffers, path, mention, params.new_name)
    except references.RenamingError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    changes: dict[str, list[types.TextEdit]] = {}
    for place in places:
        edit = types.TextEdit(ls.positions.range(place.span), params.new_name)
        changes.setdefault(ls.uri(place.span.source.name), []).append(edit)
    return types.WorkspaceEdit(changes=changes)


def semantic_tokens(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """The words of the expressions, coloured."""
    family = ls.buffers.family(ls.path(params.text_document.uri))
    if not family:
        return types.SemanticTokens(data=[])
    known = known_names(written_.root for written_ in family)
    return types.SemanticTokens(data=tokens.tokens(family[0].root, known, ls.positions))


def document_symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The outline of a file."""
    family = ls.buffers.family(ls.path(params.text_document.uri))
    return outline(family[0].root, ls.positions) if family else []


def formatted(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The file in canonical layout, as `boardwright format` brings it."""
    path = ls.path(params.text_document.uri)
    source = ls.buffers.read(path)
    if not isinstance(source, SourceFile) or not ls.buffers.is_game(path):
        return []
    try:
        result = format_source(source)
    except LayoutError as error:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
        return []
    if result.text is None or not result.changed:
        return []
    whole = types.Range(types.Position(0, 0), ls.positions.position(source, len(source.text)))
    return [types.TextEdit(whole, result.text)]


def code_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be done at a keystroke about what was found here."""
    path = ls.path(params.text_document.uri)
    source = ls.buffers.source(path)
    first, last = (ls.positions.offset(source, place) for place in (params.range.start, params.range.end))
    return [
        action
        for finding in ls.found.get(path, ())
        if finding.span.source == source and finding.span.start <= last and first <= finding.span.end
        for action in findings.fixes(finding, ls.positions, params.text_document.uri, ls.uri)
    ]


HANDLERS: tuple[tuple[str, Callable[..., Any], Any], ...] = (
    (types.TEXT_DOCUMENT_DID_OPEN, did_open, None),
    (types.TEXT_DOCUMENT_DID_CHANGE, did_change, None),
    (types.TEXT_DOCUMENT_DID_SAVE, did_save, None),
    (types.TEXT_DOCUMENT_DID_CLOSE, did_close, None),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        complete,
        types.CompletionOptions(trigger_characters=[" ", "(", "=", "[", "{", ","]),
    ),
    (types.TEXT_DOCUMENT_HOVER, hovered, None),
    (types.TEXT_DOCUMENT_DEFINITION, definition, None),
    (types.TEXT_DOCUMENT_REFERENCES, referenced, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename, None),
    (types.TEXT_DOCUMENT_RENAME, rename, types.RenameOptions(prepare_provider=True)),
    (
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        semantic_tokens,
        types.SemanticTokensLegend(token_types=list(tokens.TYPES), token_modifiers=list(tokens.MODIFIERS)),
    ),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbols, None),
    (types.TEXT_DOCUMENT_FORMATTING, formatted, None),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        code_actions,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    ),
)
"""What is asked, by whom it is answered, and what the editor is told about that beforehand."""


def is_fault(record: logging.LogRecord) -> bool:
    """Whether what the library logs is a fault; a request that is refused with a reason is none."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcInvalidParams))


def language_server() -> Server:
    """A server that answers."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(is_fault)
    server = Server()
    for name, handler, options in HANDLERS:
        server.feature(name, options)(handler)
    return server
