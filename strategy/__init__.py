"""Blackjack strategy: cards, rules, situations, charts, grading and dealing.

Pure Python, no clock and no input or output but its own data files: the package could be
published alone. Small values with text forms that parse and print without loss:

>>> from strategy.charts import stock_chart
>>> from strategy.rules import Rules
>>> from strategy.situations import Situation
>>> rules = Rules.parse("8D S17 SP2 NOINS FRESH")
>>> chart = stock_chart("atlantic-city-printed")
>>> chart.advise(Situation.parse("T6 v 9", rules)).action.word
'hit'
"""

import os

# The analysis multiplies many small matrices: more than one thread makes it several times slower.
# It counts only where NumPy has not been imported yet.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
