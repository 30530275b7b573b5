"""Commands from functions: what a function takes, told by annotations, as arguments and options of a command line.

    def perft(game: Annotated[str, Argument("GAME", "A game.")], *, depth: Annotated[int, Option("--depth")] = 3): ...

A parameter is a str, an int, a float, a bool (a flag), a StrEnum (a choice), or a list of one of them (given any number
of times); `| None` where nothing stands for "not given".
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite, nan
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import click

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Argument", "Command", "Option", "OtherOptions", "command"]

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""Settings of every command."""


@dataclass(frozen=True)
class Argument:
    """An argument: how it is called and what it is."""

    metavar: str
    help: str


class Option:
    """An option: its names, what it does, what stands for its value, the bounds of a number."""

    def __init__(
        self,
        *names: str,
        help: str = "",  # noqa: A002 (as the libraries of command lines call it)
        metavar: str | None = None,
        min: int | None = None,  # noqa: A002 (as above)
        max: int | None = None,  # noqa: A002 (as above)
    ) -> None:
        self.names, self.help, self.metavar = names, help, metavar
        self.least, self.most = min, max


class _Number(click.ParamType[float]):
    """A number within bounds, either of which may be None; a `whole` one is an int."""

    name = "number"

    def __init__(self, least: int | None, most: int | None, *, whole: bool) -> None:
        self.least, self.most, self.whole = least, most, whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = int(value) if self.whole else float(value)
        except ValueError:
            number = nan
        if not isfinite(number):
            self.fail(f'write a {"whole " * self.whole}number, not "{str(value)[:40]}".', param, ctx)
        if self.least is not None and number < self.least:
            self.fail(f"{value} is too little: write at least {self.least}.", param, ctx)
        if self.most is not None and number > self.most:
            self.fail(f"{value} is too much: write at most {self.most}.", param, ctx)
        return number


@dataclass(frozen=True)
class OtherOptions:
    """Options whose names only the command can know: all that no other option has, as a dict of texts."""

    metavar: str
    help: str


class Command(click.Command):
    """A command whose help tells of its arguments too; `others` names the parameter that takes options not declared."""

    def __init__(
        self,
        *args: Any,
        arguments: list[tuple[str, str]],
        others: str = "",
        told: tuple[str, str] = ("", ""),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.arguments, self.others, self.told = arguments, others, told

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Takes out the options that are not declared, each with its value."""
        if not self.others:
            return super().parse_args(ctx, args)
        declared = {name for parameter in self.get_params(ctx) for name in (*parameter.opts, *parameter.secondary_opts)}
        left, found, words = [], {}, iter(args)
        for word in words:
            name, sign, value = word.partition("=")
            if not name.startswith("--") or name == "--" or name in declared:
                left.append(word)
                if name in declared and not sign and self._takes_value(ctx, name):
                    left += [following for following in [next(words, None)] if following is not None]
                continue
            given = value if sign else next(words, None)
            if given is None:
                ctx.fail(f"there is no option {name}, or it lacks its value")
            found[name.removeprefix("--")] = given
        rest = super().parse_args(ctx, left)
        ctx.params[self.others] = found
        return rest

    def _takes_value(self, ctx: click.Context, name: str) -> bool:
        return any(
            isinstance(parameter, click.Option) and name in parameter.opts and not parameter.is_flag
            for parameter in self.get_params(ctx)
        )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The arguments before the options."""
        if self.arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(self.arguments)
        super().format_options(ctx, formatter)
        if self.others:
            with formatter.section("Further options"):
                formatter.write_dl([self.told])


def command(name: str, function: Callable[..., None]) -> Command:
    """The command that calls a function with what was typed; its help is the docstring."""
    hints = get_type_hints(function, include_extras=True)
    parameters: list[click.Parameter] = []
    arguments: list[tuple[str, str]] = []
    kinds: dict[str, type | None] = {}
    others, told_of_others = "", ("", "")
    for parameter in inspect.signature(function).parameters.values():
        hint = hints[parameter.name]
        told = hint.__metadata__[0]
        if isinstance(told, OtherOptions):
            others, told_of_others = parameter.name, (told.metavar, told.help)
            continue
        kind, several = _plain(get_args(hint)[0])
        kinds[parameter.name] = list if several else kind if issubclass(kind, StrEnum) else None
        required = parameter.default is parameter.empty
        given: dict[str, Any] = {"required": required}
        if not required and not (several or parameter.default is None):
            default = parameter.default
            given["default"] = default.value if isinstance(default, StrEnum) else default
        if isinstance(told, Argument):
            given |= {"metavar": told.metavar, "nargs": -1 if several else 1, "type": _type(kind, None, None)}
            parameters.append(click.Argument([parameter.name], **given))
            arguments.append((told.metavar, told.help))
            continue
        given |= {"help": told.help, "metavar": told.metavar, "multiple": several}
        if kind is bool:
            given["is_flag"] = True
        else:
            given |= {"type": _type(kind, told.least, told.most), "show_default": bool(parameter.default)}
        parameters.append(click.Option([*told.names, parameter.name], **given))

    def call(**values: Any) -> None:
        for key, kind in kinds.items():
            if kind is list:
                values[key] = list(values[key]) or None
            elif kind is not None and values[key] is not None:
                values[key] = kind(values[key])
        function(**values)

    return Command(
        name,
        callback=call,
        params=parameters,
        help=inspect.getdoc(function),
        arguments=arguments,
        others=others,
        told=told_of_others,
        context_settings=HELP,
    )


def _plain(hint: Any) -> tuple[type, bool]:
    """The type of one value, and whether there may be several: `list[str] | None` -> str, True."""
    options = [option for option in get_args(hint) if option is not NoneType]
    if get_origin(hint) is list:
        return options[0], True
    return _plain(options[0]) if options else (hint, False)


def _type(kind: type, least: int | None, most: int | None) -> click.ParamType[Any]:
    if issubclass(kind, StrEnum):
        return click.Choice([member.value for member in kind])
    if kind in (int, float):
        return _Number(least, most, whole=kind is int)
    return click.STRING
