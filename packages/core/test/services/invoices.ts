import { assert } from "@effect/vitest"
import { CryptoInvoices, Deposits, Ids, Settings } from "@quittance/core"
import {
  type CryptoInvoiceOrder,
  cryptoTransfer,
  findNetwork,
  SandboxChain,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"

/** What a payer does in tests: issue an invoice, send money to its address. */

export interface InvoiceFields {
  readonly network?: string
  readonly externalId?: string
  readonly expiresInMinutes?: number
  readonly description?: string
  readonly customerName?: string
  readonly customerEmail?: string
  readonly successUrl?: string
  readonly cancelUrl?: string
}

/** Issues an invoice over so many USDT on Tron, open for an hour. */
export const issue = Effect.fnUntraced(function* (
  partnerId: string,
  amount: number,
  fields: InvoiceFields = {}
) {
  const ids = yield* Ids
  const invoices = yield* CryptoInvoices
  const { value } = yield* invoices.create(partnerId, {
    amount,
    network: "tron",
    externalId: yield* ids.token(8),
    ...fields
  })
  return value.order
})

export interface SentFields {
  readonly txHash?: string
  readonly logIndex?: number
  readonly confirmations?: number
}

/**
 * The network sees a transfer of so many USDT to the address of an invoice or a wallet, final unless said otherwise.
 * Nobody is told.
 */
export const send = Effect.fnUntraced(function* (
  { address, network }: Pick<CryptoInvoiceOrder, "address" | "network">,
  amount: number,
  { confirmations, logIndex = 0, txHash }: SentFields = {}
) {
  const ids = yield* Ids
  const chain = yield* SandboxChain
  const settings = yield* Settings
  return yield* chain.deposit({
    network,
    address,
    txHash: txHash ?? (yield* ids.token(32)),
    logIndex,
    amountMinor: BigInt(Math.round(amount * 1_000_000)),
    confirmations: confirmations ?? findNetwork(settings, network)?.confirmations ?? 0
  })
})

/** Reads the invoice's address off its network; answers the invoice after it. */
export const refresh = Effect.fnUntraced(function* ({ address, network }: CryptoInvoiceOrder) {
  const deposits = yield* Deposits
  const found = yield* deposits.refresh(network, address)
  assert(found._tag !== "wallet", "the address belongs to an invoice")
  return found
})

/** What is recorded of the transfers to an invoice. */
export const transfersOf = Effect.fnUntraced(function* ({ id }: CryptoInvoiceOrder) {
  const states = yield* StateReader
  const all = yield* Stream.runCollect(states.all(cryptoTransfer))
  return all.filter(({ order }) => order.invoiceId === id)
})
