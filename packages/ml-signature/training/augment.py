"""What phones, scanners and web pages do to an image, and what lies around a signature on a form."""
import cv2
import numpy as np

import ink as inks
from corpus import DRAWING, HANDWRITTEN, NOT_A_SIGNATURE, PRINTED, SIGNATURE
from strokes import slope


class Surroundings:
    """What signatures are laid on: paper, printed lines, handwriting and stamps of images in one fold, so that no fold sees another; and
    the grey photographs of that fold, which sketches are made of."""

    def __init__(self, papers, prints, writings, stamps, photos=()):
        self.papers, self.prints, self.writings, self.stamps, self.photos = papers, prints, writings, stamps, photos


def pick(random, values):
    return values[int(random.integers(0, len(values)))]


def elastic(random, ink, strength):
    """Bends, turns, slants and stretches what is drawn."""
    height, width = ink.shape
    pad = int(0.15 * max(height, width))
    ink = cv2.copyMakeBorder(ink, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    height, width = ink.shape
    grid = random.normal(0, strength * max(height, width), (2, 4, 6)).astype(np.float32)
    shift_x = cv2.resize(grid[0], (width, height), interpolation=cv2.INTER_CUBIC)
    shift_y = cv2.resize(grid[1], (width, height), interpolation=cv2.INTER_CUBIC)
    x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
    angle, shear, stretch_x, stretch_y = map(
        np.float32, (random.normal(0, 0.1), random.normal(0, 0.15), *random.uniform(0.85, 1.15, 2))
    )
    cx, cy = x - width / 2, y - height / 2
    turned_x = (np.cos(angle) * cx + (np.sin(angle) + shear) * cy) * stretch_x + width / 2 + shift_x
    turned_y = (-np.sin(angle) * cx + np.cos(angle) * cy) * stretch_y + height / 2 + shift_y
    return cv2.remap(ink, turned_x, turned_y, cv2.INTER_LINEAR, borderValue=0)


def thickened(random, ink):
    """A finer or a broader pen."""
    size = int(random.integers(2, 4))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return cv2.erode(ink, kernel) if random.random() < 0.35 else cv2.dilate(ink, kernel)


def turned(page, degrees):
    """Upwards to the right, with room for all of it."""
    height, width = page.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    new = np.abs(matrix[:, :2]) @ [width, height]
    matrix[:, 2] += new / 2 - [width / 2, height / 2]
    return cv2.warpAffine(page, matrix, (int(new[0]), int(new[1])), flags=cv2.INTER_LINEAR)


def trimmed(ink):
    left, top, right, bottom = inks.ink_box(ink)
    height, width = ink.shape
    return ink[max(int(top), 0) : min(int(bottom) + 1, height), max(int(left), 0) : min(int(right) + 1, width)]


def resized_to_width(ink, width):
    scale = width / ink.shape[1]
    height = min(max(int(ink.shape[0] * scale), 4), 600)
    return cv2.resize(ink, (int(width), height), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)


def laid(target, ink, x, y):
    """The darker one of both, where they overlap."""
    height, width = target.shape
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + ink.shape[1], width), min(y + ink.shape[0], height)
    if x1 > x0 and y1 > y0:
        part = target[y0:y1, x0:x1]
        np.maximum(part, ink[y0 - y : y1 - y, x0 - x : x1 - x], out=part)


