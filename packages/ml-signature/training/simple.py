"""Simple signatures that nobody wrote: one to six strokes, initials, loops, hatches, a letter and a line that runs out."""
import numpy as np

import letters
import synthesise
from strokes import laid_down, line_through, placed, slanted, straight, through


def letter(random, roundness=1.0, way=0.07):
    script = letters.LATIN_CAPITALS if random.random() < 0.72 else letters.CYRILLIC_CAPITALS
    strokes = letters.capital(str(random.choice(sorted(script))))
    bent = [stroke + random.normal(0, way, (len(stroke), 2)) for stroke in strokes]
    if len(bent) > 1 and random.random() < 0.4:
        # Without lifting the pen.
        bent = [np.concatenate(bent)]
    return [line_through(stroke, roundness) for stroke in bent]


def initials(random):
    """Letters side by side or over each other, of one slant and size, the first often the largest."""
    strokes, x = [], 0.0
    overlap = random.uniform(-0.9, 0.35) if random.random() < 0.3 else random.uniform(-0.45, 0.35)
    roundness, way = random.choice([1.0, random.uniform(0.3, 1)]), random.uniform(0.02, 0.12)
    tall, step = random.choice([1.0, random.uniform(1.1, 2.0)]), random.normal(0, 0.15)
    for n in range(int(random.choice([1, 2, 2, 2, 3, 3, 4]))):
        width, size = random.uniform(0.45, 1.2), tall if n == 0 else 1.0
        height = size * random.uniform(0.8, 1.3)
        strokes += placed(letter(random, roundness, way), x, 1 - height + n * step + random.normal(0, 0.05), width * size, height)
        x += width * size * (1 + overlap)
    if random.random() < 0.3:
        # In one go.
        strokes = [line_through(np.concatenate([stroke[::7] for stroke in strokes]), 1, 7)]
    elif random.random() < 0.2:
        strokes += [straight(np.array([(x, 1.0), (x + 0.03, 1.03), (x + 0.01, 1.05)]), 3)]
    return strokes


def circled(random):
    """Initials within a bow that seldom ends where it began."""
    strokes = initials(random)
    everything = np.concatenate(strokes)
    low, high = everything.min(0), everything.max(0)
    turns, start = random.uniform(0.65, 1.5), random.uniform(0, 2 * np.pi)
    angles = start + random.choice([-1, 1]) * np.linspace(0, 2 * np.pi * turns, int(10 * turns) + 3)
    radii = (high - low) * random.uniform(0.5, 0.85, 2) * np.linspace(1, random.uniform(0.85, 1.25), len(angles))[:, None]
    around = radii * (1 + random.normal(0, 0.05, radii.shape)) * np.stack([np.cos(angles), np.sin(angles)], 1)
    bow = (low + high) / 2 + random.normal(0, 0.08, 2) + around
    if random.random() < 0.5:
        bow = np.concatenate([bow, bow[-1:] + np.array([[random.uniform(0.2, 1.2), random.normal(0, 0.3)]])])
    return [*strokes, through(bow)]


def zigzag(random, count, pitch, tall, until):
    """Up and down along a line, from one height to another: `until` is how much of it is left at the end."""
    x = np.cumsum(pitch * np.exp(random.normal(-0.5, random.uniform(0.2, 0.6), 2 * count)))
    fade = np.linspace(1, until, count)
    up = -tall * fade * np.exp(random.normal(-0.15, 0.5, count))
    down = random.normal(0, 0.12, count) * tall + np.where(random.random(count) < 0.12, tall * random.uniform(0.3, 1.2), 0)
    return np.stack([x, np.stack([up, down], 1).ravel()], 1)


