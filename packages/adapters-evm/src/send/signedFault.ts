import { parseTransaction } from "viem/utils"
import type { Hex } from "../hex.ts"
import { isHighS, recoveredAddress } from "./rawSignature.ts"
import type { UnsignedTransaction } from "./Signer.ts"
import { digestOf, fieldsOf, type Signature, signedBytes } from "./signedTransaction.ts"

/** More hex digits than the other fields and the signature take. */
const fieldDigitsMax = 1_024

/**
 * Why bytes are not the signed form of a transaction by the wallet; undefined if they are. Any different bit is a
 * fault.
 */
export const signedFault = (
  wallet: Hex,
  transaction: UnsignedTransaction,
  answer: string
): string | undefined => {
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(answer) || answer.length > transaction.data.length + fieldDigitsMax)
    return "it is not a signed transaction"
  const bytes = answer.toLowerCase() as Hex
  const found = parsed(bytes)
  if (found === undefined) return "it is not a signed transaction"
  const wrong = wrongField(transaction, found)
  if (wrong !== undefined) return wrong
  const { r, s, yParity } = found
  if (r === undefined || s === undefined || (yParity !== 0 && yParity !== 1)) return "it has no signature"
  const signature: Signature = { r, s, yParity }
  const numbers = { r: BigInt(r), s: BigInt(s) }
  if (isHighS(numbers)) return "its signature has a high s, which networks refuse"
  // Also what was not compared above, such as an access list, and another spelling of the same fields.
  if (signedBytes(transaction, signature).toLowerCase() !== bytes)
    return "it contains more than was requested"
  const signer = recoveredAddress(digestOf(transaction), numbers, yParity)
  return signer?.toLowerCase() === wallet.toLowerCase()
    ? undefined
    : `it is signed by ${signer ?? "no key"}, not by the wallet`
}

const parsed = (bytes: Hex) => {
  try {
    return parseTransaction(bytes)
  } catch {
    return undefined
  }
}

/** The first field that differs. What is zero is left out of the bytes. */
const wrongField = (
  transaction: UnsignedTransaction,
  found: NonNullable<ReturnType<typeof parsed>>
): string | undefined => {
  const { type, ...asked } = fieldsOf(transaction)
  if (found.type !== type) return `its type is ${found.type}, not ${type}`
  const expected = { to: undefined, ...asked, value: 0n }
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name as keyof typeof expected]
    if (text(other) !== text(value)) return `its ${name} is ${shown(other)}, not ${shown(value)}`
  }
  return undefined
}

const empty = new Set(["0", "0x", ""])

const text = (value: unknown): string => {
  const written = value === undefined || value === null ? "" : String(value).toLowerCase()
  return empty.has(written) ? "" : written
}

const shownLengthMax = 80

const shown = (value: unknown): string => (text(value) || "0").slice(0, shownLengthMax)
