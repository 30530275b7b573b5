"""How fast compiled kernels run beside the same programs in C, and how long they take to compile.

Run `python tests/benchmarks/kernel.py`. With gcc it prints the ratio; without, only our own times. Both sides draw the
same random numbers, and their sums are compared. Times are CPU times, the best of five windows, the two sides in turn.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.engine.kernel import RANDOM, compile_llvm, load_object, verify

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = (
    RANDOM
    + """
BOARD: bits = 0x3F | 0x3F << 7 | 0x3F << 14 | 0x3F << 21 | 0x3F << 28 | 0x3F << 35

@inline
def five(b: bits) -> bool:
    pairs = b & b >> 1
    found = pairs & pairs >> 2 & b >> 4
    pairs = b & b >> 6
    found |= pairs & pairs >> 12 & b >> 24
    pairs = b & b >> 7
    found |= pairs & pairs >> 14 & b >> 28
    pairs = b & b >> 8
    found |= pairs & pairs >> 16 & b >> 32
    return found != 0

def bench(n: int, seed: int) -> tuple[int, int]:
    state = seeded(seed, 0)
    steps = 0
    wins = 0
    for game in range(n):
        empty = BOARD
        first: bits = 0
        second: bits = 0
        while empty != 0:
            state, k = random_below(state, 2 * count(empty))
            cell = pick(empty, k >> 1)
            empty ^= cell
            steps += 1
            if (k & 1) != 0:
                first |= cell
                marks = first
            else:
                second |= cell
                marks = second
            if five(marks):
                wins += 1
                break
    return steps, wins
"""
)

LARGE = (
    RANDOM
    + """
LEFT: bits = left_column
NOT_LEFT: bits = ALL ^ LEFT
NOT_RIGHT: bits = ALL ^ LEFT << 10
TOP: bits = 0x7FF

@inline
def around(b: bits) -> bits:
    east = (b & NOT_RIGHT) << 1
    west = (b & NOT_LEFT) >> 1
    return b | east | west | b << 11 | b >> 11 | east >> 11 | west << 11

@inline
def joined(b: bits) -> bool:
    reached = b & TOP
    while True:
        grown = around(reached) & b
        if grown == reached:
            break
        reached = grown
    return (reached & TOP << 110) != 0

def bench(n: int, seed: int) -> tuple[int, int]:
    state = seeded(seed, 0)
    steps = 0
    wins = 0
    for game in range(n):
        empty = ALL
        first: bits = 0
        for turn in range(WIDTH):
            state, k = random_below(state, count(empty))
            cell = pick(empty, k)
            empty ^= cell
            steps += 1
            if (turn & 1) == 0:
                first |= cell
                if joined(first):
                    wins += 1
                    break
    return steps, wins
""".replace("left_column", hex(sum(1 << 11 * row for row in range(11))))
)

MAILBOX = (
    RANDOM
    + """
STEPS: ints = steps_table

def walk(board: ints, moves: ints) -> int:
    found = 0
    for origin in range(100):
        if board[origin] == 1:
            for direction in range(4):
                target = origin + STEPS[direction]
                while target >= 0 and target < 100 and board[target] == 0:
                    moves[found] = origin * 128 + target
                    found += 1
                    target += STEPS[direction]
    return found