def scrawl(random):
    """One large letter, and from its end what is left of a name: points, bows or a wave, now and then a line through all of it."""
    tall = random.uniform(1.2, 3)
    strokes = placed(letter(random, random.choice([1.0, random.uniform(0.4, 1)])), 0, -tall, tall * random.uniform(0.3, 0.9), tall)
    count, pitch = int(random.integers(2, 9)), random.uniform(0.15, 0.7)
    rest = zigzag(random, count, pitch, random.uniform(0.3, 1.2), random.uniform(0.05, 1.1))
    end = strokes[-1][-1]
    from_x = end[0] if random.random() < 0.6 else random.uniform(0.3, 1) * np.concatenate(strokes)[:, 0].max()
    rest = rest + np.array([from_x, random.normal(0, 0.1)])
    joined = random.random() < 0.55
    roundness = random.choice([1.0, 1.0, random.uniform(0, 1)])
    line = line_through(np.concatenate([end[None], rest]) if joined else rest, roundness)
    strokes = [*strokes[:-1], np.concatenate([strokes[-1], line])] if joined else [*strokes, line]
    return crossed(random, strokes) if random.random() < 0.3 else strokes


def crossed(random, strokes):
    """A stroke or two through it, nearly level, as of a t or an H."""
    everything = np.concatenate(strokes)
    (left, top), (right, bottom) = everything.min(0), everything.max(0)
    for _ in range(int(random.choice([1, 1, 2]))):
        reach = np.sort(random.uniform(-0.2, 1.2, 2))
        level = top + random.uniform(0.2, 0.8) * (bottom - top)
        x = left + np.linspace(reach[0], max(reach[1], reach[0] + 0.25), 3) * (right - left)
        strokes = [*strokes, through(np.stack([x, level + random.normal(0, 0.05, 3) * (bottom - top)], 1))]
    return strokes


