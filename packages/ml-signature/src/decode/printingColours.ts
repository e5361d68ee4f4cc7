import { jpegFrame } from "@quittance/decoding/pictures"

/** Whether a JPEG holds four inks: cyan, magenta, yellow and black. */
export const isOfInks = (bytes: Uint8Array): boolean => {
  const frame = jpegFrame(bytes)
  return frame !== undefined && bytes[frame.at + 9] === 4
}

/**
 * How much of red, green and blue the inks absorb, from how much ideal inks would absorb of each (r, g, b). The numbers
 * are the weights of b, b², g, gb, g², r, rb, rg and r². They are fitted to what libvips makes of a grid of all colours
 * with its own profile of a press, to 7 of 255 on average; ideal inks are 27 away. Paper stays white.
 */
const losses = [
  [-0.008, -0.038, -0.05, 0.08, 0.18, 1.032, -0.023, -0.605, 0.372],
  [0.066, 0.021, 0.56, -0.069, 0.421, 0.405, -0.044, -0.52, 0.119],
  [0.571, 0.458, 0.372, -0.468, 0.128, 0.106, -0.198, 0.023, -0.004]
] as const

/** Converts the colours of ideal inks to colours as a press prints them. */
export const asPrinted = (ideal: Uint8Array): Uint8Array => {
  const printed = new Uint8Array(ideal.length)
  for (let at = 0; at < ideal.length; at += 3) {
    const red = 1 - (ideal[at] ?? 0) / 255
    const green = 1 - (ideal[at + 1] ?? 0) / 255
    const blue = 1 - (ideal[at + 2] ?? 0) / 255
    const terms = [
      blue,
      blue * blue,
      green,
      green * blue,
      green * green,
      red,
      red * blue,
      red * green,
      red * red
    ]
    for (const [channel, weights] of losses.entries()) {
      const loss = weights.reduce((sum, weight, term) => sum + weight * (terms[term] ?? 0), 0)
      printed[at + channel] = Math.round(255 * (1 - Math.min(Math.max(loss, 0), 1)))
    }
  }
  return printed
}
