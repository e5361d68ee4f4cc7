"""Simple signatures that nobody wrote: one to six strokes, initials, loops, hatches, a letter and a line that runs out."""
import numpy as np

import letters
import synthesise
from strokes import movement_of, placed, shaken, slanted, straight, through

def letter(random):
    script = letters.LATIN_CAPITALS if random.random() < 0.75 else letters.CYRILLIC_CAPITALS
    strokes = letters.capital(str(random.choice(sorted(script))))
    bent = [stroke + random.normal(0, 0.07, (len(stroke), 2)) for stroke in strokes]
    if len(bent) > 1 and random.random() < 0.4:
        # Without lifting the pen.
        bent = [np.concatenate(bent)]
    return [through(stroke) for stroke in bent]


def initials(random):
    """Letters side by side or over each other, of one slant and size."""
    strokes, x = [], 0.0
    overlap = random.uniform(-0.5, 0.35)
    for _ in range(int(random.choice([1, 2, 2, 3]))):
        width = random.uniform(0.5, 1.2)
        strokes += placed(letter(random), x, random.normal(0, 0.08), width, random.uniform(0.8, 1.3))
        x += width * (1 + overlap)
    return strokes


def loops(random):
    """A row of loops that grow or shrink."""
    count = random.uniform(1.5, 7)
    turns = np.linspace(0, count * 2 * np.pi, int(count * 26))
    along = turns / turns[-1]
    fade = 1 + (random.uniform(0.15, 1.6) - 1) * along
    wide, tall = random.uniform(0.15, 0.5), random.uniform(0.3, 0.7)
    step = random.uniform(0.1, 0.9) * wide * 2
    x = step * turns / (2 * np.pi) * 1.3 + wide * fade * np.cos(turns + np.pi)
    y = random.choice([-1, 1]) * tall * fade * np.sin(turns)
    return [np.stack([x, y], 1)]


def hatch(random):
    """To and fro, wide or narrow, sharp or round."""
    count = int(random.integers(4, 15))
    x = np.cumsum(random.uniform(0.05, 0.25) * random.uniform(0.5, 1.5, count))
    tall = 0.5 * np.exp(random.normal(0, 0.25, count)) * np.linspace(1, random.uniform(0.2, 1.4), count)
    points = np.stack([x, tall * np.where(np.arange(count) % 2 == 0, 1, -1)], 1)
    return [through(points) if random.random() < 0.65 else straight(points)]


def arcs(random):
    """One to six strokes, each over the ones before."""
    strokes = []
    for _ in range(int(random.integers(1, 7))):
        reach, middle = random.uniform(0.3, 1.3, 2), random.uniform(0.0, 1.2, 2)
        count = int(random.integers(3, 6))
        heading = random.uniform(-0.6, 0.6) + (np.pi / 2 if random.random() < 0.4 else 0)
        along = np.linspace(-0.5, 0.5, count)[:, None] * np.array([[np.cos(heading), np.sin(heading)]])
        strokes.append(through(middle + along * reach + random.normal(0, 0.18, (count, 2))))
    return strokes


def curl(random):
    """A spiral that runs out in a tail."""
    turns = np.linspace(0, random.uniform(1.2, 3.2) * 2 * np.pi, 90)
    radius = np.linspace(random.uniform(0.05, 0.4), random.uniform(0.3, 0.8), 90)
    start = random.uniform(0, 2 * np.pi)
    round_ = np.stack([radius * np.cos(turns + start) * random.uniform(0.5, 1.6), radius * np.sin(turns + start)], 1)
    tail = np.cumsum(np.abs(random.normal(0.35, 0.15, (3, 2))) * np.array([1.2, random.choice([-0.5, 0.3])]), 0)
    return [through(np.concatenate([round_[:-4:3], round_[-1:], round_[-1] + tail]), each=5)]


def wave(random):
    """The pen model, with few strokes."""
    style = random.normal(0.25, 0.3), random.uniform(0.3, 1.4), random.uniform(0.05, 0.35)
    points, _ = synthesise.movement(random, int(random.integers(2, 7)), style)
    return [points]


def running_out(random, strokes):
    """A line from the last stroke, nearly flat, with a few waves."""
    end = strokes[-1][-1]
    size = np.ptp(np.concatenate(strokes), 0).max()
    count = int(random.integers(3, 12))
    x = end[0] + np.cumsum(random.uniform(0.3, 1, count)) / count * size * random.uniform(0.6, 3)
    y = end[1] + random.normal(0, 0.07 * size, count) * np.linspace(1, 0.2, count)
    line = through(np.stack([x, y], 1))
    return [*strokes[:-1], np.concatenate([strokes[-1], line])] if random.random() < 0.6 else [*strokes, line]


def underlined(random, strokes):
    everything = np.concatenate(strokes)
    (left, top), (right, bottom) = everything.min(0), everything.max(0)
    level = bottom - (bottom - top) * random.uniform(-0.15, 0.5)
    x = np.linspace(left - 0.1, right + random.uniform(-0.2, 0.6) * (right - left), 5)
    y = level + random.normal(0, 0.05, 5) * (bottom - top) + np.linspace(0, random.normal(-0.1, 0.12), 5) * (right - left)
    return [*strokes, through(np.stack([x, y], 1))]


FORMS, OFTEN = [initials, arcs, curl, wave, loops, hatch], [0.4, 0.16, 0.1, 0.18, 0.08, 0.08]
# Alone these are as often a scribble.
NEVER_ALONE = (loops, hatch)


def signature_ink(random):
    """Ink from 0 to 1."""
    form = random.choice(FORMS, p=OFTEN)
    strokes = form(random)
    alone = form in NEVER_ALONE
    if random.random() < (0.5 if alone else 0.2):
        other = random.choice(FORMS, p=OFTEN)(random)
        left, right = (strokes, other) if random.random() < 0.6 else (other, strokes)
        shift = np.concatenate(left)[:, 0].max() - np.concatenate(right)[:, 0].min() + random.uniform(-0.7, 0.1)
        strokes = [*left, *(stroke + np.array([shift, random.normal(0, 0.2)]) for stroke in right)]
        alone = False
    if random.random() < (0.8 if alone else 0.35):
        strokes = running_out(random, strokes)
    if random.random() < 0.25:
        strokes = underlined(random, strokes)
    strokes = slanted(strokes, random.normal(0.2, 0.25))
    stretch = np.array([np.exp(random.normal(0.1, 0.35)), 1.0])
    strokes = [shaken(random, stroke * stretch, 0.006) for stroke in strokes]
    return synthesise.ink_of(random, [movement_of(stroke) for stroke in strokes])