def tall_hatch(random):
    """Narrow strokes up and down, no two of a height, struck through."""
    points = zigzag(random, int(random.integers(3, 12)), random.uniform(0.04, 0.3), 1, random.uniform(0.3, 1.3))
    points[1::2, 1] += np.where(random.random(len(points) // 2) < 0.3, random.uniform(0, 0.6), 0)
    return crossed(random, [line_through(points, random.choice([1.0, random.uniform(0, 1)]))])


def looped_scrawl(random):
    """Loops, each of a size of its own, that run into a line."""
    points, x = [], 0.0
    for _ in range(int(random.integers(2, 9))):
        tall, wide = np.exp(random.normal(-0.2, 0.5)), random.uniform(0.1, 0.45)
        deep = 0 if random.random() < 0.75 else -random.uniform(0.3, 1.2) / tall
        loop = np.array([(0, 0), (wide, -0.5), (wide * 0.8, -1), (0, -0.9), (-0.05, -0.3), (wide * 0.5, -deep)])
        points.append(loop * np.array([1, tall]) + np.array([x, random.normal(0, 0.05)]))
        x += wide * random.uniform(0.4, 2.2)
    return [through(np.concatenate(points) + random.normal(0, 0.03, (6 * len(points), 2)), each=9)]


def nearly_straight(random):
    """A long line that goes to and fro once or twice, with a loop in it."""
    points, x = [(0.0, 0.0)], 0.0
    for _ in range(int(random.integers(1, 4))):
        x += random.uniform(0.5, 2.2)
        size = random.uniform(0.15, 0.7)
        side = random.choice([-1, -1, 1])
        points += [(x, side * 0.1), (x + size * 0.5, side * size), (x, side * size * 1.5), (x - size * 0.3, side * size * 0.6)]
        if random.random() < 0.25:
            points += [(x - random.uniform(0.6, 2), random.normal(0.2, 0.2))]
    points.append((x + random.uniform(0.8, 3), random.normal(0, 0.25)))
    return [through(np.array(points) + random.normal(0, 0.05, (len(points), 2)))]


def slashes(random):
    """Two to six quick strokes that cross each other at narrow angles, bent or hooked at an end."""
    strokes = []
    heading = random.uniform(-1.3, -0.2)
    for n in range(int(random.integers(3, 7))):
        angle = heading + random.normal(0, 0.35) + (np.pi / 2 if n % 2 else 0)
        reach, middle = random.uniform(0.5, 1.5), np.array([random.normal(0, 0.15) + n * random.uniform(0, 0.35), random.normal(0, 0.2)])
        along = np.linspace(-0.5, 0.5, 4)[:, None] * np.array([[np.cos(angle), np.sin(angle)]]) * reach
        points = middle + along + random.normal(0, 0.05, (4, 2))
        if random.random() < 0.5:
            points = np.concatenate([points, points[-1:] + random.normal(0, 0.3, (1, 2))])
        strokes.append(through(points))
    return [np.concatenate(strokes)] if random.random() < 0.25 else strokes


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
    for _ in range(int(random.integers(2, 7))):
        reach, middle = random.uniform(0.5, 1.4, 2), random.uniform(0.25, 0.8, 2)
        count = int(random.integers(3, 6))
        heading = random.uniform(-0.6, 0.6) + (np.pi / 2 if random.random() < 0.4 else 0)
        along = np.linspace(-0.5, 0.5, count)[:, None] * np.array([[np.cos(heading), np.sin(heading)]])
        strokes.append(through(middle + along * reach + random.normal(0, 0.18, (count, 2))))
    return strokes


def curl(random):
    """A spiral that runs out in a tail."""
    turns = np.linspace(0, random.uniform(1.0, 2.2) * 2 * np.pi, 90)
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
    return [*strokes[:-1], np.concatenate([strokes[-1], line])] if random.random() < 0.8 else [*strokes, line]


def underlined(random, strokes):
    everything = np.concatenate(strokes)
    (left, top), (right, bottom) = everything.min(0), everything.max(0)
    level = bottom - (bottom - top) * random.uniform(-0.15, 0.5)
    x = np.linspace(left - 0.1, right + random.uniform(-0.2, 0.6) * (right - left), 5)
    y = level + random.normal(0, 0.05, 5) * (bottom - top) + np.linspace(0, random.normal(-0.1, 0.12), 5) * (right - left)
    return [*strokes, through(np.stack([x, y], 1))]


FORMS = [initials, circled, scrawl, tall_hatch, looped_scrawl, nearly_straight, slashes, arcs, curl, wave, loops, hatch]
OFTEN = [0.25, 0.06, 0.2, 0.06, 0.1, 0.04, 0.05, 0.05, 0.05, 0.09, 0.03, 0.02]
# Alone these are as often a scribble.
NEVER_ALONE = (loops, hatch)
# Rather whole than with another beside it.
WHOLE = (circled, scrawl, looped_scrawl)


def signature_ink(random):
    """Ink from 0 to 1."""
    form = random.choice(FORMS, p=OFTEN)
    strokes = form(random)
    alone, whole = form in NEVER_ALONE, form in WHOLE
    if random.random() < (0.7 if alone else 0.06 if whole else 0.2):
        other = (initials if alone else random.choice(FORMS, p=OFTEN))(random)
        left, right = (strokes, other) if random.random() < 0.6 else (other, strokes)
        shift = np.concatenate(left)[:, 0].max() - np.concatenate(right)[:, 0].min() + random.uniform(-0.7, 0.1)
        strokes = [*left, *(stroke + np.array([shift, random.normal(0, 0.2)]) for stroke in right)]
        alone = False
    if random.random() < (1.0 if alone else 0.12 if whole else 0.3):
        strokes = running_out(random, strokes)
    if random.random() < 0.25:
        strokes = underlined(random, strokes)
    strokes = slanted(strokes, random.normal(0.2, 0.25))
    stretch = np.array([np.exp(random.normal(0.1, 0.35)), 1.0])
    return synthesise.ink_of(random, laid_down(random, [stroke * stretch for stroke in strokes], 0.006))
