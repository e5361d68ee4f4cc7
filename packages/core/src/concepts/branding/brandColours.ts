/**
 * A partner's colour as pages use it: whatever it is, texts in it and on it can be read (WCAG 2.2, 1.4.3).
 */

/** Colours of one ground, as `#rrggbb`. */
export interface AccentColours {
  /** Has the contrast of a text with the ground. */
  readonly accent: string
  /** Of what the pointer is on. */
  readonly accentStrong: string
  /** A ground that is tinted with it. */
  readonly accentSoft: string
  readonly onAccent: string
}

export interface BrandColours {
  /** The partner's own, for what is no text. */
  readonly brand: string
  readonly onBrand: string
  readonly light: AccentColours
  readonly dark: AccentColours
}

type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

const mixed = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) => one[index] + (other[index] - one[index]) * share
  return [part(0), part(1), part(2)]
}

/** WCAG 2.2, relative luminance. */
const luminanceOf = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  ) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const ratioOf = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export const contrastOf = (one: string, other: string): number => ratioOf(rgbOf(one), rgbOf(other))

const contrastMin = 4.5

/** The grounds of pages on which an accent is hardest to read, and what goes to its end from there. */
const grounds = {
  light: { ground: "#f3f4f7", card: "#ffffff", end: "#000000", onAccent: "#ffffff", soft: 0.08 },
  dark: { ground: "#1e2430", card: "#171b24", end: "#ffffff", onAccent: "#0b0e14", soft: 0.16 }
} as const

const steps = 64

/** The colour itself, or as little darker or lighter as it needs. */
const accentOn = (colour: Rgb, { card, end, ground, onAccent, soft }: (typeof grounds)["light" | "dark"]) => {
  let accent = colour
  // Rounded, because what is rounded is seen.
  for (let step = 0; ratioOf(rgbOf(hexOf(accent)), rgbOf(ground)) < contrastMin && step <= steps; step++)
    accent = mixed(colour, rgbOf(end), step / steps)
  return {
    accent: hexOf(accent),
    accentStrong: hexOf(mixed(accent, rgbOf(end), 0.25)),
    accentSoft: hexOf(mixed(rgbOf(card), accent, soft)),
    onAccent
  }
}

/** `colour` is `#rrggbb`. */
export const brandColours = (colour: string): BrandColours => {
  const brand = rgbOf(colour)
  const [onLight, onDark] = ["#000000", "#ffffff"] as const
  return {
    brand: colour,
    onBrand: contrastOf(colour, onLight) >= contrastOf(colour, onDark) ? onLight : onDark,
    light: accentOn(brand, grounds.light),
    dark: accentOn(brand, grounds.dark)
  }
}
