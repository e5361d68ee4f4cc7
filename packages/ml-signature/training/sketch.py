"""Pages that a hand drew: boxes, crosses, icons, wavy lines for text and words that are none, as designers sketch a screen."""
import cv2
import numpy as np

import synthesise

WIDTH, HEIGHT = 420, 320


def wobbly(random, page, start, end, width):
    """A line by hand."""
    count = 12
    along = np.linspace(0, 1, count)[:, None]
    points = np.array(start) * (1 - along) + np.array(end) * along
    points[1:-1] += np.cumsum(random.normal(0, 0.35, (count - 2, 2)), 0)
    cv2.polylines(page, [np.round(points * 8).astype(np.int32)], False, 255, width, cv2.LINE_AA, 3)


def box(random, page, x, y, w, h, width):
    corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    over = random.normal(0, 2, (4, 2))
    for n in range(4):
        wobbly(random, page, corners[n] + over[n], corners[(n + 1) % 4] - over[n], width)
    if random.random() < 0.2:
        wobbly(random, page, corners[0], corners[2], width)
        wobbly(random, page, corners[1], corners[3], width)


def words(random, page, x, y, w, height):
    """What looks like a few words: movements of the pen, small."""
    cursor = x
    while cursor < x + w:
        style = random.normal(0.15, 0.2), random.uniform(0.4, 0.9), 0.2
        points, _ = synthesise.movement(random, int(random.integers(4, 16)), style)
        points = (points - points.min(0)) * height / 3
        if cursor + points[:, 0].max() > page.shape[1]:
            break
        placed = np.round((points + [cursor, y]) * 8).astype(np.int32)
        cv2.polylines(page, [placed], False, 255, 1 if height < 14 else 2, cv2.LINE_AA, 3)
        cursor += points[:, 0].max() + height * random.uniform(0.4, 0.9)


def waves(random, page, x, y, w, width):
    along = np.linspace(0, w, 60)
    level = y + random.uniform(1, 4) * np.sin(along * random.uniform(0.15, 0.5)) + random.normal(0, 0.3, 60)
    cv2.polylines(page, [np.round(np.stack([x + along, level], 1) * 8).astype(np.int32)], False, 255, width, cv2.LINE_AA, 3)


def row(random, page, x, y, w, h, width):
    """One part of a screen."""
    part = random.integers(0, 6)
    if part == 0:
        box(random, page, x, y, w, h * 0.85, width)
        if random.random() < 0.6:
            words(random, page, x + 8, y + h * 0.25, w * 0.6, min(h * 0.4, 22))
    elif part == 1:
        words(random, page, x, y + h * 0.2, w * random.uniform(0.3, 1), min(h * 0.5, 24))
    elif part == 2:
        for level in np.arange(y + 6, y + h - 4, 12):
            waves(random, page, x, level, w * random.uniform(0.5, 1), width)
    elif part == 3:
        count = int(random.integers(2, 5))
        for n in range(count):
            box(random, page, x + n * w / count, y, w / count * 0.8, h * 0.8, width)
    elif part == 4:
        radius = max(int(min(h, w) * random.uniform(0.1, 0.3)), 3)
        cv2.circle(page, (int(x + radius), int(y + h / 2)), radius, 255, width, cv2.LINE_AA)
        words(random, page, x + 2.5 * radius, y + h * 0.3, w * 0.5, min(h * 0.4, 20))
    else:
        side = min(h * 0.5, 22)
        box(random, page, x, y + h * 0.2, side, side, width)
        words(random, page, x + side * 1.5, y + h * 0.25, w * 0.6, min(h * 0.4, 20))


def page_ink(random):
    """Ink from 0 to 1."""
    width, height = (WIDTH, HEIGHT) if random.random() < 0.5 else (HEIGHT, WIDTH)
    page = np.zeros((height, width), np.uint8)
    pen = int(random.integers(1, 4))
    left, top, right, bottom = 20, 20, width - 20, height - 20
    if random.random() < 0.5:
        box(random, page, left - 8, top - 8, right - left + 16, bottom - top + 16, pen)
    rows = int(random.integers(2, 8))
    columns = int(random.choice([1, 1, 2, 2, 3]))
    for n in range(rows):
        for column in range(columns):
            if random.random() < 0.85:
                w = (right - left) / columns
                row(random, page, left + column * w, top + n * (bottom - top) / rows, w * 0.9, (bottom - top) / rows, pen)
    return page.astype(np.float32) / 255
