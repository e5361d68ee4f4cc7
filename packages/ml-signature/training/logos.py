"""Logos that nobody drew: a word with a picture, a shape or a second line, in colours on a plain ground. A word alone is no logo."""
import cv2
import numpy as np

import stamps
import typed

STARTS = (
    "Al Am Aqua Astra Bel Bio Blue Bon Bri Cal Cas Clo Cor Da Del Dy Eco El Fe Flo Fre Ga Glo Gra Ha He Ja Ka Ki Lu Lo Ma Me Mo Na No "
    "Nu Or Pa Pe Qui Ra Ro Sa Si So Ta Te Tri Un Va Ve Vi Wa Ze Zo"
).split()
ENDS = (
    "ba bell by co da dia do dora fy gen go la lab lia line lo ly max mi mo na neo nest nia no nova ra ria rix ro sa sta ta tek tia "
    "to va via vo wave well xa zen zo"
).split()
THINGS = (
    "bakery barber beauty books brewery café clinic coffee design fashion films flowers foods garden hotel jewels kitchen law media "
    "music organic photography pizza salon shop sport studio tea toys travel wedding wine yoga"
).split()
SINCE = ("since", "est.", "from")


def brand(random):
    name = str(random.choice(STARTS)) + "".join(random.choice(ENDS, int(random.integers(1, 3))))
    if random.random() < 0.2:
        name = str(random.choice(typed.GIVEN)) + ("'s" if random.random() < 0.5 else f" & {random.choice(typed.GIVEN)}")
    return str(random.choice([name, name, name.lower(), name.upper()]))


def tagline(random):
    thing = str(random.choice(THINGS))
    year = f"{random.choice(SINCE)} {random.integers(1900, 2026)}"
    return str(random.choice([thing, thing.upper(), year, f"{thing} & {random.choice(THINGS)}".upper()]))


def colour(random, dark):
    """Strong, and far from the ground: light on dark ground, dark or deep on light ground."""
    if random.random() < 0.3:
        return np.full(3, random.uniform(215, 255) if dark else random.uniform(0, 60))
    hue = np.uint8([[[random.integers(0, 180), random.integers(120, 256), 230 if dark else random.integers(90, 220)]]])
    return cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0].astype(np.float64)


class Board:
    """A ground on which inks are laid in colours."""

    def __init__(self, random, fonts, width, height):
        self.random, self.fonts = random, fonts
        chance = random.random()
        self.dark = chance > 0.85
        ground = np.full(3, 255.0) if chance < 0.72 else colour(random, chance < 0.85) * (0.3 if self.dark else 1)
        self.rgb = np.broadcast_to(ground, (height, width, 3)).astype(np.float32).copy()
        self.main, self.other = colour(random, self.dark), colour(random, self.dark)
        use = str(random.choice(["script", "hand", "plain"], p=[0.5, 0.15, 0.35]))
        self.font = str(random.choice(typed.names_of(use)))

    def lay(self, ink, x, y, width, height, over=None, shaded=True):
        """Ink (0 to 255), as large as fits around a point: in one colour, or in one that goes over into another."""
        page = np.zeros(self.rgb.shape[:2], np.uint8)
        stamps.centred(page, ink, x, y, width, height)
        self.lay_page(page, self.main if over is None else over, shaded)

    def lay_page(self, page, over, shaded=True):
        ink = page[:, :, None].astype(np.float32) / 255
        if shaded and self.random.random() < 0.25:
            down, right = np.mgrid[0:1:page.shape[0] * 1j, 0:1:page.shape[1] * 1j]
            angle = self.random.uniform(0, np.pi)
            along = np.clip(np.abs(np.cos(angle) * right + np.sin(angle) * down), 0, 1)[:, :, None]
            over = over * (1 - along) + self.other * along
        self.rgb = (self.rgb * (1 - ink) + np.float32(over) * ink).astype(np.float32)

    def word(self, text, name=None, spaced=0.0):
        font = name or self.font
        cuts = [cut for cut in ("400-normal", "700-normal") if typed.has(self.fonts, font, "latin", cut)]
        ink = typed.text_ink(typed.loaded(self.fonts, font, 90, str(self.random.choice(cuts))), text, spaced)
        if self.random.random() < 0.2:
            ink = cv2.dilate(ink, np.ones((3, 3), np.uint8))
        return ink

    def small(self, text):
        return self.word(text, str(self.random.choice(typed.names_of("plain"))), self.random.choice([0.0, 0.1, 0.3]))


