"""Strokes of a pen through given points, and what both hands that sign and hands that doodle do to them."""
import numpy as np


def through(points, closed=False, each=14):
    """A smooth line through points (Catmull-Rom)."""
    points = np.asarray(points, float)
    if closed:
        around = np.concatenate([points[-1:], points, points[:2]])
    else:
        around = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0, 1, each, endpoint=False)[:, None]
    parts = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(around[:-3], around[1:-2], around[2:-1], around[3:])
    ]
    return np.concatenate([*parts, around[-2:-1]])


def straight(points, each=14):
    points = np.asarray(points, float)
    t = np.linspace(0, 1, each, endpoint=False)[:, None]
    return np.concatenate([*(a + (b - a) * t for a, b in zip(points[:-1], points[1:])), points[-1:]])


def line_through(points, roundness, each=14):
    """Between the corners of a line (0) and its bows (1)."""
    return roundness * through(points, each=each) + (1 - roundness) * straight(points, each=each)


def movement_of(points):
    """Points and how fast the pen was there, as `synthesise` draws them."""
    return points, np.linalg.norm(np.gradient(points, axis=0), axis=1)


def shaken(random, points, most):
    """As no ruler draws: a little off, the more so the longer the stroke."""
    size = np.ptp(points, 0).max()
    drift = np.cumsum(random.normal(0, 1, points.shape), 0) / np.sqrt(len(points))
    return points + most * size * drift


def slanted(strokes, slant):
    """Leaning to the right by a share of the height; y grows downwards."""
    return [stroke - np.array([slant, 0.0]) * stroke[:, 1:] for stroke in strokes]


def placed(strokes, x, y, width, height):
    """What fills 0 to 1 in both directions, elsewhere."""
    return [stroke * np.array([width, height]) + np.array([x, y]) for stroke in strokes]


def slope(random):
    """In degrees, downwards: a third of all rises or falls steeply, mostly rises; the rest hardly."""
    if random.random() < 0.35:
        return random.uniform(10, 35) * random.choice([-1, 1], p=[0.8, 0.2])
    return random.normal(-3, 5)


def turned(random, strokes):
    angle = np.radians(slope(random))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return [stroke @ turn for stroke in strokes]


def trembling(random, points, most):
    """A hand that is not steady: small waves, quick ones."""
    size = np.ptp(points, 0).max()
    return points + most * size * random.normal(0, 1, points.shape)


def laid_down(random, strokes, shaky):
    """Movements of drawn strokes: turned, shaken, by a pen whose line depends on its speed or by a sign pad's, which does not."""
    even, tremor = random.random() < 0.3, random.uniform(0.0008, 0.0025) if random.random() < 0.1 else 0
    shaken_ones = [shaken(random, stroke, shaky) for stroke in turned(random, strokes)]
    if tremor:
        shaken_ones = [trembling(random, stroke, tremor) for stroke in shaken_ones]
    return [(stroke, np.ones(len(stroke))) if even else movement_of(stroke) for stroke in shaken_ones]
