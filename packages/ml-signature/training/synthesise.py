"""Signatures that nobody wrote: pen movements by the sigma-lognormal model (Plamondon 1995), drawn as ink."""
import cv2
import numpy as np


def lognormal_share(times, start, mu, sigma):
    """How much of a stroke is done at each time."""
    shifted = np.maximum(times - start, 1e-6)
    argument = (np.log(shifted) - mu) / (sigma * np.sqrt(2))
    return 0.5 * (1 + np.tanh(argument * 1.1283 * (1 + 0.0894 * argument**2))) * (times > start)


def targets_of(random, count, style):
    """Where the strokes of a word aim at: up and down between a base line and the heights of letters."""
    slant, pitch, wobble = style
    points = [np.array([0.0, random.uniform(-0.2, 0.6)])]
    x = 0.0
    shrink = random.uniform(0.0, 0.7)
    for index in range(count):
        fade = 1 - shrink * index / max(count, 1)
        if index % 2 == 0:
            tall = 2.4 if index == 0 else random.choice([1.0, 1.0, 1.0, 1.9])
            height = tall * random.uniform(0.75, 1.25) * fade
        else:
            height = random.choice([0.0, 0.0, 0.0, -1.0]) * random.uniform(0.6, 1.3)
        x += pitch * random.uniform(0.15, 1.0) * (1.0 if index % 2 == 0 else 0.5) - (0.25 if random.random() < 0.25 else 0)
        points.append(np.array([x + slant * height, height + random.normal(0, wobble)]))
    return np.array(points)


def movement(random, count, style):
    """Points of a pen, as two columns, and how fast it was there: overlapping strokes, each an arc."""
    targets = targets_of(random, count, style)
    gap = random.uniform(0.09, 0.16)
    times = np.arange(0, gap * count + 0.45, 0.004)
    velocity = np.zeros((len(times), 2))
    loops = random.choice([-1.0, 1.0]) * random.uniform(0.5, 1.7)
    start = -0.08
    for here, there in zip(targets[:-1], targets[1:]):
        way = there - here
        share = lognormal_share(times, start, random.normal(-1.75, 0.08), 0.14 + abs(random.normal(0.1, 0.06)))
        turn = loops + random.normal(0, 0.5)
        angle = np.arctan2(way[1], way[0]) + turn * (share - 0.5)
        # An arc is longer than what it spans.
        length = np.hypot(*way) * (turn / 2) / np.sin(turn / 2) if abs(turn) > 1e-3 else np.hypot(*way)
        speed = np.gradient(share, times) * length
        velocity += speed[:, None] * np.stack([np.cos(angle), -np.sin(angle)], 1)
        start += gap * random.uniform(0.75, 1.3)
    points = np.cumsum(velocity, 0) * 0.004
    speed = np.linalg.norm(velocity, axis=1)
    moving = np.flatnonzero(speed > 0.02 * speed.max())
    return points[moving[0] : moving[-1] + 1], speed[moving[0] : moving[-1] + 1]


def pen_path(random):
    """A list of movements between which the pen was lifted."""
    style = random.normal(0.25, 0.3), random.uniform(0.3, 1.4), random.uniform(0.05, 0.35)
    movements = []
    right = 0.0
    for index in range(random.choice([1, 1, 2, 2, 3])):
        points, speed = movement(random, int(random.integers(5, 26) if index == 0 else random.integers(4, 18)), style)
        shift = np.array([right + random.uniform(-0.8, 0.6) - points[:, 0].min(), random.normal(0, 0.25)])
        movements.append((points + (shift if index else 0), speed))
        right = movements[-1][0][:, 0].max()
    everything = np.concatenate([points for points, _ in movements])
    left, top = everything.min(0)
    right, bottom = everything.max(0)
    if random.random() < 0.45:
        # A flourish under it, or through it.
        along = np.linspace(0, 1, 160)
        reach = random.uniform(0.5, 1.2) * (right - left)
        sway = random.normal(0, 0.25) * np.sin(along * np.pi * random.uniform(0.6, 2.6) + random.uniform(0, 3))
        from_x = left + random.uniform(-0.1, 0.4) * (right - left)
        level = top + (bottom - top) * random.uniform(0.45, 1.1)
        rising = random.normal(-0.1, 0.15) * reach
        line = np.stack([from_x + reach * along, level + sway + along * rising], 1)
        movements.append((line if random.random() < 0.5 else line[::-1], 1.5 + 4 * np.sin(along * np.pi)))
    if random.random() < 0.25:
        dot = np.array([random.uniform(left, right), random.uniform(top, bottom)])
        movements.append((dot + random.normal(0, 0.02, (6, 2)).cumsum(0), np.full(6, 2.0)))
    angle = random.normal(-0.06, 0.09)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    stretch = np.array([1.0, random.uniform(0.6, 1.3)])
    return [(points @ turn * stretch, speed) for points, speed in movements]


def signature_ink(random):
    """Ink from 0 to 1, about 400 pixels wide."""
    return ink_of(random, pen_path(random))


def ink_of(random, movements):
    """What a pen of any width leaves, ink from 0 to 1: quick strokes are thinner."""
    everything = np.concatenate([points for points, _ in movements])
    low, high = everything.min(0), everything.max(0)
    scale = min(360 / max(high[0] - low[0], 0.2), 220 / max(high[1] - low[1], 0.2))
    pen = random.uniform(1.6, 6.5)
    pressure = random.uniform(0.1, 0.75)
    size = ((high - low) * scale + 40).astype(int)
    ink = np.zeros((size[1] * 2, size[0] * 2), np.uint8)
    for points, speed in movements:
        placed = ((points - low) * scale + 20) * 2
        quick = np.clip(speed / max(np.quantile(speed, 0.9), 1e-6), 0, 1.3)
        widths = np.maximum(pen * 2 * (1.25 - pressure * quick), 1.2)
        for (x0, y0), (x1, y1), width in zip(placed[:-1], placed[1:], widths):
            cv2.line(ink, (int(x0 * 8), int(y0 * 8)), (int(x1 * 8), int(y1 * 8)), 255, max(1, round(width)), cv2.LINE_AA, 3)
    return cv2.resize(ink, (size[0], size[1]), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
