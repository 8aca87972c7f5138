from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import strategy
from strategy.__main__ import main
from strategy.cards import PACK
from strategy.charts import stock_chart, stock_chart_names
from strategy.round import Round
from strategy.rules import Rules
from strategy.shoe import Shoe
from strategy.situations import Category

ROOT = Path(strategy.__file__).parent.parent


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints when all is well."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def fault(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which a command fails."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("strategy: ")
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    return err.removeprefix("strategy: ").rstrip("\n")


def test_a_chart_is_printed_with_its_head_and_all_rows(capsys):
    lines = run(capsys, "chart", "6d-s17-das").splitlines()
    assert lines[:2] == [
        "6 decks, dealer stands on soft 17",
        "6D S17 PEEK DOA DAS SP4 SA2 LS 3:2 INS CUT75",
    ]
    assert lines[2] == stock_chart("6d-s17-das").source
    assert [line.split() for line in lines[3:6]] == [
        [],
        ["hard", *"23456789TA"],
        ["4", *"HHHHHHHHHH"],
    ]
    rows = {line.split()[0]: line.split()[1:] for line in lines[5:] if line}
    assert rows["16"] == ["S", "S", "S", "S", "S", "H", "H", "Rh", "Rh", "Rh"]
    assert rows["A7"] == ["S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"]
    assert len({len(line) for line in lines[4:] if line}) == 1
    assert len([line for line in lines[4:] if line]) == 3 + 38


def test_a_partial_chart_is_printed_with_points_where_it_is_silent(capsys):
    out = run(capsys, "chart", "match-table-advice")
    rows = [line.split() for line in out.splitlines()]
    assert ["12", ".", ".", *"SSSHHHHH"] in rows
    assert "soft" not in out.split()


@pytest.mark.parametrize("name", stock_chart_names())
def test_a_chart_as_json_has_its_rules_and_three_tables(capsys, name):
    data = json.loads(run(capsys, "chart", name, "--json"))
    chart = stock_chart(name)
    assert list(data) == ["rules", "hard", "soft", "pair"]
    assert data["rules"] == chart.rules.code
    told = {
        f"{category} {row}": codes
        for category in ("hard", "soft", "pair")
        for row, codes in data[category].items()
    }
    assert all(len(codes) == 10 for codes in told.values())
    stated = sum(code is not None for codes in told.values() for code in codes)
    assert stated == len(chart.cells)
    eights = [code and code.value for code in chart.row(Category.PAIR, "88")]
    assert told["pair 88"] == eights


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["6d-s17-das", "T6 v 9"], "T6 v 9: surrender (hard 16 v 9 is Rh)"),
        (["6d-s17-das", "T6 v 9", "--rules", "6D NS"], "T6 v 9: hit (hard 16 v 9 is Rh)"),
        (["6d-s17-das", "88 v A -P"], "88 v A -P: surrender (hard 16 v A is Rh)"),
        (["6d-h17-das", "A,7 v 2"], "A7 v 2: double (soft A7 v 2 is Ds)"),
        (["atlantic-city-printed", "55 v K"], "55 v T: hit (hard 10 v T is H)"),
        (["8d-s17-das-enhc", "AA v A"], "AA v A: hit (pair AA v A is H)"),
    ],
)
def test_a_situation_is_looked_up(capsys, arguments, line):
    assert run(capsys, "lookup", *arguments) == line + "\n"


def test_a_look_up_as_json(capsys):
    out = run(capsys, "lookup", "6d-s17-das", "T6 v 9", "--rules", "NS 6D", "--json")
    assert json.loads(out) == {
        "rules": "6D S17 PEEK DOA DAS SP4 SA2 NS 3:2 INS CUT75",
        "situation": "T6 v 9",
        "cell": "hard 16 v 9",
        "code": "Rh",
        "action": "hit",
    }


