"""The small language in which a host writes a set: a condition on n (ST-11).

    n % 7 == 3 and not is_prime(digit_sum(n))
    10 <= digit_sum(n) < 20 or 9 divides n
    n % 100 in (16, 25, 36)

All values are whole numbers. The language has + - * // % **, comparisons, also chained, `divides`, `in` with
a list of numbers, and, or, not, and the functions of `functions.py`. It has no loop and no assignment, and
Python never evaluates the text.
`and` and `or` skip their right side where the left one decides. // and % round down. `a divides b` is true if
b is a multiple of a (0 divides only 0).

Length, depth, calls and the size of every value are bounded, so that any expression is evaluated over all
numbers in seconds.
"""

from __future__ import annotations

import difflib
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from numberhouse.games.set_theory.catalogue.predicates.functions import FUNCTIONS
from numberhouse.words import fill, message

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

__all__ = ["BadExpression", "Node", "Undefined", "normal", "parse", "write"]

LONGEST, DEEPEST, MOST_CALLS = 500, 40, 20
LARGEST = 10**18
"""The largest absolute value of any value."""
MOST_TO_FACTOR = 2_000_000
"""The largest number whose factors are known."""

GRAMMAR = r"""
?start: either
?either: both ("or" both)*
?both: negation ("and" negation)*
?negation: "not" negation -> negation
         | comparison
?comparison: total (COMPARE total)*
           | total "in" "(" listed ("," listed)* ","? ")" -> inclusion
?total: product (SIGN product)*
?product: signed (TIMES signed)*
?signed: SIGN signed -> signed
       | power
?power: atom (POWER signed)?
?atom: NUMBER -> number
     | NAME -> name
     | NAME "(" (either ("," either)*)? ")" -> call
     | "(" either ")"
?listed: NUMBER -> number
       | "-" NUMBER -> negative
COMPARE: "<=" | ">=" | "==" | "!=" | "<" | ">" | "=" | "≤" | "≥" | "≠" | "divides"
SIGN: "+" | "-"
POWER.2: "**"
TIMES: "*" | "//" | "%"
NUMBER: /[0-9]+/
NAME: /[A-Za-z_][A-Za-z_0-9]*/
%ignore /[ \t\r\n]+/
"""

SAME = {"=": "==", "≤": "<=", "≥": ">=", "≠": "!="}
CONDITIONS = {"either", "both", "negation", "comparison", "inclusion"}
RANK = {
    "either": 1,
    "both": 2,
    "negation": 3,
    "comparison": 4,
    "inclusion": 4,
    "total": 5,
    "product": 6,
    "signed": 7,
    "power": 8,
}

UNKNOWN = message("{sign!r} is not in the language")
FOREIGN = {
    "/": message(
        "{sign!r} is not in the language; // is the whole part of a quotient, and `a divides b` a condition"
    ),
    "^": message("{sign!r} is not in the language; a power is written **"),
}
"""Characters outside the language, and the characters of the language that they stand for."""

UNKNOWN_NAME = (
    message("unknown name {word!r}; there are n and {functions:list}"),
    message("unknown name {word!r}; did you mean {close[0]}?"),
    message("unknown name {word!r}; did you mean {close[0]} or {close[1]}?"),
)
"""The messages, by the number of similar names."""


class Node(NamedTuple):
    """A part of an expression."""

    kind: str
    """either, both, negation, comparison, inclusion, total, product, signed, power, number, name or call. The
    first part of an inclusion is the value, and the others are the numbers of the list."""
    at: int
    """Position of its first character in the text, counted from 1."""
    parts: tuple[Node, ...] = ()
    signs: tuple[str, ...] = ()
    """The signs between the parts; for a call the name of the function."""
    value: int = 0


class BadExpression(ValueError):  # noqa: N818 - what it is
    """An expression without a meaning. `at` is the position of the character, counted from 1. Programs read
    `problem`; `template` and `values` give the message in every language (`numberhouse.words`)."""

    def __init__(self, problem: str, at: int, template: str, **values: Any) -> None:
        super().__init__(f"at character {at}: {fill(template, values)}")
        self.problem, self.at, self.template, self.values = problem, at, template, values


