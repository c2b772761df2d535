"""A small bot for Clumsy Room Maids: it bids low and ducks under the tricks it does not need."""

from analyser.games.maids.engine import Action, trick_winner

HIGH = 7


class Ducker:
    """A player who would rather not be noticed."""

    def __init__(self, rules):
        self.icons = rules.table.icons

    def act(self, view, card, legal, draw):
        """Get rid of high cards and trumps, and of the suit that asks for nothing."""
        strong = card % 10 >= HIGH or card // 10 == view.trump
        if strong and Action.PASS in legal:
            return Action.PASS
        if (strong or self.icons[card // 10] == 0) and Action.BID_DOWN in legal:
            return Action.BID_DOWN
        return legal[0]

    def play(self, view, legal, draw):
        """Win cheaply while tasks are missing; else lose with the highest card that loses."""
        winners = [card for card in legal if self.wins(view, card)]
        losers = [card for card in legal if card not in winners]
        if view.need > 0:
            return self.lowest(winners or losers)
        return self.highest(losers or winners)

    def play_clara(self, view, legal, draw):
        """Any card: with two players, one of them also chooses for Clara."""
        return legal[draw(len(legal))]

    def wins(self, view, card):
        """Whether the card would be the best of the trick so far."""
        cards = [played.card for played in view.trick] + [card]
        return trick_winner(cards, view.trump, view.zeros) == len(cards) - 1

    def lowest(self, cards):
        """The card of the lowest rank."""
        return min(cards, key=lambda card: card % 10)

    def highest(self, cards):
        """The card of the highest rank."""
        return max(cards, key=lambda card: card % 10)
