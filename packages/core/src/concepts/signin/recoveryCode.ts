import { sha256Hex } from "../../kernel/digest/sha256.ts"
import { base32 } from "./oneTimeCode.ts"

/** Codes that stand in for an authenticator that was lost. Each has 80 random bits and opens once. */

export const recoveryCodeCount = 10
export const recoveryCodeBytes = 10

/** As it is shown: four groups of four letters and digits. */
export const recoveryCodeOf = (randomHex: string): string =>
  base32(Buffer.from(randomHex, "hex"))
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/g, "$1-")

/** Undefined if the text has not the form of one. 80 random bits need no salt. */
export const recoveryCodeHash = (text: string): string | undefined => {
  const letters = text.toLowerCase().replaceAll(/[\s-]/g, "")
  return /^[a-z2-7]{16}$/.test(letters) ? sha256Hex(letters) : undefined
}