class Undefined(ArithmeticError):  # noqa: N818 - what it is
    """An expression without a value for `count` numbers; n is the least of them. Otherwise as
    `BadExpression`."""

    def __init__(self, problem: str, at: int, template: str, n: int, count: int, **values: Any) -> None:
        more = f" (first of {count:,})" if count > 1 else ""
        super().__init__(
            f"at character {at}: {fill(template, values)} for n = {n}{more}; "
            "it must have a value for every number"
        )
        self.problem, self.at, self.n, self.count = problem, at, n, count
        self.template, self.values = template, values


def normal(text: str) -> str:
    """The same condition with single spaces and without redundant parentheses. It stays as it is if the
    spaces would make it too long for the parser. Raises `BadExpression`."""
    tidy = write(parse(text))
    return tidy if len(tidy) <= LONGEST else text


@lru_cache(maxsize=256)
def parse(text: str) -> Node:
    """The syntax tree of a condition. Raises `BadExpression`."""
    # lark takes 0.1 s to import, and few matches have conditions.
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput

    if not text.strip():
        raise BadExpression(
            "empty", 1, message("nothing is written; a condition on n is expected, such as n % 7 == 3")
        )
    if len(text) > LONGEST:
        template = message("{length} characters; at most {longest} are read")
        raise BadExpression("too-long", LONGEST + 1, template, length=len(text), longest=LONGEST)
    try:
        tree = parser().parse(text)
    except UnexpectedCharacters as error:
        place: Any = error.pos_in_stream
        sign = text[int(place)]
        raise BadExpression("character", int(place) + 1, FOREIGN.get(sign, UNKNOWN), sign=sign) from None
    except UnexpectedInput as error:
        token: Any = getattr(error, "token", None)
        if not token:
            raise BadExpression("syntax", len(text) + 1, message("the expression ends too early")) from None
        template, at = message("{word!r} can't stand here"), token.start_pos + 1
        raise BadExpression("syntax", at, template, word=str(token)[:20]) from None
    check_depth(tree)
    node = built(tree)
    wants(node, condition=True)
    check_calls(node)
    return node


def write(node: Node) -> str:
    """A node as text, with single spaces and without redundant parentheses. `parse` reads it as the same
    node."""
    if node.kind == "number":
        return str(node.value)
    if node.kind == "name":
        return "n"
    if node.kind == "call":
        return f"{node.signs[0]}({', '.join(map(write, node.parts))})"
    if node.kind == "negation":
        return f"not {bound(node.parts[0], RANK['negation'])}"
    if node.kind == "signed":
        return f"{node.signs[0]}{bound(node.parts[0], RANK['signed'])}"
    if node.kind == "inclusion":
        return f"{bound(node.parts[0], RANK['total'])} in ({', '.join(map(write, node.parts[1:]))})"
    if node.kind == "power":
        return f"{bound(node.parts[0], 9)} ** {bound(node.parts[1], RANK['signed'])}"
    parts = [bound(part, RANK[node.kind] + 1) for part in node.parts]
    return parts[0] + "".join(f" {sign} {part}" for sign, part in zip(node.signs, parts[1:], strict=True))


def bound(node: Node, rank: int) -> str:
    """The text of a node, in parentheses if it binds less than `rank`."""
    text = write(node)
    return text if RANK.get(node.kind, 9) >= rank else f"({text})"


@cache
def parser() -> Lark:
    """Lark's parser of the grammar."""
    from lark import Lark  # as in `parse`

    return Lark(GRAMMAR, parser="lalr", propagate_positions=True)


def check_depth(tree: Tree[Token]) -> None:
    """Refuse a tree that is nested too deeply. The check doesn't recurse."""
    level: list[Any] = [tree]
    depth = 0
    while level:
        depth += 1
        if depth > DEEPEST:
            at = level[0].meta.start_pos + 1
            raise BadExpression("too-deep", at, message("nested more than {deepest} deep"), deepest=DEEPEST)
        level = [child for one in level for child in one.children if hasattr(child, "children")]


