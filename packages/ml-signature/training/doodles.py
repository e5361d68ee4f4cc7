"""Drawings of few strokes that nobody drew: shapes, faces, houses, arrows, with the pens of `synthesise`."""
import numpy as np

import synthesise
from strokes import movement_of, placed, shaken, straight, through


def rounded(count, radii, start=0.0, turns=1.0):
    angles = start + np.linspace(0, 2 * np.pi * turns, count)
    return np.stack([0.5 + 0.5 * np.cos(angles) * radii, 0.5 + 0.5 * np.sin(angles) * radii], 1)


def circle(random):
    return [through(rounded(12, 1 + random.normal(0, 0.04, 12), random.uniform(0, 6), random.uniform(0.9, 1.1)))]


def polygon(random):
    count = int(random.integers(3, 7))
    corners = rounded(count + 1, 1 + np.zeros(count + 1), random.choice([-np.pi / 2, np.pi / 4]))
    corners[:-1] += random.normal(0, 0.04, (count, 2))
    corners[-1] = corners[0] + random.normal(0, 0.03, 2)
    return [straight(corners)]


def box(random):
    return [straight([(0, 0), (1, 0.02), (0.98, 1), (0.01, 0.97), (0, random.normal(0, 0.03))])]


def star(random):
    angles = -np.pi / 2 + np.arange(6) * 4 * np.pi / 5
    return [straight(np.stack([0.5 + 0.5 * np.cos(angles), 0.5 + 0.5 * np.sin(angles)], 1) + random.normal(0, 0.03, (6, 2)))]


def heart(random):
    return [through([(0.5, 1), (0.1, 0.55), (0.05, 0.2), (0.3, 0.02), (0.5, 0.3), (0.7, 0.02), (0.95, 0.2), (0.9, 0.55), (0.5, 1)])]


def arrow(random):
    return [straight([(0, 0.5), (1, 0.5 + random.normal(0, 0.1))]), straight([(0.7, 0.15), (1, 0.5), (0.7, 0.85)])]


def house(random):
    walls = straight([(0.05, 0.45), (0.05, 1), (0.95, 1), (0.95, 0.45), (0.05, 0.45)])
    parts = [walls, straight([(0, 0.47), (0.5, 0), (1, 0.47)])]
    if random.random() < 0.6:
        parts.append(straight([(0.4, 1), (0.4, 0.65), (0.6, 0.65), (0.6, 1)]))
    return parts


def face(random):
    eyes = [through(rounded(7, np.ones(7)) * 0.08 + np.array([x, 0.33])) for x in (0.3, 0.62)]
    mouth = through([(0.28, 0.65), (0.5, 0.65 + random.normal(0.12, 0.1)), (0.74, 0.65)])
    return [*circle(random), *eyes, mouth]


def person(random):
    head = placed(circle(random), 0.35, 0, 0.3, 0.28)
    lines = [[(0.5, 0.28), (0.5, 0.65)], [(0.1, 0.4), (0.5, 0.38), (0.9, 0.42)], [(0.2, 1), (0.5, 0.65), (0.8, 1)]]
    return [*head, *(straight(np.array(line) + random.normal(0, 0.03, (len(line), 2))) for line in lines)]


def sun(random):
    angles = np.linspace(0, 2 * np.pi, int(random.integers(6, 13)), endpoint=False)
    rays = [straight([(0.5 + r * np.cos(a), 0.5 + r * np.sin(a)) for r in (0.33, 0.5)]) for a in angles]
    return [*placed(circle(random), 0.25, 0.25, 0.5, 0.5), *rays]


def flower(random):
    count = int(random.integers(4, 9))
    angles = np.linspace(0, 2 * np.pi, count * 14)
    petals = 0.32 + 0.16 * np.cos(count * angles)
    stem = through([(0.5, 0.85), (0.45, 1.2), (0.5, 1.6)])
    middle = placed(circle(random), 0.4, 0.4, 0.2, 0.2)
    return [np.stack([0.5 + petals * np.cos(angles), 0.5 + petals * np.sin(angles)], 1), *middle, stem]


def tree(random):
    count = 9
    crown = rounded(count * 4 + 1, 1 + 0.1 * np.cos(count * np.linspace(0, 2 * np.pi, count * 4 + 1)))
    return [*placed([through(crown)], 0, 0, 1, 0.7), straight([(0.42, 0.68), (0.42, 1.1)]), straight([(0.58, 0.68), (0.58, 1.1)])]


def fish(random):
    return [through([(1, 0.1), (0.75, 0.5), (0.4, 0.9), (0, 0.5), (0.4, 0.1), (0.75, 0.5), (1, 0.9), (0.97, 0.5), (1, 0.1)])]


def grid(random):
    levels = np.linspace(0, 1, int(random.integers(3, 6)))[1:-1]
    return [straight([(at, 0), (at, 1)]) for at in levels] + [straight([(0, at), (1, at)]) for at in levels]


def flash(random):
    return [straight([(0.6, 0), (0.2, 0.55), (0.55, 0.5), (0.35, 1), (0.9, 0.4), (0.5, 0.43), (0.6, 0)])]


def mountains(random):
    x = np.linspace(0, 1, 2 * int(random.integers(2, 4)) + 1)
    return [straight(np.stack([x, np.where(np.arange(len(x)) % 2 == 0, 1, random.uniform(0, 0.5, len(x)))], 1)), straight([(0, 1), (1, 1)])]


def cup(random):
    return [straight([(0.05, 0), (0.15, 1), (0.7, 1), (0.8, 0), (0.05, 0)]), through([(0.78, 0.2), (1, 0.25), (0.98, 0.6), (0.73, 0.7)])]


SHAPES = [circle, polygon, box, star, heart, arrow, house, face, person, sun, flower, tree, fish, grid, flash, mountains, cup]


def doodle_ink(random):
    """Ink from 0 to 1: one shape, or a few side by side or within each other."""
    strokes, x = [], 0.0
    for _ in range(int(random.choice([1, 1, 1, 1, 2, 2, 3]))):
        width, height = np.exp(random.normal(0, 0.35, 2))
        if strokes and random.random() < 0.35:
            strokes += placed(random.choice(SHAPES)(random), x - 0.8, 0.2, width * 0.4, height * 0.4)
        else:
            strokes += placed(random.choice(SHAPES)(random), x, random.normal(0, 0.15), width, height)
            x += width * random.uniform(0.9, 1.5)
    angle = random.normal(0, 0.12)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    strokes = [shaken(random, stroke @ turn, 0.02) for stroke in strokes]
    return synthesise.ink_of(random, [movement_of(stroke) for stroke in strokes])