def paper(random, surroundings, height, width):
    if surroundings.papers and random.random() < 0.5:
        sheet = cv2.resize(pick(random, surroundings.papers), (width, height), interpolation=cv2.INTER_LINEAR)
        return sheet.astype(np.float32)
    colour = np.array([255.0, 255, 255]) if random.random() < 0.4 else random.uniform(185, 255) * random.uniform(0.86, 1, 3)
    sheet = np.empty((height, width, 3), np.float32)
    sheet[:] = colour
    if random.random() < 0.5:
        grain = random.normal(0, random.uniform(1, 6), (height // 2 + 1, width // 2 + 1)).astype(np.float32)
        sheet += cv2.resize(grain, (width, height))[:, :, None]
    return sheet


def forms(random, surroundings, box, height, width):
    """Lines, boxes, printed names and neighbouring handwriting around the box of a signature, as ink."""
    x, y, w, h = box
    drawn = np.zeros((height, width), np.float32)
    strength = random.uniform(0.4, 1)
    line = int(random.integers(1, 3))
    chance = random.random()
    if chance < 0.3:
        level = int(y + h * random.uniform(0.55, 1.1))
        cv2.line(drawn, (int(x - random.uniform(0, 0.5) * w), level), (int(x + w * random.uniform(0.8, 1.5)), level), strength, line)
    elif chance < 0.42:
        edge = random.uniform(0.02, 0.4, 4) * np.array([w, h, w, h])
        corner = (int(x - edge[0]), int(y - edge[1]))
        cv2.rectangle(drawn, corner, (int(x + w + edge[2]), int(y + h + edge[3])), strength, line)
    elif chance < 0.56:
        step = max(int(h * random.uniform(0.2, 0.8)), 8)
        for level in range(int(random.integers(0, step)), height, step):
            cv2.line(drawn, (0, level), (width, level), strength * 0.7, 1)
        if random.random() < 0.3:
            for level in range(int(random.integers(0, step)), width, step):
                cv2.line(drawn, (level, 0), (level, height), strength * 0.7, 1)
    if surroundings.prints and random.random() < 0.4:
        text = pick(random, surroundings.prints)
        text = resized_to_width(text[: max(int(text.shape[1] / 4), 8)], w * random.uniform(0.5, 1.4))
        below = random.random() < 0.7
        level = y + h * random.uniform(0.7, 1.05) if below else y - text.shape[0] * random.uniform(0.4, 1.1)
        laid(drawn, text, int(x + w * random.uniform(-0.2, 0.4)), int(level))
    if surroundings.writings and random.random() < 0.12:
        text = resized_to_width(pick(random, surroundings.writings), w * random.uniform(1, 2.5))
        laid(drawn, text, int(x - w * random.uniform(0, 0.8)), int(y - text.shape[0] * random.uniform(0.5, 1.1)))
    return drawn


def ink_colour(random):
    chance = random.random()
    if chance < 0.5:
        return random.uniform(0, 70) * random.uniform(0.8, 1, 3)
    if chance < 0.85:
        return np.array([random.uniform(0, 90), random.uniform(10, 110), random.uniform(90, 230)])
    return np.array([random.uniform(90, 230), random.uniform(0, 90), random.uniform(0, 90)])


def composed(random, ink, surroundings, bare, widths=(70, 360), bent=0.8, around=forms):
    """Ink, written anew on a piece of paper. `bare`: with nothing around it; `bent`: how often it is bent; `around`: draws what lies
    around it."""
    if random.random() < bent:
        ink = elastic(random, ink, 0.012)
    if random.random() < 0.45:
        ink = thickened(random, ink)
    ink = trimmed(ink)
    ink = resized_to_width(ink, int(np.exp(random.uniform(*np.log(widths)))))
    h, w = ink.shape
    margins = random.uniform(0.03, 0.35, 4) * np.array([w, h, w, h]) + 3
    width, height = int(w + margins[0] + margins[2]), int(h + margins[1] + margins[3])
    x, y = int(margins[0]), int(margins[1])
    sheet = paper(random, surroundings, height, width)
    if not bare:
        neighbours = around(random, surroundings, (x, y, w, h), height, width)[:, :, None]
        sheet = sheet * (1 - neighbours) + ink_colour(random) * neighbours
    over = np.zeros((height, width), np.float32)
    laid(over, ink, x, y)
    over = (over * random.uniform(0.6, 1))[:, :, None]
    sheet = sheet * (1 - over) + ink_colour(random) * over
    return np.clip(sheet, 0, 255).astype(np.uint8)


def on_pad(random, ink):
    """Ink as a sign pad or a program saves it: dark on plain white, or light on black."""
    ink = trimmed(ink)
    ink = resized_to_width(ink, int(np.exp(random.uniform(np.log(90), np.log(400)))))
    h, w = ink.shape
    top, right, bottom, left = (random.uniform(0.02, 0.6, 4) * np.array([h, w, h, w]) + 3).astype(int)
    over = np.pad(ink, ((top, bottom), (left, right)))[:, :, None]
    colour = np.zeros(3) if random.random() < 0.6 else ink_colour(random)
    sheet = np.clip(255 * (1 - over) + colour * over, 0, 255).astype(np.uint8)
    return 255 - sheet if random.random() < 0.04 else sheet


def reframed(random, rgb, most):
    """A slightly turned camera, a little more or less in the frame."""
    height, width = rgb.shape[:2]
    angle = random.normal(0, 3 if most else 1.5)
    scale = np.exp(random.normal(0, 0.06))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, scale)
    matrix = np.vstack([matrix, [0, 0, 1]])
    tilt = random.normal(0, 0.04, 2) / np.array([width, height])
    matrix = np.array([[1, 0, 0], [0, 1, 0], [tilt[0], tilt[1], 1]]) @ matrix
    edge = np.median(np.concatenate([rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]]), axis=0)
    return cv2.warpPerspective(rgb, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=tuple(map(float, edge)))


