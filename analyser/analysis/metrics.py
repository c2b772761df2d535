"""The metrics: what each is, its unit, and how its interval comes about (docs/methods.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """A metric of the analysis ``command``; ``subject`` says what it has a row for, if anything."""

    command: str
    name: str
    unit: str
    definition: str
    interval: str
    subject: str | None = None


SHARE = "share, 0 to 1"
DISTANCE = "difference of shares, -1 to 1"
POINTS = "points"
WILSON = "Wilson on the effective sample size, by game"
MEAN = "Student's t on game means"
RATIO = "linearised ratio of sums by game, Student's t"
JACKKNIFE = "jackknife over 200 blocks of games"
PAIRED = "paired by deal: Student's t on the differences, by game"
ORDER = "order statistics"

METRICS = (
    Metric("bids", "success", SHARE, "share of the bids that were met exactly", WILSON),
    Metric("bids", "points", POINTS, "mean of the own points of the round", RATIO),
    Metric(
        "bids", "margin", POINTS, "own points minus the mean of the other sides, a round", RATIO
    ),
    Metric("bounds", "success", SHARE, "share of the bids that were met exactly", WILSON),
    Metric(
        "bounds",
        "forceable",
        SHARE,
        "share of the bids that could be met against everybody else together, all cards seen",
        WILSON,
    ),
    Metric(
        "bounds",
        "clairvoyant",
        SHARE,
        "share that could be met by who sees all cards and knows what this table will answer",
        WILSON,
    ),
    Metric("bounds", "possible", SHARE, "share that could be met with everybody helping", WILSON),
    Metric(
        "bounds",
        "gained",
        SHARE,
        "share of the bids that are forceable, or possible, only with the special rule",
        WILSON,
    ),
    Metric(
        "bounds",
        "lost",
        SHARE,
        "share of the bids that are forceable, or possible, only without the special rule",
        WILSON,
    ),
    Metric("bounds", "net", DISTANCE, "gained less lost", PAIRED),
    Metric(
        "cards",
        "value",
        POINTS,
        "margin of a round that goes with drawing the card instead of a mean one",
        "jackknife over 200 blocks of games of a regression on the cards drawn",
    ),
    Metric("cards", "tricks", SHARE, "share of its draws after which the card won a trick", WILSON),
    Metric("cards", "success", SHARE, "share of its draws by sides that met their bid", WILSON),
    Metric("cards", "held", SHARE, "share of its draws after which it was kept", WILSON),
    Metric("cards", "passed", SHARE, "share of its draws after which it was passed", WILSON),
    Metric("cards", "bid", SHARE, "share of its draws after which it was bid with", WILSON),
    Metric(
        "features",
        "rule",
        "as the row says",
        "games with the rule minus the same deals without it; margin: the winner's lead",
        JACKKNIFE,
        "success, points, margin",
    ),
    Metric(
        "features",
        "flag",
        POINTS,
        "margin of a round with the rule minus that without it for one card in one's hand",
        PAIRED,
        "all, suit, bid, number held",
    ),
    Metric(
        "features",
        "exchange",
        POINTS,
        "margin of a round by holding the card of the rule instead of the next rank",
        PAIRED,
        "where the other card lies",
    ),
    Metric(
        "features",
        "use",
        "as the row says",
        "tricks won by the rule, those of each trick, and those that saved or broke a bid",
        "linearised ratio of sums by game, Student's t, or Wilson for shares",
        "all, trick, saved, broke",
    ),
    Metric("balance", "win_share", SHARE, "share of the games that the side won", WILSON, "side"),
    Metric("balance", "mean_score", POINTS, "mean of the final score", MEAN, "side"),
    Metric(
        "balance", "score_sd", POINTS, "standard deviation of the final score", JACKKNIFE, "side"
    ),
    Metric(
        "balance",
        "fairness",
        DISTANCE,
        "largest distance of a side's share from an equal one, of the games that a player won",
        "Bonferroni over the sides, Wilson; the lower bound is at least 0",
    ),
    Metric(
        "balance",
        "starter_win_share",
        SHARE,
        "share of the games won by the side that started round 1",
        WILSON,
    ),
    Metric(
        "balance",
        "starter_advantage",
        DISTANCE,
        "starter's share minus an equal one, of the games that a player won",
        WILSON,
    ),
    Metric("balance", "starter_mean_score", POINTS, "mean of the starter's final score", MEAN),
    Metric(
        "balance",
        "starter_margin",
        POINTS,
        "starter's final score minus the mean of the other sides",
        MEAN,
    ),
    Metric(
        "balance",
        "lead_effect",
        POINTS,
        "margin of a round by leading its first trick, minus that by another leading",
        PAIRED,
    ),
    Metric(
        "balance",
        "lead_win_effect",
        DISTANCE,
        "games won by leading the first trick of round 1, minus that by another leading",
        PAIRED,
    ),
    Metric(
        "balance",
        "decisiveness",
        SHARE,
        "share of what is open before round 1 that the round decides; they add to 1",
        JACKKNIFE,
        "round",
    ),
    Metric(
        "balance",
        "lead_changes",
        "a game",
        "rounds after which a new sole leader differs from the last sole leader",
        MEAN,
    ),
    Metric(
        "balance",
        "comeback_share",
        SHARE,
        "share of the games whose winner was strictly behind before the last round",
        WILSON,
    ),
    Metric(
        "balance",
        "comeback_share_permuted",
        SHARE,
        "the same if each round in turn is taken for the last",
        WILSON,
    ),
    Metric(
        "balance",
        "trailed_share",
        SHARE,
        "share of the games whose winner was strictly behind after some round",
        WILSON,
    ),
    Metric(
        "balance",
        "drama",
        DISTANCE,
        "chance to win of the favourite minus that of the later winner, between rounds",
        JACKKNIFE,
    ),
    Metric("balance", "margin", POINTS, "mean of the first's lead over the second", MEAN),
    Metric("balance", "margin_q25", POINTS, "a quarter of the games have at most this lead", ORDER),
    Metric("balance", "margin_median", POINTS, "half of the games have at most this lead", ORDER),
    Metric("balance", "margin_q75", POINTS, "three quarters have at most this lead", ORDER),
    Metric(
        "balance", "margin_within_10", SHARE, "share of the games with a lead of 10 or less", WILSON
    ),
    Metric(
        "balance",
        "component_share",
        SHARE,
        "share of the players' points that comes from a source",
        JACKKNIFE,
        "source",
    ),
    Metric(
        "balance",
        "dead_share",
        SHARE,
        "share of the players' cards played when their bid was out of reach",
        JACKKNIFE,
    ),
    Metric(
        "balance",
        "tie_break_share",
        SHARE,
        "share of the games level at the top, so that the tie-break named the winner",
        WILSON,
    ),
    Metric(
        "balance",
        "skill_depth",
        "rungs",
        "rungs of the ladder that win 5 % of the games more than is fair among the rung below",
        "t tests of all rungs, Holm: those shown to, and those not shown not to",
    ),
    Metric(
        "balance",
        "games_to_tell",
        "games",
        "games until the rung leads the one below with a chance of 90 %",
        "Fieller, jackknife over 200 blocks of games",
        "rung",
    ),
    Metric(
        "balance",
        "chance_share",
        SHARE,
        "what is not skill, of the margin a clairvoyant of the bid gains; a lower bound",
        JACKKNIFE,
    ),
    Metric(
        "balance",
        "deal_share",
        SHARE,
        "share of the variance of final margins that the cards explain; 1 without random play",
        "one-way analysis of variance, jackknife over 200 blocks of games",
    ),
    Metric(
        "balance",
        "kingmaking",
        SHARE,
        "games in which a late card of one who cannot win would name the winner",
        WILSON,
    ),
    Metric(
        "balance",
        "bid_menu",
        POINTS,
        "margin of a round in which the side must aim at the bid",
        PAIRED,
        "bid",
    ),
    Metric(
        "balance",
        "bid_best",
        SHARE,
        "share of the hands for which the bid is called the best, by a rule from other games",
        WILSON,
        "bid",
    ),
    Metric(
        "balance",
        "bid_menu_spread",
        POINTS,
        "margin of the bid best on average minus that of the worst, chosen on other games",
        PAIRED,
    ),
    Metric(
        "balance",
        "bid_best_margin",
        POINTS,
        "margin of a round in which each hand aims at the bid that is called its best",
        PAIRED,
    ),
    Metric(
        "balance",
        "bid_menu_size",
        "bids",
        "number of equally common best bids that would be as diverse: exp(−Σ s ln s)",
        JACKKNIFE,
    ),
    Metric(
        "balance",
        "appeal_value",
        POINTS,
        "margin of a round with a bid card face up minus face down",
        PAIRED,
    ),
    Metric(
        "balance", "appeal_success", SHARE, "success of the bid with the bid card face up", WILSON
    ),
    Metric(
        "balance",
        "appeal_break_even",
        SHARE,
        "success at which a bid card is worth as much face up as face down",
        PAIRED,
    ),
    Metric(
        "balance",
        "restricted_play",
        DISTANCE,
        "share of the games lost by one player who keeps to the restriction",
        PAIRED,
        "restriction",
    ),
    Metric(
        "balance",
        "forced_turns",
        SHARE,
        "share of the turns with a single legal action",
        JACKKNIFE,
        "phase, or all",
    ),
    Metric(
        "balance", "legal_actions", "a turn", "mean number of legal actions", JACKKNIFE, "phase"
    ),
    Metric(
        "balance",
        "regret",
        POINTS,
        "margin of a round lost by leaving one turn to chance",
        PAIRED,
        "phase",
    ),
    Metric("balance", "decisions", "a game", "turns with two or more legal actions", MEAN),
    Metric("balance", "duration", "minutes", "decisions times --seconds, an input", MEAN),
    Metric("balance", "rounds", "a game", "mean number of rounds", MEAN),
    Metric("balance", "rounds_q25", "rounds", "a quarter of the games take at most these", ORDER),
    Metric("balance", "rounds_median", "rounds", "half of the games take at most these", ORDER),
    Metric("balance", "rounds_q75", "rounds", "three quarters take at most these", ORDER),
    Metric("balance", "success", SHARE, "share of all bids that were met exactly", WILSON, "Clara"),
    Metric("balance", "points", POINTS, "mean of the points of a side in a round", RATIO, "Clara"),
    Metric(
        "tournament",
        "win_share",
        SHARE,
        "share of the games won by one side that plays a among others that play b",
        WILSON,
    ),
    Metric(
        "tournament",
        "win_share_fair",
        SHARE,
        "what it would be if a were b: an equal share of what the players win",
        "exact; Wilson, by deal, where a side that nobody plays can win",
    ),
    Metric("tournament", "edge", DISTANCE, "win_share less win_share_fair", PAIRED),
    Metric(
        "tournament",
        "score_difference",
        POINTS,
        "final score over the mean of the other players, positive where a is better",
        MEAN,
    ),
    Metric(
        "tournament",
        "win_share_gain",
        "games",
        "independent games that tell as much about win_share as one of these games",
        JACKKNIFE,
    ),
    Metric(
        "tournament",
        "score_difference_gain",
        "games",
        "the same about score_difference",
        JACKKNIFE,
    ),
    Metric(
        "tournament",
        "rating",
        "log worth",
        "who finishes ahead: worth exp(rating) by Plackett and Luce; the mean of all is 0",
        JACKKNIFE,
        "strategy",
    ),
)