def bench(n: int, seed: int) -> tuple[int, int]:
    state = seeded(seed, 0)
    board = ints(100)
    moves = ints(2048)
    for i in range(10, 90):
        board[i] = int(i % 7 == 3) + 2 * int(i % 11 == 5)
    total = 0
    for turn in range(n):
        size = walk(board, moves)
        total += size
        if size > 0:
            state, k = random_below(state, size)
            move = moves[k]
            board[move // 128] = 0
            board[move % 128] = 1
    return n, total
""".replace("steps_table", "(-10, -1, 1, 10)")
)

C_HEAD = """
#include <stdint.h>
#include <immintrin.h>
typedef uint64_t u64; typedef int64_t i64; typedef unsigned __int128 u128;
#define INLINE static inline __attribute__((always_inline))
INLINE u64 mixed(u64 z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u; z = (z ^ z >> 27) * 0x94D049BB133111EBu; return z ^ z >> 31; }
INLINE u64 seeded(u64 seed) { return mixed(mixed(seed + 0x9E3779B97F4A7C15u)); }
INLINE u64 below(u64 *s, u64 n) {
    *s += 0xA0761D6478BD642Fu; u128 t = (u128)*s * (*s ^ 0xE7037ED1A0B428DBu);
    u64 r = (u64)(t >> 64) ^ (u64)t; return (u64)((u128)r * n >> 64); }
#ifdef __BMI2__
INLINE u64 pick(u64 b, u64 k) { return _pdep_u64((u64)1 << k, b); }
#else
INLINE u64 pick(u64 b, u64 k) { while (k--) b &= b - 1; return b & -b; }
#endif
"""

C_SMALL = (
    C_HEAD
    + """
INLINE u64 along(u64 b, int d) { u64 p = b & b >> d; return p & p >> 2 * d & b >> 4 * d; }
void bench(i64 n, i64 seed, i64 *out) {
    u64 state = seeded(seed), board = 0; i64 steps = 0, wins = 0;
    for (int r = 0; r < 6; r++) board |= (u64)0x3f << 7 * r;
    for (i64 g = 0; g < n; g++) {
        u64 empty = board, marks[2] = {0, 0};
        while (empty) {
            u64 k = below(&state, 2 * __builtin_popcountll(empty)), cell = pick(empty, k >> 1);
            empty ^= cell; steps++;
            u64 b = marks[k & 1] |= cell;
            if (along(b, 1) | along(b, 6) | along(b, 7) | along(b, 8)) { wins++; break; }
        }
    }
    out[0] = steps; out[1] = wins; }
"""
)

C_LARGE = (
    C_HEAD
    + """
#define ALL ((((u128)1 << 121) - 1))
INLINE u128 column(void) { u128 c = 0; for (int r = 0; r < 11; r++) c |= (u128)1 << 11 * r; return c; }
INLINE u128 around(u128 b) {
    u128 e = (b & (ALL ^ column() << 10)) << 1, w = (b & (ALL ^ column())) >> 1;
    return (b | e | w | b << 11 | b >> 11 | e >> 11 | w << 11) & ALL; }
INLINE int joined(u128 b) {
    u128 r = b & 0x7ff;
    for (;;) { u128 g = around(r) & b; if (g == r) break; r = g; }
    return (r & (u128)0x7ff << 110) != 0; }
INLINE u128 pick2(u128 b, u64 k) {
    u64 c = __builtin_popcountll((u64)b);
    return k < c ? (u128)pick((u64)b, k) : (u128)pick((u64)(b >> 64), k - c) << 64; }
void bench(i64 n, i64 seed, i64 *out) {
    u64 state = seeded(seed); i64 steps = 0, wins = 0;
    for (i64 g = 0; g < n; g++) {
        u128 empty = ALL, first = 0;
        for (int t = 0; t < 121; t++) {
            u64 k = below(&state, __builtin_popcountll((u64)empty) + __builtin_popcountll((u64)(empty >> 64)));
            u128 cell = pick2(empty, k);
            empty ^= cell; steps++;
            if ((t & 1) == 0) { first |= cell; if (joined(first)) { wins++; break; } }
        }
    }
    out[0] = steps; out[1] = wins; }
"""
)

C_MAILBOX = (
    C_HEAD
    + """
static const i64 steps[4] = {-10, -1, 1, 10};
static i64 walk(const i64 *restrict board, i64 *restrict moves) {
    i64 found = 0;
    for (i64 o = 0; o < 100; o++) if (board[o] == 1) for (int d = 0; d < 4; d++)
        for (i64 t = o + steps[d]; t >= 0 && t < 100 && board[t] == 0; t += steps[d]) moves[found++] = o * 128 + t;
    return found; }
void bench(i64 n, i64 seed, i64 *out) {
    u64 state = seeded(seed); i64 board[100] = {0}, moves[2048], total = 0;
    for (int i = 10; i < 90; i++) board[i] = (i % 7 == 3) + 2 * (i % 11 == 5);
    for (i64 turn = 0; turn < n; turn++) {
        i64 size = walk(board, moves); total += size;
        if (size > 0) { i64 m = moves[below(&state, size)]; board[m / 128] = 0; board[m % 128] = 1; }
    }
    out[0] = n; out[1] = total; }
"""
)

CASES = (
    ("6 x 6, five in a row, 36 of 41 bits", 41, SMALL, C_SMALL, 200_000),
    ("11 x 11, flood fill, 121 bits", 121, LARGE, C_LARGE, 1_000),
    ("10 x 10, sliding men in an array", 64, MAILBOX, C_MAILBOX, 10_000),
)


def c_function(source: str, place: Path) -> Callable[[int, int], tuple[int, int]]:
    """The benchmark in C, built with all that gcc has."""
    text, library = place / "bench.c", place / f"bench{abs(hash(source))}.so"
    text.write_text(source)
    subprocess.run(
        ["gcc", "-O3", "-march=native", "-shared", "-fPIC", str(text), "-o", str(library)],  # noqa: S607
        check=True,
    )
    entry = ctypes.CDLL(str(library)).bench
    entry.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
    entry.restype = None

    def run(n: int, seed: int) -> tuple[int, int]:
        out = (ctypes.c_int64 * 2)()
        entry(n, seed, ctypes.addressof(out))
        return out[0], out[1]

    return run


def nanoseconds(function: Callable[[int, int], tuple[int, int]], n: int) -> float:
    """CPU time a step."""
    start = time.process_time_ns()
    steps, _ = function(n, 1)
    return (time.process_time_ns() - start) / steps


def main() -> None:
    """Print a line for each program."""
    with tempfile.TemporaryDirectory() as folder:
        for name, width, source, c_source, n in CASES:
            start = time.perf_counter()
            module = verify(source, width)
            verified = time.perf_counter()
            compiled = compile_llvm(module, ("bench",))
            done = time.perf_counter()
            load_object(compiled.object_code, compiled.signatures)
            loaded = time.perf_counter()
            sides = [compiled.functions["bench"]]
            if shutil.which("gcc"):
                sides.append(c_function(c_source, Path(folder)))
            if len({side(n // 10, 7) for side in sides}) > 1:
                raise SystemExit(f"{name}: the two sides do not play the same games")
            best = [
                min(times) for times in zip(*[[nanoseconds(side, n) for side in sides] for _ in range(5)], strict=True)
            ]
            beside = f", C {best[1]:.2f} ns, ours / C {best[0] / best[1]:.2f}" if len(best) > 1 else ""
            sys.stdout.write(
                f"{name}: {best[0]:.2f} ns a step{beside}; verify {1e3 * (verified - start):.1f} ms, "
                f"compile {1e3 * (done - verified):.0f} ms, load {1e3 * (loaded - done):.1f} ms\n"
            )


if __name__ == "__main__":
    main()
