"""Names that nobody wrote, in letters joined along a line, Latin or Cyrillic: every item has a writer of its own, who hurries, leans, opens
or drops letters as that writer does."""
from dataclasses import dataclass

import numpy as np

import letters
import synthesise
from strokes import laid_down, line_through, slanted, straight, through
from typed import FAMILY, GIVEN

CYRILLIC_GIVEN = (
    "Анна Борис Вера Галина Данияр Елена Жанна Зоя Иван Ирина Карина Лев Марат Нурлан Ольга Павел Роман Сауле Тимур Федор Шолпан Эмма "
    "Юрий Яна"
).split()
CYRILLIC_FAMILY = (
    "Абаев Белов Волкова Громов Джумабаев Ермеков Жуков Зайцева Иванов Ким Ларина Морозов Нургалиев Орлова Петров Рахимова Соколов "
    "Тулегенов Уваров Фомина Цой Чернов Шевченко Юсупов Яковлева"
).split()


@dataclass(frozen=True)
class Hand:
    """How someone writes. Sizes are in heights of a small letter's body."""

    pitch: float  # width of a letter
    apart: float  # between letters
    ascender: float
    descender: float
    capital: float
    loops: float  # 0: ascenders are plain strokes, 1: wide loops
    roundness: float  # 0: corners, 1: bows
    care: float  # how much one letter differs from the next of its name
    lifts: float  # how often the pen is lifted within a word
    fade: float  # how flat a word's end is
    dropped: float  # how many of the last letters are but a wave
    growth: float  # of the letters towards the end


def hand(random):
    # As learnt at school, or as it became after years of signing.
    tidy = random.random() < 0.5
    hasty = random.uniform(0, 0.25) if tidy else random.beta(1.1, 1.6)
    return Hand(
        pitch=random.uniform(0.5, 1.5) * (1 + 0.4 * hasty),
        apart=random.uniform(0.0, 0.6),
        ascender=random.uniform(0.6, 2.0),
        descender=random.uniform(0.5, 2.0),
        capital=random.uniform(1.6, 2.7) if tidy else random.uniform(1.6, 4.2),
        loops=random.choice([random.uniform(0, 0.3), random.uniform(0.4, 1.4)]),
        roundness=random.choice([random.uniform(0.3, 0.7), random.uniform(0.6, 1), 1.0]),
        care=random.uniform(0.02, 0.07) + 0.09 * hasty,
        lifts=random.choice([0, random.uniform(0, 0.25), random.uniform(0.2, 0.8)], p=[0.45, 0.4, 0.15]),
        fade=0 if tidy or random.random() < 0.35 else hasty * random.uniform(0.3, 0.95),
        dropped=0 if tidy or random.random() < 0.4 else hasty * random.uniform(0.2, 1),
        growth=random.normal(0, 0.04 if tidy else 0.12),
    )


def words_of(random):
    """A name as people sign it: capitals stand for initials."""
    given, family = (GIVEN, FAMILY) if random.random() < 0.72 else (CYRILLIC_GIVEN, CYRILLIC_FAMILY)
    one, two, last = (str(random.choice(names)) for names in (given, given, family))
    initials = [[one[0], last], [one[0] + last], [one[0], two[0], last], [one, last[0]]]
    forms = [[one, last], [last], [one], [last, one], [one, two, last], *initials]
    return forms[random.choice(len(forms), p=[0.24, 0.18, 0.08, 0.06, 0.06, 0.19, 0.07, 0.08, 0.04])]


def narrowed(points, beyond, loops):
    """A loop beyond a level, as wide as the writer makes it."""
    outside = points[:, 1] < beyond if beyond < 0 else points[:, 1] > beyond
    if outside.sum() > 1:
        middle = points[outside, 0].mean()
        points[outside, 0] = middle + (points[outside, 0] - middle) * loops
    return points


