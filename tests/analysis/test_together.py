"""Several analyses in one pass: each about its own games, whatever the chunks."""

from __future__ import annotations

import numpy as np
import pytest

from analyser.analysis.sums import Summary, by_game
from analyser.analysis.together import Part, Summaries, SummariseTogether, before
from analyser.batch.runner import run
from analyser.core.records import Records
from tests.analysis.toy import GAMES, plan, random_records


def lengths(records: Records) -> Summary:
    return Summary(
        records.games,
        records.rounds,
        {"lengths": by_game([np.bincount(records.game - records.start)])},
    )


PARTS = SummariseTogether({"whole": Part(lengths), "first": Part(lengths, 100)})


@pytest.mark.parametrize("chunk", [7, 100, GAMES])
def test_each_part_is_about_its_own_games(chunk: int) -> None:
    batch = plan(GAMES, "0", "1", "2")
    found = run(batch, PARTS, jobs=1, chunk=chunk)
    assert isinstance(found, Summaries)
    first, whole = batch.play(0, 100), batch.play(0, GAMES)
    assert (found.games, found.rounds) == (GAMES, whole.rounds)
    for part, records in (("first", first), ("whole", whole)):
        assert found.parts[part].to_bytes() == lengths(records).to_bytes()


def test_parts_about_none_of_the_games_are_left_out() -> None:
    whole = random_records(20)
    late = Records(whole.columns, whole.sides, 100, whole.games, whole.block)
    assert set(PARTS(late).parts) == {"whole"}


@pytest.mark.parametrize("start", [0, 5])
def test_the_games_before_one(start: int) -> None:
    whole = random_records(10)
    records = Records(whole.columns, whole.sides, start, whole.games, whole.block)
    some = before(records, start + 4)
    assert (some.start, some.games) == (start, 4)
    assert (some.game < start + 4).all()
    assert some.rounds == (records.game < start + 4).sum()
    assert before(records, start).rounds == before(records, 0).games == 0
    assert before(records, start + 10) is records
