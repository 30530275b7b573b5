"""Pictures as PNG and GIF; needs the extra `png`."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.errors import BoardwrightError

if TYPE_CHECKING:
    from collections.abc import Sequence

MISSING = "PNG and GIF need two more packages: pip install 'boardwright[png]'"
SHOWN, LAST = 900, 3000  # milliseconds


class PictureError(BoardwrightError):
    """A picture cannot be written in this form."""


def png(svg: str, zoom: float = 2.0) -> bytes:
    """An SVG picture as PNG. Raises PictureError where the extra `png` is not installed."""
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ImportError:
        raise PictureError(MISSING) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom))


def save_png(path: str, svg: str) -> None:
    """Writes an SVG picture as PNG."""
    Path(path).write_bytes(png(svg))


def save_gif(path: str, pictures: Sequence[str]) -> None:
    """Writes SVG pictures of one size as a GIF that moves. Raises PictureError where the extra is not installed."""
    try:
        from PIL import Image  # noqa: PLC0415 - an extra
    except ImportError:
        raise PictureError(MISSING) from None
    frames = [Image.open(io.BytesIO(png(svg, 1.0))).convert("P", palette=Image.Palette.ADAPTIVE) for svg in pictures]
    times = [SHOWN] * (len(frames) - 1) + [LAST]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=times, loop=0)
