import {
  bytesOf,
  isHighS,
  recoveredAddress,
  type Signature,
  type TransactionForm
} from "@quittance/adapters-evm/parts"
import {
  rawData,
  readSigned,
  signedTransaction,
  type TronTransaction,
  transactionId
} from "../encode/TronTransaction.ts"
import { tronSpelling } from "../spelling.ts"

/** The last byte of a signature, for the first of the two keys that it may be of. */
const firstKey = 27

const digestOf = (transaction: TronTransaction): Uint8Array => bytesOf(transactionId(rawData(transaction)))

const faultOf = (wallet: string, transaction: TronTransaction, answer: string): string | undefined => {
  const signed = readSigned(answer.toLowerCase())
  if (signed === undefined) return "it is not a signed transaction, or contains more than was requested"
  for (const [name, value] of Object.entries(fieldsOf(transaction))) {
    const other = fieldsOf(signed.transaction)[name as keyof TronTransaction]
    if (other !== value) return `its ${name} is ${shown(other)}, not ${shown(value)}`
  }
  const [r, s, key] = [
    signed.signature.slice(2, 66),
    signed.signature.slice(66, 130),
    signed.signature.slice(130)
  ]
  const yParity = Number.parseInt(key, 16) - firstKey
  if (yParity !== 0 && yParity !== 1) return "it has no signature"
  const numbers = { r: BigInt(`0x${r}`), s: BigInt(`0x${s}`) }
  if (isHighS(numbers)) return "its signature has a high s"
  const signer = recoveredAddress(digestOf(transaction), numbers, yParity)
  return signer !== undefined && tronSpelling.address(signer) === wallet
    ? undefined
    : `it is signed by ${signer === undefined ? "no key" : tronSpelling.address(signer)}, not by the wallet`
}

/** Every field, even one that is left out. */
const fieldsOf = ({ to = "0x", ...rest }: TronTransaction) => {
  const { data, expiration, feeLimitSun, owner, refBlockBytes, refBlockHash, timestamp } = rest
  const hexes = { owner, to, data, refBlockBytes, refBlockHash }
  const lowerCase = Object.fromEntries(Object.entries(hexes).map(([name, hex]) => [name, hex.toLowerCase()]))
  return { ...lowerCase, expiration, feeLimitSun, timestamp } as Record<keyof TronTransaction, unknown>
}

const shownLengthMax = 80

const shown = (value: unknown): string => String(value).slice(0, shownLengthMax)

/** The signed value of a TRON transaction is its id, which the signature does not change. */
export const tronForm: TransactionForm<TronTransaction, string> = {
  hexOfAddress: tronSpelling.hexOfAddress,
  digestOf,
  signedBytes: (transaction, { r, s, yParity }: Signature) =>
    signedTransaction(rawData(transaction), `${r}${s.slice(2)}${(firstKey + yParity).toString(16)}`),
  hashOf: (_, transaction) => tronSpelling.hash(transactionId(rawData(transaction))),
  faultOf
}