def test_a_chart_file_may_stand_for_a_name(capsys, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(stock_chart("1d-s17-das").dumps(), encoding="utf-8")
    assert run(capsys, "chart", str(path)) == run(capsys, "chart", "1d-s17-das")
    assert run(capsys, "lookup", str(path), "77 v T") == "77 v T: surrender (pair 77 v T is Rs)\n"


@pytest.mark.parametrize("command", ["chart", "lookup"])
@pytest.mark.parametrize(
    "name", ["nonsense", "", ".", "/", "a\0b", "a" * 5000, "a\nb", "\x1b", "../charts/6d-s17-das"],
    ids=["unknown", "empty", "folder", "root", "NUL", "long", "two lines", "control", "path"],
)  # fmt: skip
def test_a_name_of_no_chart_is_one_line(capsys, command, name):
    message = fault(capsys, command, name, *(["T6 v 9"] if command == "lookup" else []))
    assert "there is no chart" in message or "cannot be read" in message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\x00\x01", "not a text in UTF-8"),
        (bytes(range(128, 256)), "not a text in UTF-8"),
        (b"\x00\x01\x02", "not a text: it has NUL bytes"),
        (b"\x01\x02", "not readable as TOML"),
        (b"#" * 65537, "too large for a chart"),
        (b"", "'name' is missing or is not a text"),
        (b"name = 'a\n", "not readable as TOML"),
        (b"a = 1\na = 2\n", "row written twice"),
        (b"a = " + b"[" * 5000, "not readable as TOML"),
        (
            b"name='N'\nrules='S17'\nsource='S'\nkind='printed'\n[hard]\n\"1\\n6\"='H'\n",
            "no such row",
        ),
        (b"name='N'\nrules='S18'\nsource='S'\nkind='printed'\n", "unknown rule 'S18'"),
        (b"name='N'\nrules='S17'\nsource='S'\nkind='printed'\n", "cells are missing: hard 4 v 2"),
    ],
)
def test_a_file_that_is_no_chart_is_one_line(capsys, tmp_path, content, message):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    assert message in fault(capsys, "chart", str(path))


def test_a_folder_is_no_chart(capsys, tmp_path):
    assert "there is no chart" in fault(capsys, "chart", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["6d-s17-das", "T6"], "'T6' is not a situation: write T6 v 9"),
        (["6d-s17-das", "TX v 9"], "'TX' is not a hand: write its ranks, as in T6, A7 or 884"),
        (["6d-s17-das", "T6 v 9 -S"], "'-S' bars no play (-H -D -P -R)"),
        (["6d-s17-das", "TT2 v 9"], "TT2 is bust: there is nothing to decide"),
        (["6d-s17-das", "T6 v 9", "--rules", "6D S18"], "unknown rule 'S18'"),
        (["6d-s17-das", "T6 v 9", "--rules", "S17 H17"], "H17 contradicts S17"),
        (["match-table-advice", "A7 v 2"], "the chart says nothing about soft A7 v 2"),
    ],
)
def test_a_bad_look_up_is_one_line(capsys, arguments, message):
    assert fault(capsys, "lookup", *arguments) == message


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chart"],
        ["lookup", "6d-s17-das"],
        ["nonsense"],
        ["non\nsense"],
        ["ev", "6D"],
        ["ev", "6D", "S17", "T6 v 9"],
        ["edge"],
        ["edge", "6D", "--jason"],
        ["compare", "6D"],
        ["audit"],
        ["audit", "x.toml", "--rules"],
        ["chart", "6D", "--csv", "--json"],
    ],
)
def test_a_command_that_is_not_understood_is_one_line_and_exits_with_2(capsys, arguments):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("strategy: ")
    assert len(err.splitlines()) == 1
    assert "(see python -m strategy" in err


def test_help_names_the_stock_charts(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["chart", "--help"])
    assert caught.value.code == 0
    told = "".join(capsys.readouterr().out.split())  # a long line is broken at hyphens, too
    assert [name for name in stock_chart_names() if f"{name}," not in told] == []


RECORD = "6D S17 INS | 10 20 | AS TH 6H KD 7D 5C 9C | S"


def test_a_record_is_replayed_to_its_end(capsys):
    assert run(capsys, "replay", RECORD).splitlines() == [
        "6D S17 PEEK DOA DAS SP4 SA2 NS 3:2 INS CUT75",
        "",
        "dealer  6H 5C 9C  (20)",
        "seat 1  AS KD  (21)  blackjack 15",
        "seat 2  TH 7D  (17)  lose -20",
        "",
        "net     15, -20",
    ]


def test_a_replay_as_json(capsys):
    assert json.loads(run(capsys, "replay", RECORD, "--json")) == {
        "rules": "6D S17 PEEK DOA DAS SP4 SA2 NS 3:2 INS CUT75",
        "dealer": "659",
        "hands": [
            {"seat": 0, "hand": "AK", "outcome": "blackjack", "net": 15.0},
            {"seat": 1, "hand": "T7", "outcome": "lose", "net": -20.0},
        ],
        "insurance": [],
        "net": [15.0, -20.0],
    }


