"""Screens as designers sketch them by hand, before they are programmed."""
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import typed

WORDS = (
    "About Account Address Amount Apply Back Cancel Cart Category Choose City Close Comment Company Confirm Contact Continue Country "
    "Date Delete Details Discount Done Download Edit Email Export Filter Find First Follow Gallery Help Home Image Import Item Last "
    "Language Later List Login Logout Map Menu Message Month More Name Next News Note Number Offers Open Order Password Payment Phone "
    "Photo Place Price Print Product Profile Quantity Question Rate Read Register Report Review Save Search Select Send Settings Share "
    "Ship Sign Skip Start State Street Submit Subject Tax Team Terms Text Title Today Total Type Update Upload User Video View Week "
    "Welcome Year Yes Zip"
).split()


class Pen:
    """Draws lines and words on a page, shakily and in a hand's letters."""

    def __init__(self, random, fonts):
        width, height = random.integers(280, 560, 2)
        self.random = random
        self.page = np.zeros((int(height), int(width)), np.uint8)
        self.width = int(random.choice([1, 1, 2, 2, 3]))
        self.font_file = typed.file_of(fonts, str(random.choice(typed.names_of("hand"))))
        self.upper = random.random() < 0.25
        self.shake = random.uniform(0.2, 0.9)

    def line(self, start, end):
        start, end = np.array(start, float), np.array(end, float)
        length = np.hypot(*(end - start))
        count = max(int(length / 12), 3)
        along = np.linspace(0, 1, count)[:, None]
        points = start * (1 - along) + end * along
        drift = np.cumsum(self.random.normal(0, self.shake * 0.5, (count, 2)), 0)
        points = points + drift - along * drift[-1] * 0.6 + self.random.normal(0, 0.01 * length, 2) * along
        cv2.polylines(self.page, [np.round(points * 8).astype(np.int32)], False, 255, self.width, cv2.LINE_AA, 3)

    def box(self, x, y, w, h, crossed=False):
        corners = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], float)
        corners += self.random.normal(0, 0.8 + 0.012 * (w + h) / 2, corners.shape)
        over = self.random.normal(0, 1.8, (4, 2))
        for n in range(4):
            self.line(corners[n] + over[n], corners[(n + 1) % 4] - over[n - 1])
        if crossed:
            self.line(corners[0], corners[2])
            self.line(corners[1], corners[3])

    def circle(self, x, y, radius):
        turn = np.linspace(0, 2 * np.pi * self.random.uniform(0.95, 1.08), 40)
        shape = radius * (1 + self.random.normal(0, 0.07) * np.cos(2 * turn + 1) + 0.02 * turn)
        points = np.stack([x + shape * np.cos(turn), y + shape * np.sin(turn)], 1)
        cv2.polylines(self.page, [np.round(points * 8).astype(np.int32)], False, 255, self.width, cv2.LINE_AA, 3)

    def words(self, x, y, height, count=None, text=None):
        """From the left, letter by letter."""
        if text is None:
            text = " ".join(self.random.choice(WORDS, count or int(self.random.integers(1, 3))))
        if self.upper:
            text = text.upper()
        image = Image.fromarray(self.page)
        draw = ImageDraw.Draw(image)
        cursor = float(x)
        size = max(int(height), 7)
        for letter in text:
            shaken = size * (1 + self.random.normal(0, 0.06))
            font = ImageFont.truetype(self.font_file, max(int(round(shaken)), 6))
            down = self.random.normal(0, 0.05 * size)
            draw.text((cursor, y + down), letter, fill=255, font=font)
            cursor += font.getlength(letter) * self.random.uniform(1.0, 1.25)
        self.page = np.array(image)

    def amount(self):
        return f"${self.random.integers(1, 200)}.{self.random.choice(['00', '99', '50'])}"


def field(pen, x, y, w, h):
    size = min(h * 0.33, 22)
    pen.words(x, y, size)
    pen.box(x, y + size * 1.5, w * pen.random.uniform(0.5, 1), h * 0.45)


def entry(pen, x, y, w, h):
    """A field beside its name."""
    size = min(h * 0.6, 30)
    pen.words(x, y + h * 0.1, size, text=f"{pen.random.choice(WORDS)}:")
    pen.box(x + w * 0.45, y + h * 0.1, w * pen.random.uniform(0.3, 0.5), size * 1.1)


def sentence(pen, x, y, w, h):
    size = min(h * 0.6, 26)
    pen.words(x, y + h * 0.15, size, max(int(w / size / 4), 1))


def button(pen, x, y, w, h):
    count = int(pen.random.integers(1, 4))
    for n in range(count):
        left, wide = x + n * w / count, w / count * 0.85
        pen.box(left, y + h * 0.1, wide, min(h * 0.75, 36))
        pen.words(left + wide * 0.2, y + h * 0.1 + min(h * 0.75, 36) * 0.2, min(h * 0.4, 16), 1)