def letter_points(random, name, hand, level):
    """A small letter in its place on the line, as this writer makes it this time; `level`: how tall its body is here."""
    points = narrowed(narrowed(letters.small(name), -1.15, hand.loops), 0.3, max(hand.loops, 0.3))
    over, under = np.minimum(points[:, 1] + 1.15, 0), np.maximum(points[:, 1] - 0.3, 0)
    points[:, 1] += over * (hand.ascender - 1) + under * (hand.descender - 1)
    points += random.normal(0, hand.care, points.shape) * np.array([0.6, 1])
    points[:, 1] *= level * np.exp(random.normal(0, hand.care))
    points[:, 0] *= hand.pitch * np.exp(random.normal(0, 2 * hand.care))
    # In a hurry a turn is left out.
    kept = random.random(len(points)) > hand.care - 0.05
    kept[[0, -1]] = True
    return points[kept]


def wave_points(random, hand, level):
    tall = level * random.uniform(0.15, 0.8)
    step = hand.pitch * random.uniform(0.35, 0.9)
    return np.array([(step * 0.4, -tall), (step * 0.6, -tall * 0.5), (step, random.normal(0, 0.06))])


def marks(random, name, x, level, hand):
    """Dots and bars, put where the pen happens to come down."""
    if name in letters.DOTTED and random.random() < 0.75:
        dot = np.array([x + random.normal(0.35, 0.25), -level * random.uniform(1.3, 1.9)])
        return [straight(dot + np.array([(0, 0), (random.uniform(0.02, 0.25), random.normal(0, 0.06))]), 4)]
    if name in letters.BARRED and random.random() < 0.85:
        reach, tilt = random.uniform(0.4, 1.6) * hand.pitch, random.normal(-0.05, 0.1)
        middle = np.array([x + random.normal(0.25, 0.2) * hand.pitch, -level * random.uniform(0.9, 1.35)])
        return [line_through(middle + np.array([(-reach / 2, 0.02), (0, random.normal(0, 0.04)), (reach / 2, tilt * reach)]), 1)]
    return []


def capital_strokes(random, name, x, hand):
    tall, wide = hand.capital * random.uniform(0.85, 1.15), hand.capital * random.uniform(0.35, 0.85)
    strokes = [stroke + random.normal(0, 0.03 + hand.care / 2, stroke.shape) for stroke in letters.capital(name)]
    if len(strokes) > 1 and random.random() < 0.3:
        strokes = [np.concatenate(strokes)]
    below = random.choice([0, random.uniform(0, 0.25)])
    return [stroke * np.array([wide, tall]) + np.array([x, -tall * (1 - below)]) for stroke in strokes]


def word_strokes(random, word, x, hand):
    """Strokes as control points, then the marks over them, and where the word ends."""
    strokes, over = capital_strokes(random, word[0], x, hand), []
    x = np.concatenate(strokes)[:, 0].max() - random.uniform(-0.1, 0.35) * hand.pitch
    if random.random() < 0.4:
        strokes.append(np.empty((0, 2)))
    small = word[1:]
    readable = len(small) * (1 - hand.dropped)
    for n, name in enumerate(small):
        along = n / max(len(small) - 1, 1)
        level = (1 - hand.fade * along) * (1 + hand.growth * along)
        if name.isupper():
            more = capital_strokes(random, name, x, hand)
            strokes, x = [*strokes, *more, np.empty((0, 2))], np.concatenate(more)[:, 0].max()
            continue
        points = letter_points(random, name, hand, level) if n <= readable else wave_points(random, hand, level)
        over += marks(random, name, x, level, hand) if n <= readable else []
        points = points + np.array([x, random.normal(0, hand.care / 2)])
        strokes[-1] = np.concatenate([strokes[-1], points])
        x = points[-1, 0] + hand.pitch * hand.apart * random.uniform(0.3, 1.2)
        if random.random() < hand.lifts:
            strokes.append(np.empty((0, 2)))
    return [stroke for stroke in strokes if len(stroke) > 1], over, x


def name_strokes(random, hand):
    """All words, each with its marks, and full stops after initials."""
    lines, x = [], 0.0
    gap = random.uniform(0.1, 1.6)
    full_stop = random.random() < 0.5
    for word in words_of(random):
        strokes, over, x = word_strokes(random, word, x, hand)
        rest = random.normal(0, 0.1 + hand.care)
        lines += [stroke + np.array([0, rest]) for stroke in [*(line_through(stroke, hand.roundness) for stroke in strokes), *over]]
        if len(word) == 1 and full_stop:
            dot = np.array([x + 0.25, random.normal(-0.05, 0.1)])
            lines.append(straight(dot + np.array([(0, 0), (0.06, 0.04), (0.02, 0.08)]), 3))
            x += 0.3
        x += gap * random.uniform(0.6, 1.4)
    return lines


