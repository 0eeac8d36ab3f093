"""Which of a test's many cases run. With PIRCH_TEST_ALL=1 in the environment all of them
do; without it so many do that a run of the whole suite ends in time."""
import os
import random


def sample(cases, every, key=""):
    """One case of each `every` that follow one another, in their order. The choice is the
    same each time, and another one for another `key`, such as the name of what is tested."""
    cases = list(cases)
    if os.environ.get("PIRCH_TEST_ALL") == "1":
        return cases
    choose = random.Random(f"{key} {len(cases)}")
    return [choose.choice(cases[first:first + every]) for first in range(0, len(cases), every)]
