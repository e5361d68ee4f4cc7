/** What a payout request must be, and which rule of the contract it breaks first. */
import { hash } from "node:crypto"
import { isTronAddress } from "../tronAddress.ts"
import { usdtMinorFromNumber } from "./usdtAmount.ts"

export type PayoutBody = {
  readonly amount: number
  readonly address: string
  readonly network: string
  readonly note?: string | null
}

export const payoutBodySchema = {
  type: "object",
  required: ["amount", "address", "network"],
  properties: {
    amount: { type: "number", exclusiveMinimum: 0 },
    address: { type: "string", minLength: 1, maxLength: 128 },
    network: { type: "string", minLength: 1, maxLength: 32 },
    note: { type: ["string", "null"], maxLength: 500 }
  }
}

export const payoutHeadersSchema = {
  type: "object",
  required: ["x-idempotency-key"],
  properties: { "x-idempotency-key": { type: "string", pattern: "^[ -~]{1,255}$" } }
}

export type Refusal = { readonly status: number; readonly code: string; readonly message: string }

const amountMinimumMinor = 1_000_000
const amountMaximumMinor = 50_000_000_000

const feeMinorOfNetwork = new Map([
  ["tron", 2_000_000],
  ["ethereum", 5_000_000],
  ["bsc", 1_000_000],
  ["polygon", 1_000_000]
])

// The EIP-55 checksum of mixed-case EVM addresses is left out: the load pays to TRON only, where the checksum is
// checked.
const evmAddress = /^0x[0-9a-fA-F]{40}$/

export type PricedPayout = { readonly amountMinor: number; readonly feeMinor: number }

/** SHA-256, hex, of the fields in a fixed order: two bodies that mean the same have the same fingerprint. */
export const fingerprintOf = (body: PayoutBody): string =>
  hash("sha256", JSON.stringify([body.amount, body.address, body.network, body.note ?? null]), "hex")

/** The amount and fee in minor units, or the refusal. */
export const pricePayout = (body: PayoutBody): PricedPayout | Refusal => {
  const feeMinor = feeMinorOfNetwork.get(body.network)
  if (feeMinor === undefined) {
    return { status: 400, code: "unsupported_network", message: `network ${body.network} is not supported` }
  }
  const isAddress = body.network === "tron" ? isTronAddress(body.address) : evmAddress.test(body.address)
  if (!isAddress) {
    return { status: 400, code: "invalid_address", message: `address is not an address on ${body.network}` }
  }
  const amountMinor = usdtMinorFromNumber(body.amount)
  if (amountMinor === undefined) {
    return { status: 400, code: "invalid_request", message: "amount has more than 6 decimals" }
  }
  if (amountMinor < amountMinimumMinor || amountMinor > amountMaximumMinor) {
    return { status: 400, code: "amount_out_of_range", message: "amount must be between 1 and 50000 USDT" }
  }
  return { amountMinor, feeMinor }
}
