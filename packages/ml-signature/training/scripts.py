"""Signatures in the strokes of other scripts, that nobody wrote and nobody could read: not letters, but what letters of a script are made of."""
import numpy as np

import synthesise
from strokes import movement_of, placed, shaken, slanted, straight, through


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
    count = int(random.integers(2, 8))
    for _ in range(count):
        wide = random.uniform(0.5, 0.9)
        bows = [
            [(0.1, 0.1), (0.05, 0.5), (0.4, 0.6), (0.7, 0.4)],
            [(0.5, 0.1), (0.1, 0.3), (0.4, 0.5), (0.1, 0.8), (0.5, 0.9)],
            [(0.6, 0.3), (0.3, 0.15), (0.1, 0.45), (0.4, 0.7), (0.65, 0.5), (0.5, 0.3)],
            [(0.1, 0.3), (0.3, 0.4), (0.15, 0.55), (0.5, 0.6), (0.3, 1.0)],
            [(0.2, 0.0), (0.25, 0.4), (0.7, 0.4), (0.6, 0.8), (0.2, 0.7)],
        ]
        bow = np.array(bows[int(random.integers(0, len(bows)))]) + random.normal(0, 0.06, (1, 2))
        strokes += placed([through(bow + random.normal(0, 0.04, bow.shape))], x, 0, wide, 1)
        if random.random() < 0.7:
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


def part_of_square(random):
    """A stroke of one to three turns: level, upright, falling to either side, or with a corner."""
    x, y = random.uniform(0.1, 0.9, 2)
    kind = random.random()
    if kind < 0.35:
        part = [(x * 0.4, y), (x * 0.4 + random.uniform(0.3, 0.8), y + random.normal(-0.05, 0.04))]
    elif kind < 0.6:
        below = y * 0.3 + random.uniform(0.3, 0.9)
        part = [(x, y * 0.3), (x, below)] + ([(x - 0.12, below - 0.08)] if random.random() < 0.4 else [])
    elif kind < 0.75:
        part = [(x, y * 0.5), (x - 0.15, y * 0.5 + 0.3), (x - 0.5, y * 0.5 + 0.6)]
    elif kind < 0.88:
        part = [(x * 0.6, y * 0.6), (x * 0.6 + 0.2, y * 0.6 + 0.25), (x * 0.6 + 0.55, y * 0.6 + 0.4)]
    else:
        part = [(x * 0.4, y * 0.4), (x * 0.4 + 0.4, y * 0.4), (x * 0.4 + 0.38, y * 0.4 + 0.4), (x * 0.4 + 0.2, y * 0.4 + 0.42)]
    return np.array(part) + random.normal(0, 0.03, (len(part), 2))


def square_ones(random):
    """Characters side by side or below each other, each of short strokes in a square, often run together: as in the east of Asia."""
    strokes, along = [], 0.0
    downwards, hasty = random.random() < 0.15, random.uniform(0, 0.8)
    for _ in range(int(random.integers(1, 5))):
        runs = []
        for _ in range(int(random.integers(2, 8))):
            part = part_of_square(random)
            if runs and random.random() < hasty:
                runs[-1] = np.concatenate([runs[-1], part])
            else:
                runs.append(part)
        size = random.uniform(0.8, 1.2)
        x, y = (0, along) if downwards else (along, random.normal(0, 0.08))
        strokes += placed([through(run) for run in runs], x, y, size, size)
        along += size * random.uniform(0.8, 1.15)
    return strokes


GRAMMARS = [cyrillic, arabic, hanging, round_ones, square_ones]


def signature_ink(random):
    """Ink from 0 to 1."""
    strokes = random.choice(GRAMMARS)(random)
    strokes = slanted(strokes, random.normal(0.1, 0.2))
    stretch = np.array([np.exp(random.normal(0, 0.2)), 1.0])
    angle = random.normal(-0.05, 0.1)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    strokes = [shaken(random, stroke * stretch @ turn, 0.008) for stroke in strokes]
    if random.random() < 0.2:
        everything = np.concatenate(strokes)
        (left, _), (right, bottom) = everything.min(0), everything.max(0)
        x = np.linspace(left, right, 4) + random.normal(0, 0.1, 4)
        strokes.append(through(np.stack([x, bottom + random.normal(0.05, 0.08, 4)], 1)))
    return synthesise.ink_of(random, [movement_of(stroke) for stroke in strokes])
