"""Signatures in the strokes of other scripts, that nobody wrote and nobody could read: not letters, but what letters of a script are made of."""
import numpy as np

import synthesise
from strokes import laid_down, line_through, placed, slanted, straight, through


def joined(parts):
    return [through(np.concatenate(parts))]


def cyrillic(random):
    """A capital, then many arcs of one height, evenly spaced, now and then a loop below or above the line."""
    pitch, tall = random.uniform(0.2, 0.5), random.uniform(0.5, 1)
    pointed = random.random() < 0.5
    points, x = [(0, -1.6 * random.uniform(0.7, 1.2)), (0.1, 0.1)], 0.3
    fade = random.uniform(0.3, 1)
    count = int(random.integers(5, 22))
    for n in range(count):
        height = tall * (1 - (1 - fade) * n / count) * random.uniform(0.8, 1.2)
        chance = random.random()
        if chance < 0.7:
            rise = [(x, -height), (x + pitch * 0.45, -0.05)] if pointed else [(x, -height * 0.9), (x + pitch * 0.25, -height), (x + pitch * 0.5, 0)]
        elif chance < 0.85:
            rise = [(x, -height), (x + pitch * 0.4, 0.3), (x + pitch * 0.2, 1.0), (x - pitch * 0.1, 0.7), (x + pitch * 0.5, -0.1)]
        else:
            rise = [(x + pitch * 0.1, -height), (x - pitch * 0.3, -height * 0.5), (x, 0), (x + pitch * 0.4, -height * 0.6), (x + pitch * 0.1, -height)]
        points += rise
        x += pitch * random.uniform(0.6, 1.3)
    return joined([np.array(points) + random.normal(0, 0.03, (len(points), 2))])


def arabic(random):
    """From the right: teeth on the line, bowls below it, upright strokes, dots, one long sweep."""
    strokes, points, x = [], [(0.0, -0.1)], 0.0
    for _ in range(int(random.integers(4, 14))):
        chance, step = random.random(), random.uniform(0.25, 0.7)
        if chance < 0.4:
            points += [(x - step * 0.3, -random.uniform(0.2, 0.5)), (x - step * 0.6, 0), (x - step, 0.02)]
        elif chance < 0.6:
            deep = random.uniform(0.4, 1)
            points += [(x - step * 0.4, -0.25), (x - step * 0.5, deep * 0.6), (x - step * 1.6, deep), (x - step * 2.6, deep * 0.3)]
            step *= 2.2
            strokes.append(points)
            points = [(x - step * 0.9, -0.15)]
        elif chance < 0.75:
            points += [(x - step * 0.2, -random.uniform(1, 1.8)), (x - step * 0.4, -0.2), (x - step * 0.8, 0)]
        elif chance < 0.88:
            points += [(x - step * 0.2, -0.5), (x - step * 0.7, -0.55), (x - step * 0.8, -0.15), (x - step * 0.2, 0), (x - step, 0.05)]
        else:
            strokes.append(points)
            strokes.append([(x - step * 0.3, -random.uniform(1.0, 1.7)), (x - step * 0.35, 0)])
            points = [(x - step * 0.8, -0.1)]
        x -= step
    if random.random() < 0.5:
        points += [(x - random.uniform(0.5, 3), random.uniform(-0.4, 0.6)), (x - random.uniform(0, 2), random.uniform(0, 0.9))]
    strokes.append(points)
    drawn = [through(np.array(stroke) + random.normal(0, 0.04, (len(stroke), 2))) for stroke in strokes if len(stroke) > 1]
    for _ in range(int(random.integers(0, 6))):
        dot = np.array([random.uniform(x, 0), random.choice([-1, 1]) * random.uniform(0.4, 0.9)])
        drawn.append(straight(dot + np.array([(0, 0), (0.03, 0.05), (random.uniform(0.03, 0.15), 0)]), 5))
    return drawn


