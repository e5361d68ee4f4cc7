"""Names set in fonts that are free to use: what a signature page offers to those who do not sign themselves."""
import os
import re

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from augment import turned
from strokes import slope

GIVEN = (
    "Adam Aisha Alan Alma Amir Anna Arman Aruzhan Astrid Bela Boris Bruno Carla Chen Clara Dana Daniel Diego Dilnaz Edgar Elena Elif "
    "Emil Emma Erik Farid Fatima Felix Gita Goran Greta Hana Hugo Ida Igor Ines Ivan Jana Jin Jonas Julia Kai Kamila Karl Lara Leila "
    "Leon Lin Louis Lucia Madi Marco Maria Mateo Maya Mei Mila Nadia Nils Nina Noah Nora Olga Omar Oscar Otto Pablo Paula Petra Priya "
    "Rafael Ravi Rosa Ruth Samir Sara Sofia Stefan Sven Tariq Tomas Uma Vera Victor Wei William Yusuf Zara Zhan Zoe"
).split()
FAMILY = (
    "Abbasi Adams Akhmetov Alves Andersen Baker Bauer Bekov Berg Bianchi Brown Campos Chen Cohen Costa Diaz Dubois Evans Fischer Flores "
    "Garcia Gomez Gupta Haas Hansen Hill Horvat Ito Ivanova Jansen Jensen Johnson Kaya Khan Kim Klein Kovacs Kumar Larsen Lee Lopez "
    "Marin Martin Meyer Moreau Murphy Nakamura Novak Olsen Ortiz Patel Petrov Popescu Ramos Reyes Ricci Rossi Santos Sato Schmidt Silva "
    "Singh Smith Suleimenov Tanaka Taylor Thomas Torres Varga Vogel Wagner Walker Weber White Williams Wong Wright Yilmaz Young Zhou"
).split()
CYRILLIC_GIVEN = (
    "Айгуль Алексей Алия Андрей Анна Арман Борис Вера Виктор Галина Дана Дарья Дмитрий Евгений Елена Ержан Жанна Зоя Иван Игорь Ирина "
    "Кайрат Карина Кирилл Ксения Лариса Любовь Мадина Мария Михаил Мурат Надежда Наталья Нурлан Оксана Олег Ольга Павел Пётр Роман "
    "Руслан Светлана Сергей Тарас Татьяна Тимур Фёдор Шолпан Эльвира Юлия Юрий Яна Андрій Богдан Ганна Дмитро Ірина Марія Олексій Юлія"
).split()
CYRILLIC_FAMILY = (
    "Абдрахманов Ахметова Баранов Бекова Белов Васильев Волкова Ганиев Громов Данилюк Егоров Ермекова Жуков Зайцева Иванов Искаков Ким "
    "Ковалёва Козлов Кравченко Кузнецова Лебедев Мельник Морозова Мусаев Никитин Новикова Оспанов Павлова Петренко Попов Романова "
    "Сагинтаев Садыкова Семёнов Смирнов Соколова Сулейменов Тарасюк Титов Тлеубаева Фёдоров Хасанов Цой Чернова Шевченко Щербаков "
    "Юсупова Яковлев Ігнатенко Бондаренко Гончарук Коваленко Лисенко Савченко Ткачук"
).split()
MARGIN = 24
# Letters that only the file for Cyrillic has; spaces, full stops and hyphens are in the one for Latin.
CYRILLIC = "[Ѐ-ґ]+"
# Bold and slanted letters, half as often as upright ones.
CUTS = ("400-normal", "400-normal", "700-normal", "400-italic")


def listed():
    """Each font's name, version, licence and use (script, plain or hand), as `fonts.txt` has them."""
    with open(os.path.join(os.path.dirname(__file__), "fonts.txt")) as file:
        return [line.split() for line in file if line.strip() and not line.startswith("#")]


def names_of(use):
    return [name for name, _, _, of in listed() if of == use]


