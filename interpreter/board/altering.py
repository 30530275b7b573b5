"""What an author takes away from the pattern of a shape, and what is added."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.board.compass import DIAGONAL, ORTHOGONAL
from interpreter.board.extra import with_extra
from interpreter.board.lines import add_lines, grid_places, read_lines
from interpreter.board.naming import grid_cells, letters
from interpreter.board.placing import read_coordinates
from interpreter.board.reading import choice, quoted, shown
from interpreter.board.topology import LIMIT, chosen, named_sets
from interpreter.board.walls import walled
from interpreter.board.web import Web
from interpreter.diagnostics import Diagnostic
from interpreter.source.nodes import Scalar, Sequence

if TYPE_CHECKING:
    from interpreter.board.board import Point
    from interpreter.board.topology import Cell, Table, Topology
    from interpreter.source.nodes import Mapping

KINDS_OF_DIAGONALS = ("all", "none", "alternate")


def altered(board: Mapping, topology: Topology, report: list[Diagnostic]) -> Topology:
    """The sites and steps of a pattern after the keys `extra`, `diagonals`, `holes`, `lines` and `walls`."""
    if topology.shape in ("lines", "graph"):  # they list every site and every link themselves
        return topology
    for alteration in (with_extra, _with_diagonals, _without_holes, _with_lines, walled):
        topology = alteration(board, topology, report)
    return topology


def _with_diagonals(board: Mapping, topology: Topology, report: list[Diagnostic]) -> Topology:
    """`alternate` leaves the slanting steps of every second site, the first among them.

    A step of three dimensions leads from such a site to one of the others, so that none is left.
    """
    node = board.get("diagonals")
    if node is None:
        return topology
    if not isinstance(node, Scalar) or node.text not in KINDS_OF_DIAGONALS or topology.lattice is None:
        known = ", ".join(KINDS_OF_DIAGONALS)
        message = f"the diagonals of a board are one of {known}, not {shown(node)}"
        report.append(Diagnostic("board-link", message, node.span, help="write diagonals: alternate"))
        return topology
    steps = dict(topology.steps)
    kept = {
        "all": (*topology.diagonal, *topology.triagonal),
        "alternate": topology.diagonal,
        "none": (),
    }[node.text]
    for name in (*topology.diagonal, *topology.triagonal):
        if name not in kept:
            del steps[name]
        elif node.text == "alternate":
            cells = zip(steps[name], topology.lattice, strict=True)
            steps[name] = tuple(-1 if sum(cell) % 2 else end for end, cell in cells)
    diagonal, triagonal = (
        tuple(name for name in names if name in kept) for names in (topology.diagonal, topology.triagonal)
    )
    return replace(topology, steps=steps, diagonal=diagonal, triagonal=triagonal, touching="any", linked=True)


def _without_holes(board: Mapping, topology: Topology, report: list[Diagnostic]) -> Topology:
    """The topology without the sites, rows and columns, or regions of the shape, that `holes` names."""
    node = board.get("holes")
    if node is None:
        return topology
    items = node.items if isinstance(node, Sequence) else (node,)
    known = {name: 1 << site for site, name in enumerate(topology.sites)} | topology.regions
    known |= {f"rank({name})": sites for name, sites in topology.ranks.items()}
    known |= {f"file({name})": sites for name, sites in topology.files.items()}
    known |= {f"level({name})": sites for name, sites in topology.levels.items()}
    holes = 0
    for item in items:
        for name in item.text.split() if isinstance(item, Scalar) else [shown(item)]:
            if name not in known:
                message = f"the board has no site {quoted(name)} that could be a hole"
                report.append(Diagnostic("board-sites", message, item.span, help=choice(name, known)))
                return topology
            holes |= known[name]
    left = [site for site in range(len(topology.sites)) if not holes >> site & 1]
    if not left:
        help_line = "leave some sites in place"
        report.append(Diagnostic("board-sites", "these holes leave no site", node.span, help=help_line))
        return topology
    gone = tuple(name for site, name in enumerate(topology.sites) if holes >> site & 1)
    return replace(chosen(topology, left), holes=gone)


def _with_lines(board: Mapping, topology: Topology, report: list[Diagnostic]) -> Topology:
    """The topology of a rectangle with further lines, and with the sites that only they name.

    Such a site has its place from its name, or else from `coordinates`, in which `a1` lies at `[1, 1]`.
    """
    node = board.get("lines")
    if node is None:
        _places_of((), board, report)  # coordinates of nothing are told, not passed over
        return topology
    if topology.levels:
        message = "a board of several levels has no lines of its own"
        way_out = "leave `lines` out; further steps are told by `directions: {name: {steps: [Aa1 Bb2]}}`"
        report.append(Diagnostic("board-line", message, node.span, help=way_out))
        return topology
    found = read_lines(node, board, report)
    if found is None:
        return topology
    known = set(topology.sites)
    further = tuple(dict.fromkeys(name for line in found for name in line if name not in known))
    sites = (*topology.sites, *further)
    places = _places_of(further, board, report)
    if places is None:
        return topology
    if len(sites) > LIMIT:
        message = f"with these lines the board has {len(sites):,} sites; the limit is {LIMIT:,}"
        report.append(Diagnostic("board-too-large", message, node.span, help="make the board smaller"))
        return topology
    web = Web((*topology.places, *places))
    for name, table in topology.steps.items():
        for start, end in enumerate(table):
            if end >= 0:
                web.add(name, start, end)
    index = {name: site for site, name in enumerate(sites)}
    add_lines(web, [tuple(index[name] for name in line) for line in found])
    cells = grid_cells(further) if further else ()
    steps: dict[str, Table] = web.tables(len(sites))
    around = topology.outlines[0] if topology.outlines else ()
    x0, y0 = topology.places[0]
    return replace(
        topology,
        sites=sites,
        steps=steps,
        places=(*topology.places, *places),
        orthogonal=tuple(name for name in ORTHOGONAL if name in steps),
        diagonal=tuple(name for name in DIAGONAL if name in steps),
        lattice=_lattice_with(topology, cells, places),
        ranks=_merged(topology.ranks, [str(y + 1) for _, y in cells or ()], len(topology.sites)),
        files=_merged(topology.files, [letters(x) for x, _ in cells or ()], len(topology.sites)),
        outlines=(
            *topology.outlines,
            *(tuple((x + px - x0, y + py - y0) for px, py in around) for x, y in places if around),
        ),
        touching="any",
        linked=True,
    )


def _lattice_with(
    topology: Topology, cells: tuple[Cell, ...] | None, places: tuple[Point, ...]
) -> tuple[Cell, ...] | None:
    """Columns and rows of all sites, where the further ones have them by their names or their places."""
    if cells is None and all(x.is_integer() and y.is_integer() for x, y in places):
        cells = tuple((int(x), int(y)) for x, y in places)
    return None if topology.lattice is None or cells is None else (*topology.lattice, *cells)


def _merged(lines: dict[str, int], labels: list[str], first: int) -> dict[str, int]:
    """Ranks, or files, with further sites, which are numbered from the first on and have these labels."""
    further = named_sets(labels)
    return lines | {name: lines.get(name, 0) | sites << first for name, sites in further.items()}


def _places_of(sites: tuple[str, ...], board: Mapping, report: list[Diagnostic]) -> tuple[Point, ...] | None:
    """The places of further sites of a rectangle, whose `a1` lies at (0, 0)."""
    node = board.get("coordinates")
    if node is not None:
        if not sites:
            message = "each site of this board has its place already"
            help_line = "leave `coordinates` out; on a rectangle they are for sites that only `lines` name"
            report.append(Diagnostic("board-coordinates", message, node.span, help=help_line))
            return None
        given = read_coordinates(node, sites, report)
        return None if given is None else tuple((x - 1, y - 1) for x, y in given)
    places = grid_places(sites) if sites else ()
    if places is None:
        names = ", ".join(name for name in sites if grid_cells([name]) is None)
        message = f"nobody knows where these sites lie: {names}"
        help_line = f"say it, counted from a1 at [1, 1]: coordinates: {{{sites[0]}: [3, 6.5]}}"
        lines = board.get("lines")
        report.append(Diagnostic("board-coordinates", message, (lines or board).span, help=help_line))
    return places
