import type { Place } from "@quittance/core/adapter"
import { refuse } from "./refuse.ts"

/** Decimals of every currency that accounts have. */
const scale = 2
/** Digits before the mark: more than any payment has. Banks may fill fields with zeros. */
const whole15 = /^0*\d{1,15}$/

/**
 * An amount as banks write it: digits, and after the mark of the format as many decimals as the currency has; further
 * ones may only be zeros. Anything else refuses the file: an amount that was read wrongly would be booked.
 */
export const readAmount = (text: string, mark: "." | ",", place: Place): bigint => {
  const [whole = "", fraction = "", ...more] = text.split(mark)
  const isRead =
    whole15.test(whole) &&
    whole.length <= 40 &&
    /^\d*$/.test(fraction) &&
    more.length === 0 &&
    /^0*$/.test(fraction.slice(scale))
  if (!isRead) refuse(place, `the amount “${text.slice(0, 40)}” must be ${example[mark]}`)
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"))
}

const example = {
  ".": "digits with a point before at most 2 decimals, such as 1250.50",
  ",": "digits with a comma before at most 2 decimals, such as 1250,50"
}
