"""Random numbers in the kernel language: text that a lowering puts in front of its own functions.

The generator is wyrand (Wang Yi, Modern Non-Cryptographic Hash Function and Pseudorandom Number Generator,
https://github.com/wangyi-fudan/wyhash): one word of state, one addition and one 128-bit product a number, period 2**64;
it passes BigCrush and PractRand. A run is seeded by SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom
Number Generators, OOPSLA 2014), so that seeds 0, 1, 2 and streams 0, 1, 2 start far apart. CPython and compiled code
draw the same numbers.

`random_below` takes the upper half of a product (Lemire, Fast Random Integer Generation in an Interval, 2019) and
rejects nothing: no chance is off by more than n parts in 2**64 of itself, below 2**-50 for every n below 2**14. `share`
draws several small numbers from one: of a fraction of 2**64 times n, the upper half is the number and the lower half
is the fraction for the next. While the product of all n stays below 2**32, no chance is off by more than one part in
2**32.
"""

from __future__ import annotations

__all__ = ["RANDOM"]

RANDOM = '''
@inline
def mixed(z: int) -> int:
    """The output of SplitMix64 for its state z."""
    z = (z ^ ushr(z, 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ ushr(z, 27)) * 0x94D049BB133111EB
    return z ^ ushr(z, 31)


@inline
def seeded(seed: int, stream: int) -> int:
    """The first state of a stream of random numbers; streams of one seed are unrelated."""
    return mixed(mixed(seed + 0x9E3779B97F4A7C15) + stream * 0x9E3779B97F4A7C15)


@inline
def folded(a: int, b: int) -> int:
    """The halves of the product of two numbers, in one; where both are scattered over 64 bits, so is this."""
    return umulhi(a, b) ^ (a * b)


@inline
def random_next(state: int) -> tuple[int, int]:
    """The next state and 64 random bits."""
    state += 0xA0761D6478BD642F
    other = state ^ 0xE7037ED1A0B428DB
    return state, folded(state, other)


@inline
def random_below(state: int, n: int) -> tuple[int, int]:
    """The next state and a number in 0 .. n-1."""
    state, r = random_next(state)
    return state, umulhi(r, n)


@inline
def share(fraction: int, n: int) -> tuple[int, int]:
    """The fraction that is left and a number in 0 .. n-1."""
    return fraction * n, umulhi(fraction, n)
'''
"""`seeded`, `random_next`, `random_below`, `share`, `mixed` and `folded`."""
