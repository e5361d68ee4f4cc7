"""Animals, plants, faces and things as an outline font has them, which is free to use: what stamps, logos and sketches are made of."""
import functools
import json
import os
import re

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import typed

# Faces, people at work, food, plants, animals, things and vehicles; no letters, flags nor arrows.
WANTED = [(0x1F300, 0x1F3F0), (0x1F400, 0x1F4FF), (0x1F600, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF), (0x1FA80, 0x1FAD0)]
# Half of them are animals, as on stamps that children and teachers have.
ANIMALS = [(0x1F400, 0x1F43F), (0x1F980, 0x1F9AE)]
# Which is written by hand.
HUNDRED = 0x1F4AF


@functools.cache
def characters(folder, ranges):
    """Each character with the number of the file that has it."""
    (name,) = typed.names_of("glyphs")
    with open(os.path.join(folder, "@fontsource", name, "unicode.json")) as file:
        files = json.load(file)
    found = {}
    for key, parts in files.items():
        if re.fullmatch(r"\[\d+\]", key):
            for part in parts.split(","):
                first, *last = (int(number, 16) for number in part.removeprefix("U+").split("-"))
                for code in range(first, (last[0] if last else first) + 1):
                    if code != HUNDRED and any(low <= code <= high for low, high in ranges):
                        found[code] = key[1:-1]
    return sorted(found.items())


def glyph(random, folder, size):
    """A picture in lines, from 0 to 255, about as large as `size`, tightly around it."""
    known = characters(folder, tuple(ANIMALS if random.random() < 0.5 else WANTED))
    code, number = known[int(random.integers(0, len(known)))]
    (name,) = typed.names_of("glyphs")
    cut = f"{random.choice([300, 400, 500, 700])}-normal"
    font = ImageFont.truetype(typed.file_of(folder, name, number, cut), size)
    left, top, right, bottom = font.getbbox(chr(code))
    image = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(image).text((-left, -top), chr(code), fill=255, font=font)
    return np.asarray(image)


def silhouette(lines):
    """All that the outline encloses."""
    contours, _ = cv2.findContours((lines > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cv2.drawContours(np.zeros_like(lines), contours, -1, 255, cv2.FILLED, cv2.LINE_AA)


def filled(lines):
    """The inverse: dark where there was nothing within the outline."""
    return np.maximum(cv2.subtract(silhouette(lines), lines), cv2.subtract(lines, cv2.erode(silhouette(lines), np.ones((5, 5)))))