def flourished(random, lines):
    """A line under it, a bow around its end, a tail, or nothing."""
    everything = np.concatenate(lines)
    (left, top), (right, bottom) = everything.min(0), everything.max(0)
    wide, tall = right - left, bottom - top
    chance = random.random()
    if chance < 0.2:
        x = np.linspace(left + random.uniform(-0.1, 0.4) * wide, right + random.uniform(-0.3, 0.15) * wide, 5)
        y = bottom + tall * (random.uniform(-0.35, 0.25) + random.normal(0, 0.06, 5) + np.linspace(0, random.normal(-0.2, 0.2), 5))
        lines = [*lines, through(np.stack([x, y], 1))]
        if random.random() < 0.3:
            lines.append(lines[-1][::-1] + np.array([0.05 * wide, random.uniform(0.08, 0.2) * tall]))
    elif chance < 0.38:
        # From the last letter back below the name, and now and then forth again.
        end = lines[-1][-1]
        reach, deep = random.uniform(0.3, 1.1) * wide, random.uniform(0.2, 0.7) * tall
        bow = [(0.12 * wide, -0.1 * tall), (0.15 * wide, deep * 0.6), (-reach * 0.4, deep), (-reach, deep * random.uniform(0.6, 1.3))]
        if random.random() < 0.5:
            back = random.uniform(-0.2, 0.3) * wide, deep * random.uniform(0.8, 1.3)
            bow += [(-reach * 0.9, deep * 1.4), (-reach * 0.3, deep * 1.1), back]
        lines = [*lines[:-1], np.concatenate([lines[-1], through(end + np.array([(0, 0), *bow]))])]
    elif chance < 0.45:
        # Around all of it.
        start, turns = random.uniform(-0.6, 1.2), random.uniform(0.6, 1.15)
        angles = start + np.linspace(0, 2 * np.pi * turns, int(14 * turns))
        radii = 0.5 * np.array([wide, tall]) * random.uniform(0.95, 1.25) * (1 + random.normal(0, 0.06, (len(angles), 1)))
        round_ = np.array([(left + right) / 2, (top + bottom) / 2]) + radii * np.stack([np.cos(angles), np.sin(angles)], 1)
        lines = [*lines, through(round_)]
    elif chance < 0.58:
        end = lines[-1][-1]
        tail = np.array([(0, 0), (0.4, 0.1), (1, 0)]) * np.array([random.uniform(0.1, 0.5) * wide, random.normal(0, 1) * tall])
        tail[-1, 1] = random.normal(-0.1, 0.15) * tall
        lines = [*lines[:-1], np.concatenate([lines[-1], through(end + tail)])]
    if random.random() < 0.1:
        at = np.array([right + random.uniform(0, 0.1) * wide, random.uniform(-0.3, 0.1)])
        lines.append(straight(at + np.array([(0, 0), (0.08, 0.05), (0.02, 0.1)]), 3))
    return lines


def bent_line(random, lines):
    """A base line is no ruler's: it rises or falls or curves."""
    wide = max(stroke[:, 0].max() for stroke in lines)
    curve, sway, phase = random.normal(0, 0.25), random.normal(0, 0.12), random.uniform(0, 6)

    def shift(x):
        along = x / wide
        return curve * 4 * along * (1 - along) + sway * np.sin(phase + along * random.uniform(3, 9))

    return [stroke + np.stack([np.zeros(len(stroke)), shift(stroke[:, 0])], 1) for stroke in lines]


def signature_ink(random):
    """Ink from 0 to 1."""
    lines = bent_line(random, flourished(random, name_strokes(random, hand(random))))
    lines = slanted(lines, random.normal(0.3, 0.3))
    return synthesise.ink_of(random, laid_down(random, lines, 0.004))