def shaded(random, rgb):
    height, width = rgb.shape[:2]
    corners = random.uniform(0.65, 1.05, (2, 3)).astype(np.float32)
    light = np.minimum(cv2.resize(corners, (width, height), interpolation=cv2.INTER_LINEAR), 1)
    return (rgb * light[:, :, None]).astype(np.uint8)


def coarser(random, rgb):
    """Fewer pixels, as in a scan or a preview, but not so few that nobody could read them."""
    least = max(80 / max(rgb.shape[:2]), 26 / min(rgb.shape[:2]), 0.2)
    scale = np.exp(random.uniform(np.log(least), 0)) if least < 1 else 1
    size = max(int(rgb.shape[1] * scale), 4), max(int(rgb.shape[0] * scale), 4)
    return cv2.resize(rgb, size, interpolation=pick(random, [cv2.INTER_AREA, cv2.INTER_LINEAR]))


def photographed(random, rgb, kind):
    """The same for every kind, so that none betrays itself by its compression or its light."""
    chance = random.random
    if chance() < 0.6:
        rgb = reframed(random, rgb, kind != NOT_A_SIGNATURE)
    if chance() < 0.12:
        rgb = cv2.erode(rgb, np.ones((2, 2), np.uint8)) if chance() < 0.6 else cv2.dilate(rgb, np.ones((2, 2), np.uint8))
    if chance() < 0.35:
        rgb = shaded(random, rgb)
    if chance() < 0.25:
        rgb = np.clip((rgb.astype(np.float32) - 128) * random.uniform(0.5, 1.2) + 128 + random.uniform(-25, 25), 0, 255).astype(np.uint8)
    if chance() < 0.5:
        rgb = coarser(random, rgb)
    if chance() < 0.3:
        rgb = cv2.GaussianBlur(rgb, (0, 0), random.uniform(0.3, 1.1))
    if chance() < 0.3:
        rgb = np.clip(rgb + random.standard_normal(rgb.shape, np.float32) * np.float32(random.uniform(1, 9)), 0, 255).astype(np.uint8)
    if chance() < 0.7:
        quality = int(random.integers(25, 96))
        rgb = cv2.imdecode(cv2.imencode(".jpg", rgb, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    if chance() < 0.06:
        rgb = 255 - rgb
    return rgb


# How often what is drawn is lifted from its paper and laid on another.
RELAID = {SIGNATURE: 0.6, PRINTED: 0.45, DRAWING: 0.35, HANDWRITTEN: 0.3, NOT_A_SIGNATURE: 0.0}
LIFTABLE = {"genuine", "typed_signature", "handwriting", "doodle", "stamp", "printed_text"}


def view(random, item, rgb, surroundings, around=forms):
    if item.class_name in LIFTABLE and item.source != "sketch2code" and random.random() < RELAID[item.kind]:
        ink = inks.ink_map(inks.working_image(rgb))
        # Lines of text keep their width: they are what they are by it.
        bare = item.class_name in ("handwriting", "printed_text")
        if item.kind in (PRINTED, HANDWRITTEN):
            # As often as what a hand draws: that tells nothing.
            ink = turned(ink, -slope(random))
        rgb = composed(random, ink, surroundings, bare, around=around)
    return photographed(random, rgb, item.kind)
