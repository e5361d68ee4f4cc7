import { type Ink, traced } from "./InkMap.ts"
import { bytesAt, kept, pixels } from "./pixels.ts"

/** Turns the same ink by degrees to the right, as often as asked. Nothing is cut off, and paper lies around it. */
export const inkTurner = (ink: Ink): ((degrees: number) => Ink) => {
  let copied: Uint8Array | undefined
  return (degrees) => {
    // What is turned takes the place of what was there.
    copied ??= bordered(ink)
    const angle = (degrees * Math.PI) / 180
    const cosine = Math.cos(angle)
    const sine = Math.sin(angle)
    const width = covered(ink.width * Math.abs(cosine) + ink.height * Math.abs(sine))
    const height = covered(ink.width * Math.abs(sine) + ink.height * Math.abs(cosine))
    const [plane, levels, mask] = kept(copied, width * height, width * height)
    pixels.turn(plane, ink.width + 2, ink.height + 2, cosine, sine, levels, width, height)
    const turned = { ...ink, width, height, levels, mask }
    return { ...turned, tracing: traced(turned, ink.shades) }
  }
}

/** The levels with paper around them, a pixel wide. */
const bordered = ({ height, levels, width }: Ink): Uint8Array => {
  const values = bytesAt(levels, width * height)
  const result = new Uint8Array((width + 2) * (height + 2))
  for (let y = 0; y < height; y++)
    result.set(values.subarray(y * width, (y + 1) * width), (y + 1) * (width + 2) + 1)
  return result
}

/** How many pixels cover a length; rounding errors aside. */
const covered = (length: number): number => Math.ceil(length - 1e-6)
