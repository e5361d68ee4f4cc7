/**
 * The characters of bars: blocks from an eighth of a character on, or whole characters that every program can
 * show.
 */
export type BarStyle = "blocks" | "plain"

const parts = {
  blocks: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
  plain: ["#"]
} as const satisfies { readonly [S in BarStyle]: ReadonlyArray<string> }

/**
 * A bar for each value, at most `width` characters long: the largest value has full length, and every value
 * above zero has at least the smallest part.
 */
export const barChart = (
  values: ReadonlyArray<number>,
  width: number,
  style: BarStyle
): ReadonlyArray<string> => {
  const largest = Math.max(0, ...values)
  const steps = parts[style]
  const full = steps.at(-1) ?? ""
  return values.map((value) => {
    if (value <= 0) return ""
    const length = Math.max(1, Math.round((value / largest) * width * steps.length))
    const rest = length % steps.length
    return full.repeat(Math.floor(length / steps.length)) + (rest === 0 ? "" : steps[rest - 1])
  })
}