def hanging(random):
    """Upright strokes with a bow or a loop to the left of them, below one line on which they hang: as Indic scripts of the north."""
    strokes, x = [], 0.0
    count, way, upright = int(random.integers(2, 8)), random.uniform(0.03, 0.09), random.uniform(0.45, 0.9)
    for _ in range(count):
        wide = random.uniform(0.5, 0.9)
        bows = [
            [(0.1, 0.1), (0.05, 0.5), (0.4, 0.6), (0.7, 0.4)],
            [(0.5, 0.1), (0.1, 0.3), (0.4, 0.5), (0.1, 0.8), (0.5, 0.9)],
            [(0.6, 0.3), (0.3, 0.15), (0.1, 0.45), (0.4, 0.7), (0.65, 0.5), (0.5, 0.3)],
            [(0.1, 0.3), (0.3, 0.4), (0.15, 0.55), (0.5, 0.6), (0.3, 1.0)],
            [(0.2, 0.0), (0.25, 0.4), (0.7, 0.4), (0.6, 0.8), (0.2, 0.7)],
            [(0.3, 0.0), (0.3, 0.3), (0.05, 0.6), (0.35, 0.85), (0.55, 0.6), (0.4, 0.45)],
            [(0.15, 0.2), (0.5, 0.25), (0.5, 0.5), (0.2, 0.5), (0.55, 0.6), (0.5, 0.9), (0.15, 0.95)],
            [(0.1, 0.0), (0.12, 0.5), (0.35, 0.75), (0.6, 0.55), (0.7, 0.2)],
        ]
        bow = np.array(bows[int(random.integers(0, len(bows)))]) + random.normal(0, 0.06, (1, 2))
        strokes += placed([through(bow + random.normal(0, way, bow.shape))], x, 0, wide, 1)
        if random.random() < upright:
            strokes.append(straight(np.array([(x + wide * 0.75, 0), (x + wide * 0.75, 1)]) + random.normal(0, 0.04, (2, 2))))
        if random.random() < 0.3:
            strokes += placed([through([(0.7, 0), (0.5, -0.4), (0.1, -0.5), (-0.1, -0.2)])], x, 0, wide, random.uniform(0.6, 1.2))
        if random.random() < 0.15:
            strokes += placed([through([(0.3, 1.1), (0.7, 1.2), (0.6, 1.5), (0.3, 1.3)])], x, 0, wide, 1)
        x += wide * random.uniform(0.8, 1.15)
    if random.random() < 0.85:
        strokes.append(through([(-0.1, random.normal(0, 0.05)), (x * 0.5, random.normal(0, 0.05)), (x + random.uniform(0, 0.4), random.normal(0, 0.07))]))
    return strokes


def round_ones(random):
    """Loops and bows that are hardly joined: as scripts of the south of Asia, or Georgian."""
    strokes, x = [], 0.0
    for _ in range(int(random.integers(3, 9))):
        wide, tall = random.uniform(0.5, 1.1), random.uniform(0.7, 1.2)
        turns = np.linspace(0, 2 * np.pi * random.uniform(0.5, 1.5), 9) + random.uniform(0, 6)
        radius = np.linspace(random.uniform(0.15, 0.5), 0.5, 9)
        bow = np.stack([0.5 + radius * np.cos(turns), 0.5 + radius * np.sin(turns)], 1)
        if random.random() < 0.5:
            ends = [(random.uniform(0.4, 1.2), random.uniform(-0.6, 1.7)), (random.uniform(0.6, 1.2), random.uniform(-0.3, 1.4))]
            bow = np.concatenate([bow, np.array(ends[: int(random.integers(1, 3))])])
        strokes += placed([through(bow)], x, random.normal(0, 0.05), wide, tall)
        x += wide * random.uniform(0.75, 1.2)
    return joined([stroke[::4] for stroke in strokes]) if random.random() < 0.25 else strokes


