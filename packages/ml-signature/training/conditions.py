"""What a signature must survive and what must be told of it: copies of images under one named condition each, seeded. Usage:
conditions.py LIST OUT [CONDITION …], with one path a line in LIST; writes OUT/CONDITION/CLASS/SOURCE/FILE.png and OUT/all.list."""
import os
import sys
import zlib

import cv2
import numpy as np

import corpus
import mistreat
from ink import WORKING_SIDE, ink_box, ink_map


def sides(height, width, random):
    """Across an edge of random place and direction: -1 to 1, in widths of the image."""
    angle = random.uniform(0, 2 * np.pi)
    across, down = np.meshgrid(np.arange(width) / width - random.uniform(0.25, 0.75), (np.arange(height) - height * random.uniform(0.25, 0.75)) / width)
    return np.cos(angle) * across + np.sin(angle) * down


def shadow(depth, transition, is_curved=False):
    """Darker by `depth` beyond an edge that is as wide as a share of the image's width."""

    def cast(random, rgb):
        height, width = rgb.shape[:2]
        side = sides(height, width, random)
        if is_curved:
            x, y = np.meshgrid(np.arange(width) / width - random.uniform(0.1, 0.9), np.arange(height) / width - random.uniform(0.8, 1.2) * height / width)
            turn = np.arctan2(y, x)
            side = random.uniform(0.25, 0.45) + 0.05 * np.sin(5 * turn + random.uniform(0, 6)) - np.hypot(x, y)
        share = np.clip(side / transition + 0.5, 0, 1)
        share = share * share * (3 - 2 * share)
        return np.rint(rgb * (1 - depth * share)[:, :, None]).astype(np.uint8)

    return cast


def squared(*colour):
    """Squares of five millimetres, of a signature six to eight centimetres wide."""

    def printed(random, rgb):
        height, width = rgb.shape[:2]
        left, _, right, _ = ink_box(ink_map(rgb))
        step = (right - left) / random.uniform(12, 16)
        paper = np.full((4 * height, 4 * width), 0, np.uint8)
        line = max(int(round(step / 25 * 4)), 2)
        for start, end, across in ((random.uniform(0, step), width, True), (random.uniform(0, step), height, False)):
            for at in np.arange(start, end, step):
                spot = int(4 * at)
                if across:
                    paper[:, spot : spot + line] = 255
                else:
                    paper[spot : spot + line] = 255
        share = cv2.resize(paper, (width, height), interpolation=cv2.INTER_AREA)[:, :, None] / 255
        rule = np.array(colour) / 255
        return np.rint(rgb * (1 - share * (1 - rule))).astype(np.uint8)

    return printed


def blurred(deviation):
    """In pixels of a working image."""

    def made(_, rgb):
        scale = max(max(rgb.shape[:2]) / WORKING_SIDE, 1)
        return cv2.GaussianBlur(rgb, (0, 0), deviation * scale, borderType=cv2.BORDER_REPLICATE)

    return made


def shaken(reach):
    def made(random, rgb):
        length = max(int(round(reach * max(max(rgb.shape[:2]) / WORKING_SIDE, 1))), 2)
        kernel = np.zeros((length, length), np.float32)
        angle, middle = random.uniform(0, np.pi), (length - 1) / 2
        ends = (tuple(int(round(middle + sign * middle * part)) for part in (np.cos(angle), np.sin(angle))) for sign in (-1, 1))
        cv2.line(kernel, *ends, 1.0)
        return cv2.filter2D(rgb, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)

    return made


def compressed(quality):
    def made(_, rgb):
        return cv2.imdecode(cv2.imencode(".jpg", rgb, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)

    return made


def noisy(deviation):
    def made(random, rgb):
        return np.clip(np.rint(rgb + random.normal(0, deviation, rgb.shape)), 0, 255).astype(np.uint8)

    return made


def faint(share):
    def made(_, rgb):
        paper = np.percentile(rgb.reshape(-1, 3), 90, axis=0)
        return np.clip(np.rint(paper + (rgb - paper) * share), 0, 255).astype(np.uint8)

    return made


def cut(share):
    """Without so much of the ink's width or height, on one side."""

    def made(random, rgb):
        left, top, right, bottom = ink_box(ink_map(rgb))
        across, down = (right - left) * share, (bottom - top) * share
        kept = rgb[:, int(left + across) :], rgb[:, : int(right - across)], rgb[int(top + down) :], rgb[: int(bottom - down)]
        return kept[random.choice(4, p=(0.35, 0.35, 0.15, 0.15))]

    return made


CONDITIONS = {
    "plain": lambda _, rgb: rgb,
    "soft-shadow": shadow(0.3, 0.15),
    "soft-narrow": shadow(0.3, 0.05),
    "hard-shadow": shadow(0.45, 0.01),
    "hard-wide": shadow(0.45, 0.04),
    "hand-shadow": shadow(0.35, 0.05, True),
    "squared-faint": squared(205, 215, 230),
    "squared-mid": squared(160, 180, 215),
    "squared-dark": squared(120, 140, 185),
    "blur-3": blurred(3),
    "blur-4": blurred(4),
    "blur-6": blurred(6),
    "blur-12": blurred(12),
    "motion-12": shaken(12),
    "jpeg-5": compressed(5),
    "jpeg-10": compressed(10),
    "jpeg-15": compressed(15),
    "noisy": noisy(25),
    "faint": faint(0.12),
    "cut-15": cut(0.15),
    "cut-30": cut(0.3),
    "glare": mistreat.dazzled,
    "blur-3-shadow": lambda random, rgb: blurred(3)(random, shadow(0.3, 0.15)(random, rgb)),
    "blur-4-hard": lambda random, rgb: shadow(0.45, 0.01)(random, blurred(4)(random, rgb)),
}

if __name__ == "__main__":
    listed, out, *names = sys.argv[1:]
    out = os.path.abspath(out)
    paths = []
    for path in filter(None, open(listed).read().split("\n")):
        rgb = corpus.load("", path)
        for name in names or CONDITIONS:
            random = np.random.default_rng(zlib.crc32(f"{name} {path}".encode()))
            made = os.path.join(out, name, *path.split("/")[-3:])
            made = os.path.splitext(made)[0] + ".png"
            os.makedirs(os.path.dirname(made), exist_ok=True)
            cv2.imwrite(made, cv2.cvtColor(CONDITIONS[name](random, rgb), cv2.COLOR_RGB2BGR))
            paths.append(made)
    open(os.path.join(out, "all.list"), "w").write("\n".join(paths))
