"""Rubber stamps that nobody cut: rings with words around them, boxes with a date, animals and things."""
import cv2
import numpy as np

import glyphs
import typed
from augment import turned

WORDS = (
    "APPROVED ARCHIVE BANK CANCELLED CERTIFIED CHECKED CLINIC COLLEGE CONFIDENTIAL COPY COUNTY COURT DELIVERED DRAFT ENTERED FILED FINAL "
    "GARDEN LIBRARY LIMITED MUSEUM NOTARY OFFICE ORIGINAL PAID POST RECEIVED REGISTRY RETURNED SCHOOL STATION UNION UNIVERSITY URGENT VOID"
).split()
CYRILLIC_WORDS = (
    "АРХИВ АПТЕКА БАНК БИБЛИОТЕКА ВЕРНО ДЕКАНАТ ДОГОВОР ИНСТИТУТ КАНЦЕЛЯРИЯ КОЛЛЕДЖ КОМПАНИЯ КОПИЯ МУЗЕЙ НОТАРИУС ОБЩЕСТВО ОПЛАЧЕНО "
    "ОТДЕЛ ПОЛИКЛИНИКА ПОЛУЧЕНО ПОЧТА ПРИНЯТО РЕЕСТР СКЛАД СОГЛАСОВАНО СРОЧНО СУД УНИВЕРСИТЕТ УТВЕРЖДАЮ ШКОЛА"
).split()
SIDE = 320


class Cutter:
    """Words in one font and one alphabet."""

    def __init__(self, random, fonts):
        self.random, self.fonts = random, fonts
        self.cyrillic = random.random() < 0.4
        known = [name for name in typed.names_of("plain") if not self.cyrillic or typed.has(fonts, name, "cyrillic")]
        self.font = str(random.choice(known))
        self.cut = "700-normal" if random.random() < 0.5 and typed.has(fonts, self.font, "latin", "700-normal") else "400-normal"

    def words(self, count):
        chosen = " ".join(self.random.choice(CYRILLIC_WORDS if self.cyrillic else WORDS, count))
        return chosen if self.random.random() < 0.85 else chosen.title()

    def date(self):
        day, month, year = self.random.integers(1, 29), self.random.integers(1, 13), self.random.integers(1990, 2027)
        return str(self.random.choice([f"{day:02}.{month:02}.{year}", f"{year}-{month:02}-{day:02}", f"{day:02} / {month:02} / {year}"]))

    def number(self):
        return f"{self.random.choice(['No.', 'Nr', '', ''])} {self.random.integers(100, 10**int(self.random.integers(4, 11)))}".strip()

    def ink(self, text, size=44, spaced=0.0):
        return typed.text_ink(typed.loaded(self.fonts, self.font, size, self.cut), text, spaced)