def built(tree: Any) -> Node:
    """The node of a tree. Raises `BadExpression` for names, arguments and parts that don't fit."""
    kind, at = str(tree.data), tree.meta.start_pos + 1
    parts = tuple(built(child) for child in tree.children if hasattr(child, "children"))
    tokens = [str(child) for child in tree.children if not hasattr(child, "children")]
    if kind in ("number", "negative"):
        value = number(tokens[-1], at)
        return value if kind == "number" else Node("signed", at, (value,), ("-",))
    if kind == "name":
        return name(tokens[0], at)
    if kind == "call":
        return call(tokens[0], at, parts)
    if kind in ("either", "both"):
        tokens = ["or" if kind == "either" else "and"] * (len(parts) - 1)
    for part in parts:
        wants(part, condition=kind in ("either", "both", "negation"))
    return Node(kind, at, parts, tuple(SAME.get(token, token) for token in tokens))


def number(digits: str, at: int) -> Node:
    """The node of a number literal."""
    value = int(digits)
    if value > LARGEST:
        template = message("{number} is too large; numbers go up to 10**18")
        raise BadExpression("too-large", at, template, number=digits[:25])
    return Node("number", at, value=value)


def name(word: str, at: int) -> Node:
    """The node of the name n; no other name is a value."""
    if word == "n":
        return Node("name", at)
    if word in FUNCTIONS:
        template = message("{word} is a function: {shape}")
        raise BadExpression("arguments", at, template, word=word, shape=FUNCTIONS[word].shape)
    raise unknown(word, at)


def call(word: str, at: int, parts: tuple[Node, ...]) -> Node:
    """The node of a function call."""
    if word not in FUNCTIONS:
        raise unknown(word, at)
    function = FUNCTIONS[word]
    if not function.fewest <= len(parts) <= function.most:
        template = message("{word} is written {shape}; {given} values are given")
        raise BadExpression("arguments", at, template, word=word, shape=function.shape, given=len(parts))
    for part in parts:
        wants(part, condition=False)
    if function.based and len(parts) == function.most:
        base = parts[-1]
        if base.kind != "number" or not 2 <= base.value <= 36:
            raise BadExpression("base", base.at, message("a base is a number from 2 to 36, written out"))
    return Node("call", at, parts, (word,))


def unknown(word: str, at: int) -> BadExpression:
    """The refusal of an unknown name."""
    close = difflib.get_close_matches(word, ["n", *FUNCTIONS], n=2, cutoff=0.6)
    values = {"close": close} if close else {"functions": list(FUNCTIONS)}
    return BadExpression("unknown-name", at, UNKNOWN_NAME[len(close)], word=word[:40], **values)


def is_condition(node: Node) -> bool:
    """Whether the node is a condition, true or false, and not a number."""
    if node.kind == "call":
        return FUNCTIONS[node.signs[0]].condition
    return node.kind in CONDITIONS


def wants(node: Node, *, condition: bool) -> None:
    """Refuse a number in place of a condition, and a condition in place of a number."""
    if is_condition(node) == condition:
        return
    if condition:
        template = message("not a condition: {part} is a number; compare it, as in {beginning} == 0")
        part = write(node)
        raise BadExpression("not-a-condition", node.at, template, part=part[:60], beginning=part[:40])
    template = message("not a number: {part} is a condition")
    raise BadExpression("not-a-number", node.at, template, part=write(node)[:60])


def check_calls(node: Node) -> None:
    """Refuse more calls of functions than can be evaluated in seconds."""
    calls = []
    level = [node]
    while level:
        calls += [one for one in level if one.kind == "call"]
        level = [part for one in level for part in one.parts]
    if len(calls) > MOST_CALLS:
        at = max(one.at for one in calls)
        template = message("{calls} calls of functions; at most {most}")
        raise BadExpression("too-many-calls", at, template, calls=len(calls), most=MOST_CALLS)
