"""What a hand draws of a thing: photographs in the lines and hatches of a pencil, and outlines of pictures drawn by heart."""
import cv2
import numpy as np

import glyphs
import synthesise
from strokes import movement_of, shaken, straight, through

WIDTH = 360


def photo_of(rgb):
    """Grey, and small enough to keep many."""
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    scale = 480 / max(grey.shape)
    return cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey


def drifted(random, ink, most):
    """A stroke is never where the last one was."""
    height, width = ink.shape
    field = random.normal(0, most, (2, height // 40 + 3, width // 40 + 3)).astype(np.float32)
    x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in field)
    return cv2.remap(ink, x + dx, y + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def noise(random, shape, coarse):
    """From 0 to 1, in patches of so many pixels."""
    height, width = shape
    field = random.random((int(height / coarse) + 2, int(width / coarse) + 2)).astype(np.float32)
    return cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR)


def soft_lines(random, grey):
    """Lines that are as dark as the edge is strong (extended difference of Gaussians, Winnemöller 2012)."""
    sigma = random.uniform(0.8, 1.8)
    near, far = cv2.GaussianBlur(grey, (0, 0), sigma), cv2.GaussianBlur(grey, (0, 0), 1.6 * sigma)
    edges = far - near
    return np.clip(edges / max(np.quantile(edges, random.uniform(0.95, 0.985)), 1.0), 0, 1)


def thin_lines(random, grey):
    """Outlines only, with gaps."""
    low = float(random.uniform(30, 90))
    edges = cv2.Canny(cv2.GaussianBlur(grey, (0, 0), random.uniform(1, 2.2)).astype(np.uint8), low, 2.5 * low)
    edges = edges.astype(np.float32) / 255 * (noise(random, grey.shape, 14) > random.uniform(0.05, 0.3))
    return np.clip(cv2.GaussianBlur(edges, (0, 0), random.uniform(0.5, 0.9)) * 2.2, 0, 1)


def hatches(random, grey, angle, darker):
    """Strokes side by side wherever it is darker."""
    height, width = grey.shape
    x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
    across = np.cos(angle) * x + np.sin(angle) * y + 3 * noise(random, grey.shape, 50)
    wave = 0.5 + 0.5 * np.cos(across * (2 * np.pi / random.uniform(4, 9)))
    return np.clip(wave * 2.5 - 1.2, 0, 1) * (cv2.GaussianBlur(grey, (0, 0), 3) < darker)


def within(random, shape):
    """What is drawn ends somewhere on the sheet, at no straight edge."""
    height, width = shape
    x, y = np.linspace(-1, 1, width, dtype=np.float32)[None], np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    away = np.sqrt(x**2 + y**2) + 0.5 * (noise(random, shape, 60) - 0.5)
    return np.clip((random.uniform(0.75, 1) - away) * 8, 0, 1)


# Less than this share of a sheet is a stray line, no drawing.
LEAST = 0.025


def photo_ink(random, photos):
    """Ink from 0 to 1, of one of some grey photographs."""
    for _ in range(4):
        ink = pencilled(random, photos[int(random.integers(0, len(photos)))])
        if ink.mean() > LEAST:
            break
    return ink


def pencilled(random, grey):
    height, width = grey.shape
    part = random.uniform(0.45, 1)
    tall, wide = int(height * part), int(width * part)
    top, left = int(random.integers(0, height - tall + 1)), int(random.integers(0, width - wide + 1))
    size = WIDTH, int(np.clip(WIDTH * tall / wide, 120, 460))
    grey = cv2.resize(grey[top : top + tall, left : left + wide], size, interpolation=cv2.INTER_AREA)
    grey = cv2.medianBlur(grey, int(random.choice([3, 5, 5, 7])))
    grey = cv2.normalize(grey, None, 0, 255, cv2.NORM_MINMAX).astype(np.float32)
    lines = soft_lines if random.random() < 0.6 else thin_lines
    edges = lines(random, grey)
    ink = edges
    for _ in range(int(random.integers(0, 3))):
        ink = np.maximum(ink * random.uniform(0.7, 1), drifted(random, edges, random.uniform(0.5, 2)) * random.uniform(0.4, 1))
    if random.random() < 0.5:
        angle, darkness = random.uniform(0, np.pi), np.quantile(grey, random.uniform(0.15, 0.45))
        ink = np.maximum(ink, hatches(random, grey, angle, darkness) * random.uniform(0.3, 0.9))
        if random.random() < 0.5:
            ink = np.maximum(ink, hatches(random, grey, angle + random.uniform(0.6, 1.6), darkness * 0.7) * random.uniform(0.3, 0.9))
    if random.random() < 0.75:
        ink = ink * within(random, ink.shape)
    if random.random() < 0.7:
        # The grain of the sheet under a pencil.
        grain = random.standard_normal(ink.shape, np.float32) * np.float32(random.uniform(0.1, 0.4))
        ink = ink * np.clip(random.uniform(0.5, 1) + grain, 0, 1)
    return np.clip(ink, 0, 1).astype(np.float32)


def outlines_of(lines):
    """The contours of a picture in lines, in the middle of the lines: the outer one and those of what they enclose, largest first."""
    thick = max(int(2 * cv2.distanceTransform((lines > 127).astype(np.uint8), cv2.DIST_L2, 3).max() * 0.6), 1)
    body = np.pad(glyphs.silhouette(lines), 8)
    holes = ((body > 127) & (np.pad(lines, 8) <= 127)).astype(np.uint8)
    half = np.ones((thick // 2 + 1, thick // 2 + 1), np.uint8)
    outer, _ = cv2.findContours(cv2.erode((body > 127).astype(np.uint8), half), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    inner, _ = cv2.findContours(cv2.dilate(holes, half), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return sorted((contour[:, 0] for contour in (*outer, *inner) if len(contour) > 20), key=len, reverse=True)


def stroke_of(random, contour, detail, wobble):
    """A contour as a hand goes along it, from anywhere: few points, not quite closed, or closed twice over."""
    corners = cv2.approxPolyDP(contour[:, None], detail, True)[:, 0].astype(float)
    if len(corners) < 3:
        return None
    corners = np.roll(corners, -int(random.integers(0, len(corners))), 0)
    over = int(random.choice([0, 1, 1, 2]))
    points = np.concatenate([corners, corners[:over]]) + random.normal(0, wobble, (len(corners) + over, 2))
    each = int(np.clip(400 / len(points), 2, 10))
    return through(points, each=each) if random.random() < 0.8 else straight(points, each=each)


def contour_ink(random, fonts):
    """Ink from 0 to 1: one picture, at times two."""
    movements, right = [], 0.0
    detail, wobble, shake = random.uniform(1, 5), random.uniform(0, 3), random.uniform(0, 0.03)
    twice = random.random() < 0.25
    for _ in range(int(random.choice([1, 1, 1, 1, 2]))):
        lines = glyphs.glyph(random, fonts, 200)
        for contour in outlines_of(lines)[: int(random.integers(3, 16))]:
            for _ in range(2 if twice else 1):
                stroke = stroke_of(random, contour, detail, wobble)
                if stroke is not None and len(stroke) > 2:
                    movements.append(movement_of(shaken(random, stroke, shake) + np.array([right, 0])))
        right += lines.shape[1] * random.uniform(0.9, 1.3)
    return synthesise.ink_of(random, movements)


def sketch_ink(random, fonts, photos):
    return photo_ink(random, photos) if photos and random.random() < 0.45 else contour_ink(random, fonts)
