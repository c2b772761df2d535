"""What is known of the strength of those who play, in words: certified, or provisional."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyser.core.certificates import COMPETENT, Certificate, Held, certificates
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import capital
from analyser.report.words import NBSP, PERCENT, POINTS, count, estimate, listed, plain

CAUTION = (
    "The intervals cover the luck of the deal only: better play may move these numbers by far more "
    "than they are wide."
)


@dataclass(frozen=True)
class Standing:
    """What the first page says of who plays; `provisional` unless all are shown competent."""

    provisional: bool
    text: str

    @property
    def heading(self) -> str:
        """The word that it begins with."""
        return "Provisional" if self.provisional else "Certified"


def standing(evidence: Evidence) -> Standing:
    """What is known of the strategies at the table under these rules."""
    strategies = list(dict.fromkeys(evidence.meta["strategies"]))
    who = "The seats are" if evidence.mixed else "Every seat is"
    said = [f"{who} played by {listed(strategies)}."]
    said += [sentence for name in strategies for sentence in _known(evidence, name)]
    if evidence.competent:
        return Standing(False, " ".join(said))
    return Standing(True, " ".join([*said, CAUTION]))


def certified(evidence: Evidence) -> str:
    """All else that certificates say of those at the table; nothing if there are none."""
    certificate = evidence.certificate
    if certificate is None:
        return ""
    names = dict.fromkeys(evidence.meta["strategies"])
    return " ".join(sentence for name in names for sentence in _tested(certificate, name))


def ranged(evidence: Evidence) -> str:
    """What the range over competent play holds; nothing where nobody else was asked."""
    if "competent" not in evidence.tables:
        return ""
    asked = evidence.tables["competent"].groupby("strategy", sort=False)["n"].max()
    others = listed(f"{name} ({count(games)} games)" for name, games in asked.items())
    own = "this interval, and " if evidence.competent else ""
    return (
        f"Range over competent play: {own}95 % intervals of what {others} would make of the same "
        "deals; strategies that search are not asked what takes forks."
    )


def _known(evidence: Evidence, strategy: str) -> Iterator[str]:
    """What is known of a strategy under these rules: whom it beats, and whether it is competent."""
    certificate = evidence.certificate
    if certificate is not None and strategy in certificate.ladder:
        step = certificate.step(strategy)
        if step is not None:
            won = estimate(step.to_dict(), PERCENT, name="win_share")
            yield (
                f"Alone among {step.b}, {strategy} wins {won} of games, even being "
                f"{plain(100 * step.win_share_fair, 1)}{NBSP}%, and is {_points(step)} ahead of "
                f"the others ({count(step.n)} duplicate deals)."
            )
        yield _competence(certificate, strategy)
    elif any(strategy in other.ladder for other in certificates(evidence.spec).values()):
        yield f"The certificate of {strategy} was made under other rules and has lapsed here."
    else:
        yield f"Nobody has shown how strong {strategy} is."


def _competence(certificate: Certificate, strategy: str) -> str:
    """What a strategy loses at a table of the top rung, beside a beginner."""
    top, lowest = certificate.ladder[-1], certificate.ladder[0]
    if strategy in (top, lowest):
        rung = "top" if strategy == top else "lowest"
        return f"{capital(strategy)} is the {rung} rung of the ladder."
    own, beginner = certificate.alone(strategy), certificate.alone(lowest)
    if own is None or beginner is None:
        return f"Whether {strategy} is competent was not measured."
    verdict = {
        "yes": f"{capital(strategy)} is competent",
        "no": f"{capital(strategy)} is not competent",
        "unclear": f"Whether {strategy} is competent is not clear",
    }[certificate.competent(strategy)]
    return (
        f"{verdict}: alone among {top} it is {_points(own)} from the others, {lowest} "
        f"{_points(beginner)}, of which it may lose {100 * COMPETENT:.0f}{NBSP}%."
    )


def _tested(certificate: Certificate, strategy: str) -> Iterator[str]:
    """How far a strategy can be beaten, by whom, and which blunders it avoids."""
    gained, doubled = certificate.exploited(strategy), certificate.doubled(strategy)
    if gained is not None and gained != doubled:
        yield (
            f"Among copies of {strategy}, {gained.a} gains {_points(gained)} a game "
            f"({count(gained.n)} duplicate deals); the best response gains no less."
        )
    if doubled is not None:
        yield (
            f"With twice the budget {strategy} gains {_points(doubled)} a game among its copies "
            f"({count(doubled.n)} duplicate deals)."
        )
    blunders = certificate.blunders.get(strategy)
    if blunders is not None:
        yield (
            f"In {blunders.passed} of {blunders.of} positions with a clear blunder {strategy} "
            "avoids it."
        )


def _points(row: Held) -> str:
    return estimate(row.to_dict(), POINTS, name="score_difference", sign=True)
