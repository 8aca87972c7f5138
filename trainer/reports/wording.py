"""The names and sentences of misconceptions, in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MISCONCEPTIONS: dict[str, tuple[Promise, Promise]] = {
    "never-hits-soft-18": (
        _("Never hits soft 18"),
        _("Stands on soft 18 where it has to be hit: against a 9, a ten and mostly an ace."),
    ),
    "never-hits-soft-17": (
        _("Never hits soft 17"),
        _("Stands on soft 17, which no dealer has to fear and no card can break."),
    ),
    "soft-as-hard": (
        _("Plays soft hands as hard"),
        _("Takes the ace for 11 and no less: plays soft 13 to 20 like the hard totals."),
    ),
    "never-doubles-soft": (
        _("Never doubles soft hands"),
        _("Hits or stands with an ace in the hand where a double wins more."),
    ),
    "doubles-soft-v-weak": (
        _("Doubles soft hands against every weak upcard"),
        _("Doubles soft 13 to 18 against 2 to 6, also where the upcard is not weak enough for it."),
    ),
    "never-busts": (
        _("Never risks a bust"),
        _("Stands on hard 12 to 16 against every upcard, so as never to break first."),
    ),
    "never-hits-15-16": (
        _("Never hits 15 or 16"),
        _("Stands on hard 15 and 16, also against 7 and more."),
    ),
    "stands-on-12": (
        _("Stands on every 12"),
        _("Stands on hard 12 against every upcard, since a ten would break it."),
    ),
    "stands-on-12-v-weak": (
        _("Stands on 12 against 2 and 3"),
        _("Takes a 2 and a 3 for upcards as weak as 4 to 6, and stands on 12 against them."),
    ),
    "hits-12": (
        _("Hits every 12"),
        _("Hits hard 12 against 4, 5 and 6, too, where the dealer is left to break."),
    ),
    "hits-stiff-v-weak": (
        _("Hits stiff hands against weak upcards"),
        _("Hits hard 12 to 16 against 2 to 6 instead of leaving it to the dealer to break."),
    ),
    "ten-in-the-hole": (
        _("Hits what loses to a ten in the hole"),
        _(
            "Takes the dealer's hole card for a ten, and hits a hard 17, 18 or 19 that would be"
            " behind."
        ),
    ),
    "never-doubles": (
        _("Never doubles"),
        _("Never stakes more on a good hand: hits, or stands, instead of doubling."),
    ),
    "doubles-v-weak-only": (
        _("Doubles only against weak upcards"),
        _("Doubles hard 9 to 11 against 2 to 6, and not against 7 and more."),
    ),
    "doubles-every-9-10-11": (
        _("Doubles every 9, 10 and 11"),
        _("Doubles hard 9, 10 and 11 whatever the dealer shows."),
    ),
    "doubles-every-10-11": (
        _("Doubles every 10 and 11"),
        _("Doubles hard 10 and 11 whatever the dealer shows, against a ten and an ace, too."),
    ),
    "never-splits": (
        _("Never splits"),
        _("Plays every pair as its total."),
    ),
    "splits-aces-and-eights-only": (
        _("Splits aces and eights only"),
        _("Plays every pair but aces and eights as its total."),
    ),
    "never-splits-nines": (
        _("Never splits nines"),
        _("Stands on a pair of nines, taking 18 for good enough."),
    ),
    "splits-eights-v-weak-only": (
        _("Does not split eights against 9 and more"),
        _(
            "Plays a pair of eights as 16 against a 9, a ten and an ace, so as not to stake more"
            " there."
        ),
    ),
    "splits-tens": (
        _("Splits tens"),
        _("Splits a pair of tens, giving up 20."),
    ),
    "splits-every-pair": (
        _("Splits every pair"),
        _("Splits whatever can be split, fives and tens, too."),
    ),
    "never-surrenders": (
        _("Never surrenders"),
        _("Plays on with hands that lose more than half the bet."),
    ),
    "surrenders-too-much": (
        _("Surrenders every stiff hand against a strong upcard"),
        _("Gives up hard 14, 15 and 16 against a 9, a ten and an ace, whichever it is."),
    ),
    "always-insures": (
        _("Always takes insurance"),
        _("Insures whenever the dealer shows an ace, at odds that do not pay for it."),
    ),
    "copies-the-dealer": (
        _("Plays like the dealer"),
        _("Hits 16 and less and stands on 17 and more; never doubles, splits or surrenders."),
    ),
    "s17-chart": (
        _("Plays the chart for soft 17 stood on"),
        _("Plays as if the dealer stood on soft 17; this dealer hits it."),
    ),
    "h17-chart": (
        _("Plays the chart for soft 17 hit"),
        _("Plays as if the dealer hit soft 17; this dealer stands on it."),
    ),
    "das-chart": (
        _("Plays the chart with doubles after splits"),
        _("Splits as if a split hand could be doubled, which it cannot be here."),
    ),
    "ndas-chart": (
        _("Plays the chart without doubles after splits"),
        _("Splits as if a split hand could not be doubled; here it can."),
    ),
    "peek-chart": (
        _("Plays the chart for a hole card"),
        _("Doubles and splits as if the dealer had looked for a natural; here it takes every bet."),
    ),
    "single-deck-chart": (
        _("Plays the single-deck chart"),
        _("Plays a chart made for one deck at a table with more."),
    ),
    "six-deck-chart": (
        _("Plays the six-deck chart"),
        _("Plays a chart made for shoes at a table with fewer decks."),
    ),
}
"""The English ones are those of ``strategy/data/misconceptions.toml``."""
