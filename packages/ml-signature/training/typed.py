"""Names set in fonts that are free to use: what a signature page offers to those who do not sign themselves."""
import os
import re

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

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
MARGIN = 24


def listed():
    """Each font's name, version, licence and use (script, plain or hand), as `fonts.txt` has them."""
    with open(os.path.join(os.path.dirname(__file__), "fonts.txt")) as file:
        return [line.split() for line in file if line.strip() and not line.startswith("#")]


def names_of(use):
    return [name for name, _, _, of in listed() if of == use]


def file_of(folder, name):
    """Latin letters in the regular weight."""
    files = os.path.join(folder, "@fontsource", name, "files")
    wanted = [file for file in sorted(os.listdir(files)) if re.fullmatch(rf"{name}-latin-400-normal\.woff", file)]
    return os.path.join(files, wanted[0])


def name_of(random):
    given, family = random.choice(GIVEN), random.choice(FAMILY)
    forms = [f"{given} {family}", f"{given[0]}. {family}", given, family, f"{given[0]} {family}", f"{given} {family[0]}."]
    return str(random.choice(forms, p=[0.4, 0.18, 0.14, 0.14, 0.07, 0.07]))


def typed_ink(random, font_file, plain):
    """Ink from 0 to 1."""
    text = name_of(random)
    if plain and random.random() < 0.3:
        text = text.upper()
    font = ImageFont.truetype(font_file, int(random.integers(48, 110)))
    left, top, right, bottom = font.getbbox(text)
    image = Image.new("L", (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN), 0)
    ImageDraw.Draw(image).text((MARGIN - left, MARGIN - top), text, fill=255, font=font)
    ink = np.asarray(image).copy()
    if random.random() < 0.25:
        level = int(ink.shape[0] - MARGIN * random.uniform(0.4, 1.1))
        cv2.line(ink, (MARGIN // 2, level), (ink.shape[1] - MARGIN // 2, level), 255, int(random.integers(1, 4)))
    if ink.shape[1] > 420:
        ink = cv2.resize(ink, (420, max(int(ink.shape[0] * 420 / ink.shape[1]), 4)), interpolation=cv2.INTER_AREA)
    return ink.astype(np.float32) / 255