def test_a_replay_as_json_tells_what_the_insurance_came_to(capsys):
    told = json.loads(run(capsys, "replay", "6D INS | 10 | TS AH 6D KC | I5", "--json"))
    assert (told["insurance"], told["net"]) == ([{"seat": 0, "net": 10.0}], [0.0])


def test_a_replay_counts_insurance_in_the_net_and_lists_split_hands_apart(capsys):
    insured = run(capsys, "replay", "6D INS | 10 | TS AH 6D KC | I5").splitlines()
    assert insured[-4:] == [
        "seat 1  TS 6D  (16)  lose -10",
        "seat 1  insurance 10",
        "",
        "net     0",
    ]
    split = run(capsys, "replay", "6D | 5 | 8S 6H 8D TC 3H TD TS 9S | P D S").splitlines()
    assert split[3:5] == ["seat 1  8S 3H TS  (21)  win 10", "seat 1  8D TD  (18)  win 5"]
    assert split[-1] == "net     15"


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("", "a record has four parts: rules | bets | cards | actions"),
        ("6D | 10 | TS 9H 6D TC", "a record has four parts: rules | bets | cards | actions"),
        ("9D | 10 | TS 9H 6D TC | S", "unknown rule '9D'"),
        ("6D | ten | TS 9H 6D TC | S", "'ten' is not a number of chips"),
        ("6D | 7.5 | TS 9H 6D TC | S", "a bet is a whole number of chips, not 7.5"),
        ("6D | 10 | TS 9H 6D XC | S", "'X' is not a rank (A 2 3 4 5 6 7 8 9 T J Q K)"),
        ("6D | 10 | TS 9H 6D TC | P", "split: Only two cards of the same value can be split."),
        ("6D | 10 | TS 9H 6D | S", "there are no more cards"),
        ("6D | 10 | TS 9H 6D TC | ", "the record ends before the round does"),
        ("6D | 10 | TS 9H 6D TC 2C | S", "the record has more cards than the round takes"),
        ("1D | 10 | TS 9H TS TC | S", "TS comes 2 times in one pack"),
    ],
)
def test_a_record_that_cannot_have_happened_is_one_line(capsys, record, message):
    assert fault(capsys, "replay", record) == message


def test_a_shoe_is_printed_pack_by_pack_below_the_hash_of_its_seed(capsys):
    lines = run(capsys, "shoe", "1D", "seed").splitlines()
    assert lines[:2] == [f"SHA-256 {hashlib.sha256(b'seed').hexdigest()}", ""]
    assert [len(line.split()) for line in lines[2:]] == [13] * 4
    assert sorted(" ".join(lines[2:]).split()) == sorted(map(str, PACK))


def test_a_shoe_as_json_is_the_one_that_rounds_are_dealt_from(capsys):
    told = json.loads(run(capsys, "shoe", "6D CUT75", "é 1", "--json"))
    assert told["commitment"] == hashlib.sha256("é 1".encode()).hexdigest()
    rules = Rules.parse("6D CUT75")
    state = Round.deal(rules, [10], Shoe.of(rules, seed="é 1"))
    assert told["cards"][:4] == [str(card) for card in state.drawn]
    assert len(told["cards"]) == 312


def test_a_shoe_of_no_rules_is_one_line(capsys):
    assert fault(capsys, "shoe", "6D S18", "seed") == "unknown rule 'S18'"


def start(*arguments: str, stdout: int) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "strategy", *arguments]
    return subprocess.run(  # noqa: S603 -- our own interpreter and module
        command,
        cwd=ROOT,
        env=environment,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


def test_the_module_runs_as_a_program():
    done = start("lookup", "6d-s17-das", "T6 v 9", stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "T6 v 9: surrender (hard 16 v 9 is Rh)\n"


def test_a_fault_is_the_exit_status_of_the_program():
    done = start("lookup", "6d-s17-das", "T6", stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "strategy: 'T6' is not a situation: write T6 v 9\n"


@pytest.mark.skipif(os.name != "posix", reason="pipes close in their own way elsewhere")
def test_a_reader_that_has_gone_away_is_no_fault():
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = start("chart", "6d-s17-das", stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_looking_up_a_chart_does_not_load_the_analysis():
    program = (
        "import sys; from strategy.__main__ import main; "
        "main(['lookup', '6d-s17-das', 'T6 v 9']); "
        "assert not any(name.startswith(('numpy', 'strategy.analysis')) for name in sys.modules)"
    )
    subprocess.run(  # noqa: S603 -- our own interpreter and module
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True
    )