# What square characters are put together of, as strokes in a cell of 1 by 1, in the order in which a hand makes them.
PARTS = [
    [[(0.1, 0.1), (0.08, 0.9)], [(0.1, 0.12), (0.9, 0.1), (0.85, 0.9)], [(0.1, 0.88), (0.9, 0.85)]],
    [[(0.5, -0.1), (0.52, 0.1)], [(0.1, 0.2), (0.05, 0.4)], [(0.1, 0.22), (0.95, 0.2), (0.85, 0.4)]],
    [[(0.3, 0.05), (0.5, 0.2)], [(0.15, 0.4), (0.4, 0.5)], [(0.15, 0.95), (0.35, 0.8), (0.55, 0.6)]],
    [[(0.45, 0), (0.05, 0.55)], [(0.3, 0.35), (0.3, 1)]],
    [[(0.1, 0.05), (0.1, 0.95)], [(0.1, 0.07), (0.9, 0.05), (0.85, 0.95)], [(0.15, 0.5), (0.8, 0.48)], [(0.1, 0.9), (0.85, 0.9)]],
    [[(0.05, 0.45), (0.95, 0.4)], [(0.5, 0), (0.5, 1)]],
    [[(0.15, 0.1), (0.85, 0.07)], [(0.2, 0.5), (0.8, 0.47)], [(0.0, 0.92), (1, 0.9)]],
    [[(0.5, 0), (0.4, 0.45), (0, 1)], [(0.45, 0.4), (0.65, 0.7), (1, 1)]],
    [[(0, 0.3), (1, 0.27)], [(0.5, 0), (0.5, 1)], [(0.5, 0.32), (0.3, 0.65), (0, 0.85)], [(0.5, 0.32), (0.7, 0.6), (1, 0.85)]],
    [[(0.1, 0.1), (0.8, 0.08), (0.5, 0.4)], [(0.5, 0.35), (0.52, 0.95), (0.3, 0.85)], [(0, 0.5), (1, 0.47)]],
    [[(0.5, 0), (0.25, 0.6), (0.75, 0.95)], [(0.7, 0.3), (0.5, 0.7), (0.1, 1)], [(0, 0.35), (1, 0.3)]],
    [[(0.2, 0.05), (0.15, 0.8), (0.9, 0.75)], [(0.5, 0), (0.5, 0.75)], [(0.85, 0.1), (0.85, 0.9)]],
    [[(0.1, 0.1), (0.9, 0.07)], [(0.35, 0.1), (0.3, 0.6), (0, 1)], [(0.65, 0.1), (0.65, 0.85), (0.95, 0.9), (1, 0.7)]],
]
# The first of them never stand alone.
NEVER_ALONE = 4
# Where they stand in a character: alone, beside each other, below each other, one beside two.
LAYOUTS = [
    [(0, 0, 1, 1)],
    [(0, 0, 0.4, 1), (0.45, 0, 0.55, 1)],
    [(0, 0, 1, 0.42), (0.1, 0.48, 0.8, 0.52)],
    [(0, 0.05, 0.35, 0.95), (0.42, 0, 0.58, 0.45), (0.42, 0.5, 0.58, 0.5)],
    [(0, 0, 1, 0.3), (0, 0.36, 0.45, 0.64), (0.5, 0.36, 0.5, 0.64)],
]


def character(random, hasty):
    """Runs of a pen in a cell of 1 by 1; in a hurry it is not lifted between strokes, and corners are cut."""
    runs, way = [], 0.025 + 0.03 * hasty
    layout = LAYOUTS[random.choice(len(LAYOUTS), p=[0.25, 0.3, 0.2, 0.15, 0.1])]
    for x, y, width, height in layout:
        for stroke in PARTS[int(random.integers(NEVER_ALONE if len(layout) == 1 else 0, len(PARTS)))]:
            points = np.array(stroke) * np.array([width, height]) + np.array([x, y]) + random.normal(0, way, (len(stroke), 2))
            if runs and random.random() < hasty:
                runs[-1] = np.concatenate([runs[-1], points])
            else:
                runs.append(points)
    return runs


def square_ones(random):
    """A name of two to four characters, each of short strokes in a square, often run together; side by side with room between them or
    none, now and then below each other: as in the east of Asia."""
    strokes, along = [], 0.0
    downwards, hasty = random.random() < 0.2, random.choice([random.uniform(0, 0.3), random.uniform(0.3, 0.9)])
    room = random.uniform(-0.25, 0.2) if random.random() < 0.35 else random.uniform(0.2, 1.5)
    wide, roundness = random.uniform(0.7, 1.2), random.uniform(0.2, 1)
    for _ in range(int(random.choice([1, 2, 2, 3, 3, 3, 4]))):
        runs = character(random, hasty)
        size = random.uniform(0.8, 1.2)
        x, y = (random.normal(0, 0.08), along) if downwards else (along, random.normal(0, 0.08))
        strokes += placed([line_through(run, roundness) for run in runs], x, y, size * wide, size)
        along += size * (1 if downwards else wide) + room * random.uniform(0.7, 1.3)
    return strokes


GRAMMARS, OFTEN = [cyrillic, arabic, hanging, round_ones, square_ones], [0.16, 0.22, 0.2, 0.14, 0.28]


def signature_ink(random):
    """Ink from 0 to 1."""
    strokes = random.choice(GRAMMARS, p=OFTEN)(random)
    strokes = slanted(strokes, random.normal(0.1, 0.2))
    stretch = np.array([np.exp(random.normal(0, 0.2)), 1.0])
    strokes = [stroke * stretch for stroke in strokes]
    if random.random() < 0.2:
        everything = np.concatenate(strokes)
        (left, _), (right, bottom) = everything.min(0), everything.max(0)
        x = np.linspace(left, right, 4) + random.normal(0, 0.1, 4)
        strokes.append(through(np.stack([x, bottom + random.normal(0.05, 0.08, 4)], 1)))
    return synthesise.ink_of(random, laid_down(random, strokes, 0.008))
