"""What forms, fax machines and hurried hands with a phone do to an image, beyond `augment`: rules and cut lines of print, stamps across,
two colours only, shadows with an edge, shaking, glare, much JPEG. The same for every kind."""
import cv2
import numpy as np

import augment


def crowded(random, surroundings, box, height, width):
    """What `forms` draws, and more often squared paper, lines of print that the border cuts, and a stamp across."""
    x, y, w, h = box
    drawn = augment.forms(random, surroundings, box, height, width) if random.random() < 0.6 else np.zeros((height, width), np.float32)
    if random.random() < 0.2:
        step = max(int(h * random.uniform(0.12, 0.6)), 6)
        strength, line = random.uniform(0.25, 0.9), int(random.integers(1, 3))
        for level in range(int(random.integers(0, step)), height, step):
            cv2.line(drawn, (0, level), (width, level), strength, line)
        if random.random() < 0.6:
            for level in range(int(random.integers(0, step)), width, step):
                cv2.line(drawn, (level, 0), (level, height), strength, line)
    for above in (True, False):
        if surroundings.prints and random.random() < 0.3:
            text = augment.pick(random, surroundings.prints)
            text = augment.resized_to_width(text, w * random.uniform(0.8, 4))
            seen = int(min(text.shape[0], 0.5 * h) * random.uniform(0.2, 1))
            level = seen - text.shape[0] if above else height - seen
            augment.laid(drawn, text, int(-random.uniform(0, 0.6) * max(text.shape[1] - width, 0) + random.uniform(-0.1, 0.3) * w), level)
    if surroundings.stamps and random.random() < 0.12:
        stamp = augment.resized_to_width(augment.pick(random, surroundings.stamps), w * random.uniform(0.4, 1))
        augment.laid(drawn, stamp * random.uniform(0.3, 0.9), int(x + w * random.uniform(-0.3, 0.8)), int(y + h * random.uniform(-0.6, 0.4)))
    return drawn


def two_colours(random, rgb):
    """A fax, or a scan in black and white."""
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    if random.random() < 0.5:
        grey = cv2.resize(grey, None, fx=random.uniform(0.5, 1), fy=random.uniform(0.4, 1), interpolation=cv2.INTER_AREA)
    noise = random.standard_normal(grey.shape, np.float32) * np.float32(random.uniform(0, 14))
    around = cv2.blur(grey, (31, 31)) if random.random() < 0.5 else np.full_like(grey, int(np.percentile(grey, 90)))
    dark = grey + noise < around * random.uniform(0.72, 0.93)
    return cv2.cvtColor(np.where(dark, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2RGB)


def in_shadow(random, rgb):
    """Of a hand or a phone: one side of a line is darker."""
    height, width = rgb.shape[:2]
    angle = random.uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.arange(width) / width - random.uniform(0.2, 0.8), np.arange(height) / height - random.uniform(0.2, 0.8))
    side = np.cos(angle) * x + np.sin(angle) * y + 0.05 * np.sin(6 * (x - y))
    share = 1 / (1 + np.exp(-np.clip(side / random.uniform(0.01, 0.1), -30, 30)))
    return (rgb * (1 - random.uniform(0.2, 0.55) * share)[:, :, None]).astype(np.uint8)


def shaken(random, rgb):
    reach = max(int(max(rgb.shape[:2]) * random.uniform(0.006, 0.022)), 2)
    kernel = np.zeros((reach, reach), np.float32)
    angle = random.uniform(0, np.pi)
    middle, way = (reach - 1) / 2, np.array([np.cos(angle), np.sin(angle)]) * (reach - 1) / 2
    start, end = (tuple(int(round(middle + sign * part)) for part in way) for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0)
    return cv2.filter2D(rgb, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def dazzled(random, rgb):
    height, width = rgb.shape[:2]
    x = (np.arange(width)[None] - width * random.uniform(0, 1)) / (width * random.uniform(0.1, 0.35))
    y = (np.arange(height)[:, None] - height * random.uniform(0, 1)) / (height * random.uniform(0.15, 0.6))
    light = random.uniform(0.4, 0.95) * np.exp(-(x**2) - y**2)
    return (rgb + (255 - rgb) * light[:, :, None]).astype(np.uint8)


def compressed(random, rgb):
    return cv2.imdecode(cv2.imencode(".jpg", rgb, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(8, 30))])[1], cv2.IMREAD_COLOR)


HOW_OFTEN = [(in_shadow, 0.15), (dazzled, 0.05), (shaken, 0.06), (two_colours, 0.12), (compressed, 0.15)]


def mistreated(random, rgb):
    for way, share in HOW_OFTEN:
        if random.random() < share:
            rgb = way(random, rgb)
    return rgb