def picture(pen, x, y, w, h):
    side = min(h * 0.9, w * 0.5)
    wide = side * pen.random.uniform(1, 1.6)
    pen.box(x, y, wide, side, crossed=pen.random.random() < 0.7)
    left = x + wide + 8
    if pen.random.random() < 0.6:
        pen.words(left, y, min(h * 0.25, 16))
    lines(pen, left, y + side * 0.35, w - wide - 8, side * 0.6)


def lines(pen, x, y, w, h):
    """Text that nobody wrote out."""
    for level in np.arange(y + 4, y + h, max(h / 5, 7)):
        pen.line((x, level), (x + w * pen.random.uniform(0.6, 1), level))


def choice(pen, x, y, w, h, is_round):
    size = min(h * 0.6, 22)
    if is_round:
        pen.circle(x + size / 2, y + h * 0.5, size * 0.45)
    else:
        pen.box(x, y + h * 0.5 - size / 2, size, size, crossed=pen.random.random() < 0.3)
    pen.words(x + size * 1.5, y + h * 0.5 - size * 0.6, size, 1)


def choices(pen, x, y, w, h):
    round_ones, count = pen.random.random() < 0.4, int(pen.random.integers(1, 4))
    for n in range(count):
        choice(pen, x + n * w / count, y, w / count, h, round_ones)


def options(pen, x, y, w, h):
    """One below the other."""
    count = int(pen.random.integers(2, 5))
    for n in range(count):
        choice(pen, x + w * 0.05, y + n * h / count, w, h / count, pen.random.random() < 0.5)


def row(pen, x, y, w, h):
    size = min(h * 0.5, 24)
    pen.words(x, y + h * 0.15, size)
    if pen.random.random() < 0.7:
        pen.words(x + w * 0.75, y + h * 0.15, size, text=pen.amount())
    if pen.random.random() < 0.6:
        pen.line((x, y + h * 0.9), (x + w, y + h * 0.9))


def person(pen, x, y, w, h):
    radius = min(h * 0.42, w * 0.15)
    pen.circle(x + radius, y + h / 2, radius)
    pen.words(x + radius * 2.6, y + h * 0.05, min(h * 0.25, 16))
    lines(pen, x + radius * 2.6, y + h * 0.4, w * 0.5, h * 0.5)


def chooser(pen, x, y, w, h):
    wide, tall = w * pen.random.uniform(0.5, 0.9), min(h * 0.7, 30)
    pen.box(x, y, wide, tall)
    pen.words(x + 6, y + tall * 0.2, tall * 0.5, 1)
    pen.line((x + wide - tall, y), (x + wide - tall, y + tall))
    pen.line((x + wide - tall * 0.8, y + tall * 0.3), (x + wide - tall * 0.5, y + tall * 0.75))
    pen.line((x + wide - tall * 0.5, y + tall * 0.75), (x + wide - tall * 0.2, y + tall * 0.3))


PARTS = [field, field, entry, sentence, button, picture, lines, choices, choices, options, row, row, person, chooser]


def sketched_ink(random, fonts):
    """Ink from 0 to 1."""
    pen = Pen(random, fonts)
    height, width = pen.page.shape
    left, top, right, bottom = 18, 14, width - 18, height - 14
    if random.random() < 0.15:
        pen.box(left - 10, top - 8, right - left + 20, bottom - top + 16)
    if random.random() < 0.7:
        size = random.uniform(16, 36)
        pen.words(left, top, size)
        top += int(size) + 10
        if random.random() < 0.4:
            pen.line((left, top - 4), (right, top - 4))
    rows, columns = int(random.integers(3, 9)), int(random.choice([1, 1, 1, 2, 2, 3]))
    tall, wide = (bottom - top) / rows, (right - left) / columns
    repeated = PARTS[int(random.integers(0, len(PARTS)))] if random.random() < 0.4 else None
    for n in range(rows):
        for column in range(columns):
            if random.random() < 0.9:
                part = repeated or PARTS[int(random.integers(0, len(PARTS)))]
                part(pen, left + column * wide, top + n * tall, wide * 0.9, tall * 0.85)
    return framed(random, pen.page).astype(np.float32) / 255


def framed(random, page):
    """Half of the pages are too near to be seen whole."""
    if random.random() < 0.5:
        return page
    height, width = page.shape
    tall, wide = (int(side * random.uniform(0.7, 1)) for side in page.shape)
    top, left = int(random.integers(0, height - tall + 1)), int(random.integers(0, width - wide + 1))
    return page[top : top + tall, left : left + wide]