def centred(page, ink, x, y, width, height):
    """As large as fits into a box around a point."""
    scale = min(width / ink.shape[1], height / ink.shape[0])
    size = max(int(ink.shape[1] * scale), 1), max(int(ink.shape[0] * scale), 1)
    ink = cv2.resize(ink, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = int(x - size[0] / 2), int(y - size[1] / 2)
    part = page[max(top, 0) : top + size[1], max(left, 0) : left + size[0]]
    np.maximum(part, ink[max(-top, 0) :, max(-left, 0) :][: part.shape[0], : part.shape[1]], out=part)


def around(page, cutter, text, radius, size):
    """Words along a circle, their feet to its middle."""
    ink = cutter.ink(text, 40, 0.08)
    length = min(ink.shape[1] * size / ink.shape[0], 2 * np.pi * radius * 0.94)
    strip = np.zeros((int(2 * np.pi * radius), size), np.uint8)
    ink = cv2.resize(ink, (int(length), size), interpolation=cv2.INTER_AREA)
    strip[: ink.shape[1]] = ink.T[:, ::-1]
    # Rows are angles from three o'clock on, columns are radii.
    whole = np.zeros((strip.shape[0], int(radius + size)), np.uint8)
    whole[:, int(radius) : int(radius) + size] = strip
    whole = np.roll(whole, -int(strip.shape[0] / 4 + length / 2), 0)
    middle = (page.shape[1] / 2, page.shape[0] / 2)
    how = cv2.WARP_INVERSE_MAP | cv2.WARP_FILL_OUTLIERS | cv2.INTER_LINEAR
    bent = cv2.warpPolar(whole, (page.shape[1], page.shape[0]), middle, radius + size, how)
    # Outside of the outermost row nothing is filled.
    inside = np.zeros_like(page)
    cv2.circle(inside, (page.shape[1] // 2, page.shape[0] // 2), int(radius + size), 255, cv2.FILLED)
    bent &= inside
    np.maximum(page, bent, out=page)


def star(page, x, y, radius, count):
    angles = -np.pi / 2 + np.arange(2 * count) * np.pi / count
    radii = np.where(np.arange(2 * count) % 2 == 0, radius, radius * 0.42)
    points = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], 1)
    cv2.fillPoly(page, [np.round(points * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)


def picture(random, fonts, size=220):
    """A glyph in lines, filled, or as the hole of a full one."""
    lines = glyphs.glyph(random, fonts, size)
    return lines if random.random() < 0.4 else (glyphs.filled if random.random() < 0.75 else glyphs.silhouette)(lines)


def ring(random, fonts):
    page, middle = np.zeros((SIDE, SIDE), np.uint8), SIDE // 2
    cutter = Cutter(random, fonts)
    radius, broad = 150, int(random.integers(2, 9))
    cv2.circle(page, (middle, middle), radius, 255, broad, cv2.LINE_AA)
    if random.random() < 0.5:
        cv2.circle(page, (middle, middle), radius - broad - int(random.integers(3, 7)), 255, int(random.integers(1, 4)), cv2.LINE_AA)
    size = int(random.integers(16, 38))
    inner = radius - broad - size - int(random.integers(10, 18))
    if random.random() < 0.85:
        around(page, cutter, cutter.words(int(random.integers(2, 6))), inner, size)
    inner -= 8
    if random.random() < 0.7:
        cv2.circle(page, (middle, middle), inner, 255, int(random.integers(1, 5)), cv2.LINE_AA)
    chance = random.random()
    if chance < 0.35:
        centred(page, picture(random, fonts), middle, middle, inner * 1.3, inner * 1.3)
    elif chance < 0.5:
        star(page, middle, middle, inner * random.uniform(0.3, 0.7), int(random.integers(4, 9)))
    else:
        lines = [str(random.choice([cutter.date(), cutter.number(), cutter.words(1)])) for _ in range(int(random.integers(1, 4)))]
        for n, line in enumerate(lines):
            y = middle + (n - (len(lines) - 1) / 2) * inner * 0.45
            centred(page, cutter.ink(line), middle, y, inner * (1.6 if n == len(lines) // 2 else 1.1), inner * 0.4)
    if random.random() < 0.2:
        page = cv2.resize(page, (SIDE, int(SIDE * random.uniform(0.5, 0.8))), interpolation=cv2.INTER_AREA)
    return page


def box(random, fonts):
    cutter = Cutter(random, fonts)
    width, height = 360, int(random.integers(90, 260))
    page = np.zeros((height, width), np.uint8)
    edge, broad = 6, int(random.integers(2, 9))
    for n in range(1 if random.random() < 0.6 else 2):
        inset = edge + n * (broad + int(random.integers(3, 8)))
        corner = (width - 1 - inset, height - 1 - inset)
        cv2.rectangle(page, (inset, inset), corner, 255, broad if n == 0 else max(broad // 2, 1), cv2.LINE_AA)
    count = int(random.integers(1, 5)) if height > 130 else int(random.integers(1, 3))
    dated = int(random.integers(0, count)) if random.random() < 0.6 else -1
    left, right, tall = 30, width - 30, (height - 50) / count
    if random.random() < 0.25:
        centred(page, picture(random, fonts), left + 45, height / 2, 90, height * 0.65)
        left += 100
    for n in range(count):
        line = cutter.date() if n == dated else cutter.number() if random.random() < 0.2 else cutter.words(int(random.integers(1, 4)))
        ink = cutter.ink(line, 44, 0.15 if random.random() < 0.2 else 0)
        centred(page, ink, (left + right) / 2, 25 + (n + 0.5) * tall, (right - left) * random.uniform(0.7, 1), tall * 0.8)
        if n and random.random() < 0.25:
            cv2.line(page, (left, int(25 + n * tall)), (right, int(25 + n * tall)), 255, max(broad // 2, 1))
    return page


def animal(random, fonts):
    """A picture alone, in a frame, with a word, or a few of them."""
    page = np.zeros((SIDE, SIDE), np.uint8)
    chance = random.random()
    if chance < 0.15:
        for _ in range(int(random.integers(2, 5))):
            centred(page, picture(random, fonts, 130), *random.uniform(70, SIDE - 70, 2), 120, 120)
        return page
    centred(page, picture(random, fonts), SIDE / 2, SIDE * 0.45, 230, 220)
    if chance < 0.4:
        cutter = Cutter(random, fonts)
        centred(page, cutter.ink(cutter.words(1)), SIDE / 2, SIDE * 0.9, 260, 40)
    elif chance < 0.55:
        cv2.circle(page, (SIDE // 2, SIDE // 2), 154, 255, int(random.integers(2, 8)), cv2.LINE_AA)
    elif chance < 0.63:
        # Cut out of what is full.
        full = np.zeros_like(page)
        cv2.circle(full, (SIDE // 2, SIDE // 2), 156, 255, cv2.FILLED, cv2.LINE_AA)
        page = cv2.subtract(full, page)
    return page


def word(random, fonts):
    """Large, without a frame; at most with lines above and below it."""
    cutter = Cutter(random, fonts)
    page = np.zeros((120, 380), np.uint8)
    centred(page, cutter.ink(cutter.words(int(random.integers(1, 3)))), 190, 60, 350, 70)
    for level in (10, 110):
        cv2.line(page, (8, level), (372, level), 255, int(random.integers(2, 8)))
    return page



def patchy(random, page):
    """Too little ink here, too much there, none where the rubber did not touch."""
    height, width = page.shape
    ink = page.astype(np.float32) / 255
    if random.random() < 0.4:
        ink = np.minimum(cv2.GaussianBlur(ink, (0, 0), random.uniform(0.8, 2)) * random.uniform(1.2, 2), 1)
    if random.random() < 0.8:
        wide = cv2.resize(random.normal(0, 1, (5, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        fine = cv2.GaussianBlur(random.standard_normal((height, width), np.float32), (0, 0), random.uniform(0.6, 1.8))
        fine /= fine.std()
        ink *= np.clip(random.uniform(0.6, 2.2) + random.uniform(0.1, 0.6) * wide + random.uniform(0.2, 0.9) * fine, 0.05, 1)
    return ink


def stamp_ink(random, fonts):
    """Ink from 0 to 1."""
    draw, most = [(ring, 180), (box, 40), (animal, 60), (word, 40)][int(random.choice(4, p=[0.3, 0.24, 0.38, 0.08]))]
    most = most if random.random() < 0.7 else 5
    turn = float(np.clip(random.normal(0, most / 2), -most, most))
    return patchy(random, turned(draw(random, fonts), turn))