def file_of(folder, name, letters="latin", cut="400-normal"):
    return os.path.join(folder, "@fontsource", name, "files", f"{name}-{letters}-{cut}.woff")


def has(folder, name, letters, cut="400-normal"):
    return os.path.exists(file_of(folder, name, letters, cut))


def name_of(random, cyrillic=False):
    given, family = (random.choice(names) for names in ((CYRILLIC_GIVEN, CYRILLIC_FAMILY) if cyrillic else (GIVEN, FAMILY)))
    middle = random.choice(CYRILLIC_GIVEN if cyrillic else GIVEN)
    forms = [f"{given} {family}", f"{given[0]}. {family}", given, family, f"{given[0]} {family}", f"{given} {family[0]}."]
    forms += [f"{given[0]}. {middle[0]}. {family}", f"{family} {given[0]}.{middle[0]}.", f"{given} {middle} {family}"]
    return str(random.choice(forms, p=[0.34, 0.15, 0.11, 0.12, 0.05, 0.05, 0.06, 0.06, 0.06]))


def text_ink(fonts_of, text, spaced=0.0):
    """Letters from 0 to 255, tightly around them. `fonts_of`: the font for Latin letters, and the one for Cyrillic ones; `spaced`: by
    how much of the size each letter is set apart from the next."""
    latin, cyrillic = fonts_of
    parts = text if spaced else re.findall(f"{CYRILLIC}|[^Ѐ-ґ]+", text)
    placed, cursor = [], 0.0
    for part in parts:
        font = cyrillic if re.match(CYRILLIC, part) else latin
        placed.append((cursor, part, font))
        cursor += font.getlength(part) + spaced * font.size
    boxes = [font.getbbox(part, anchor="ls") for _, part, font in placed]
    left = min(x + box[0] for (x, _, _), box in zip(placed, boxes))
    right = max(x + box[2] for (x, _, _), box in zip(placed, boxes))
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    image = Image.new("L", (max(int(right - left) + 1, 1), max(bottom - top, 1)), 0)
    draw = ImageDraw.Draw(image)
    for x, part, font in placed:
        draw.text((x - left, -top), part, fill=255, font=font, anchor="ls")
    return np.asarray(image)


def loaded(folder, name, size, cut="400-normal"):
    """The fonts for Latin and, where it has them, for Cyrillic letters."""
    latin, cyrillic = (
        ImageFont.truetype(file_of(folder, name, letters, cut), size) if has(folder, name, letters, cut) else None
        for letters in ("latin", "cyrillic")
    )
    return latin, cyrillic


def typed_ink(random, folder, name, plain):
    """Ink from 0 to 1. It rises and falls as often as what a hand draws: that tells nothing."""
    cyrillic = has(folder, name, "cyrillic") and random.random() < 0.5
    text = name_of(random, cyrillic)
    cut, spaced = "400-normal", 0.0
    if plain:
        if random.random() < 0.3:
            text = text.upper()
        cuts = [cut for cut in CUTS if has(folder, name, "latin", cut) and (not cyrillic or has(folder, name, "cyrillic", cut))]
        cut = str(random.choice(cuts))
        spaced = random.uniform(0.03, 0.35) if random.random() < 0.15 else 0.0
    ink = text_ink(loaded(folder, name, int(random.integers(48, 110)), cut), text, spaced)
    ink = cv2.copyMakeBorder(ink, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=0)
    if random.random() < 0.25:
        level = int(ink.shape[0] - MARGIN * random.uniform(0.4, 1.1))
        cv2.line(ink, (MARGIN // 2, level), (ink.shape[1] - MARGIN // 2, level), 255, int(random.integers(1, 4)))
    ink = turned(ink, -slope(random))
    if ink.shape[1] > 420:
        ink = cv2.resize(ink, (420, max(int(ink.shape[0] * 420 / ink.shape[1]), 4)), interpolation=cv2.INTER_AREA)
    return ink.astype(np.float32) / 255