def shape(random, fonts, size=150):
    """What stands for a firm: a picture, a leaf, rings, bars, a letter cut out of something full."""
    page = np.zeros((size, size), np.uint8)
    middle, chance = size // 2, random.random()
    if chance < 0.5:
        return stamps.picture(random, fonts, size)
    if chance < 0.62:
        for _ in range(int(random.integers(1, 4))):
            start = float(random.uniform(0, 360))
            radius = int(random.integers(size // 6, middle - 8))
            reach, broad = float(random.uniform(120, 361)), int(random.integers(3, 16))
            cv2.ellipse(page, (middle, middle), (radius, radius), start, 0, reach, 255, broad, cv2.LINE_AA)
    elif chance < 0.75:
        count = int(random.integers(2, 7))
        for n in range(count):
            angle = 2 * np.pi * n / count
            centre = (int(middle + size * 0.22 * np.cos(angle)), int(middle + size * 0.22 * np.sin(angle)))
            axes = (int(size * 0.22), int(size * random.uniform(0.06, 0.15)))
            cv2.ellipse(page, centre, axes, float(np.degrees(angle)), 0, 360, 255, cv2.FILLED, cv2.LINE_AA)
    elif chance < 0.85:
        count = int(random.integers(3, 6))
        for n in range(count):
            left = int(size * (n + 0.15) / count)
            cv2.rectangle(page, (left, int(size * random.uniform(0, 0.7))), (left + int(size * 0.6 / count), size - 4), 255, cv2.FILLED)
    else:
        if random.random() < 0.5:
            cv2.circle(page, (middle, middle), middle - 2, 255, cv2.FILLED, cv2.LINE_AA)
        else:
            stamps.star(page, middle, middle, middle - 2, int(random.integers(5, 12)))
        letter = np.zeros_like(page)
        font = str(random.choice(typed.names_of(str(random.choice(["script", "plain"])))))
        cut = typed.text_ink(typed.loaded(fonts, font, 90), str(random.choice(list("ABCDEFGHJKLMNOPRSTVWZ"))))
        stamps.centred(letter, cut, middle, middle, size * 0.5, size * 0.55)
        page = cv2.subtract(page, letter)
    return page


def swash(random, width, height):
    """A line that swells and thins out, under a word."""
    t = np.linspace(0, 1, 60)
    x = width * (0.02 + 0.96 * t)
    y = height * (0.5 + random.uniform(-0.3, 0.3) * np.sin(np.pi * t * random.uniform(0.8, 2.2)))
    thick = height * random.uniform(0.08, 0.25) * np.sin(np.pi * t ** random.uniform(0.5, 2)) + 0.6
    edge = np.concatenate([np.stack([x, y - thick], 1), np.stack([x, y + thick], 1)[::-1]])
    page = np.zeros((height, width), np.uint8)
    cv2.fillPoly(page, [np.round(edge * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return page


def beside(random, fonts):
    board = Board(random, fonts, 400, int(random.integers(100, 170)))
    height = board.rgb.shape[0]
    side = height * random.uniform(0.55, 0.9)
    at, left = (side / 2 + 12, side + 24) if random.random() < 0.8 else (388 - side / 2, 12)
    board.lay(shape(random, fonts), at, height / 2, side, side, board.other)
    wide = 400 - side - 36
    two = random.random() < 0.3
    board.lay(board.word(brand(random)), left + wide / 2, height * (0.42 if two else 0.5), wide, height * (0.5 if two else 0.65))
    if two:
        board.lay(board.small(tagline(random)), left + wide / 2, height * 0.8, wide * 0.8, height * 0.16)
    return board.rgb


def stacked(random, fonts):
    board = Board(random, fonts, int(random.integers(260, 360)), 300)
    width = board.rgb.shape[1]
    board.lay(shape(random, fonts), width / 2, 100, 190, 170, board.other)
    board.lay(board.word(brand(random)), width / 2, 230, width * 0.9, 75)
    if random.random() < 0.4:
        board.lay(board.small(tagline(random)), width / 2, 283, width * 0.7, 20)
    return board.rgb


def ringed(random, fonts):
    board = Board(random, fonts, 320, 320)
    page = np.zeros((320, 320), np.uint8)
    full = random.random() < 0.45
    cv2.circle(page, (160, 160), 148, 255, cv2.FILLED if full else int(random.integers(2, 14)), cv2.LINE_AA)
    inner = np.zeros_like(page)
    cutter = stamps.Cutter(random, fonts)
    if random.random() < 0.5:
        stamps.around(inner, cutter, f"{brand(random)} {tagline(random)}", 112, int(random.integers(16, 26)))
    stamps.centred(inner, board.word(brand(random)), 160, 165, 215, 90)
    if random.random() < 0.5:
        stamps.centred(inner, shape(random, fonts), 160, 90, 80, 70)
    board.lay_page(cv2.subtract(page, inner) if full else np.maximum(page, inner), board.main)
    return board.rgb


def underlined(random, fonts):
    """A large word, and under it a swash, a line or smaller words."""
    board = Board(random, fonts, 400, 200)
    board.lay(board.word(brand(random)), 200, 80, 370, 125)
    chance = random.random()
    if chance < 0.55:
        board.lay(swash(random, 360, 60), 200, 160, 360, 60, board.other)
    elif chance < 0.65:
        board.lay(np.full((8, 300), 255, np.uint8), 200, 155, 300, 8, board.other)
    if chance > 0.55:
        board.lay(board.small(tagline(random)), 200, 180, 260, 24, board.other)
    return board.rgb


def ribboned(random, fonts):
    """A word cut out of a band, a plate or a shield."""
    board = Board(random, fonts, 400, 180)
    page = np.zeros((180, 400), np.uint8)
    chance = random.random()
    if chance < 0.4:
        band = [(10, 40), (390, 40), (365, 90), (390, 140), (10, 140), (35, 90)]
        cv2.fillPoly(page, [np.array(band) + random.integers(-8, 9, (6, 2))], 255, cv2.LINE_AA)
    elif chance < 0.7:
        cv2.ellipse(page, (200, 90), (190, int(random.integers(60, 85))), 0, 0, 360, 255, cv2.FILLED, cv2.LINE_AA)
    else:
        cv2.rectangle(page, (14, 20), (386, 160), 255, cv2.FILLED)
    inner = np.zeros_like(page)
    stamps.centred(inner, board.word(brand(random)), 200, 90, 290, 85)
    board.lay_page(cv2.subtract(page, inner), board.main)
    return board.rgb


def lettered(random, fonts):
    """A word as a painter of signs letters it: rising or not, with a rim, a shadow, or a first letter that is much larger."""
    board = Board(random, fonts, 400, 220)
    page, text = np.zeros((220, 400), np.uint8), brand(random)
    if random.random() < 0.4:
        stamps.centred(page, board.word(text[0].upper()), 70, 110, 130, 190)
        stamps.centred(page, board.word(text[1:]), 255, 120, 250, 90)
    else:
        stamps.centred(page, board.word(text), 200, 110, 340, 140)
    if random.random() < 0.5:
        matrix = cv2.getRotationMatrix2D((200, 110), float(random.uniform(0, 15)), 0.92)
        page = cv2.warpAffine(page, matrix, (400, 220), flags=cv2.INTER_LINEAR)
    broad = int(random.integers(3, 12))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (broad, broad))
    chance = random.random()
    if chance < 0.35:
        board.lay_page(cv2.subtract(cv2.dilate(page, kernel), page), board.main)
    elif chance < 0.7:
        board.lay_page(cv2.dilate(page, kernel), board.other)
        board.lay_page(page, board.main)
    else:
        shadow = np.zeros_like(page)
        shadow[broad:, broad:] = page[:-broad, :-broad]
        board.lay_page(shadow, board.other)
        board.lay_page(page, board.main)
    return board.rgb


def mark(random, fonts):
    """Without words."""
    board = Board(random, fonts, 260, 260)
    board.lay(shape(random, fonts, 220), 130, 130, 220, 220)
    return board.rgb


LAYOUTS = [beside, beside, stacked, ringed, underlined, underlined, lettered, lettered, ribboned, mark]


def logo(random, fonts):
    """Red, green, blue; up to 400 pixels wide."""
    rgb = LAYOUTS[int(random.integers(0, len(LAYOUTS)))](random, fonts)
    scale = random.uniform(0.4, 1)
    size = int(rgb.shape[1] * scale), int(rgb.shape[0] * scale)
    return np.clip(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), 0, 255).astype(np.uint8)
