import { saltWord } from "./depositAddress.ts"
import { type Hex, word } from "./hex.ts"

/** The native coin, where a call asks for a token. */
export const nativeCoin: Hex = "0x0000000000000000000000000000000000000000"

/** `sweep(address,bytes32[])` */
export const selector = "faa89528"

const wordDigits = 64

/** The salts in such a call. */
export const saltsOf = (data: string): ReadonlyArray<string> =>
  (data.slice(2 + selector.length + 3 * wordDigits).match(/.{64}/g) ?? []).map((each) => each.slice(-32))

/** The data of a call to the factory that moves the token from the addresses of these salts to the treasury. */
export const sweepCall = (token: Hex, salts: ReadonlyArray<string>): Hex =>
  `0x${selector}${word(BigInt(token))}${word(64n)}${word(BigInt(salts.length))}${salts.map((salt) => saltWord(salt).slice(2)).join("")}`
