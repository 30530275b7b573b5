from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache of compiled code that is empty at first and gone afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOARDWRIGHT_CACHE", str(tmp_path_factory.mktemp("compiled")))
        yield
