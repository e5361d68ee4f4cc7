/** Sixteen ways to misspell a host. Every line of them must not compile, and the text before them must. */
export const before = `
import { fetchHandler } from "@quittance/adapters-http"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, InsufficientFunds, type PayoutProcessorPromises } from "@quittance/core"

declare const processor: PayoutProcessorPromises
const store = SqliteStore.layer({ filename: "quittance.db", mode: "sandbox" })
const quittance = await createQuittance({ store, masterKey: "", settings: { publicUrl: "https://pay.example" } })
export const error: unknown = new InsufficientFunds({ requiredMinor: 1n, currency: "USDT" })
export const other = processor
`

export const typos = [
  `await createQuittance({ store, masterkey: "" })`,
  `await createQuittance({ store, settings: { publicURL: "https://pay.example" } })`,
  `await createQuittance({ store, worker: false })`,
  `await createQuittance({ store, payoutProcessor: { ...processor, submit: undefined } })`,
  `await createQuittance({ store: "quittance.db" })`,
  `SqliteStore.layer({ file: "quittance.db", mode: "sandbox" })`,
  `SqliteStore.layer({ filename: "quittance.db", mode: "test" })`,
  `await fetchHandler(quittance.runtime, { requestLogs: "off" })`,
  `await quittance.payout.create("shop", "key", { amount: 1, network: "tron", address: "T" })`,
  `await quittance.payouts.create("shop", { amount: 1, network: "tron", address: "T" })`,
  `await quittance.payouts.create("shop", "key", { amont: 1, network: "tron", address: "T" })`,
  `await quittance.cryptoInvoices.create("shop", { amount: "1", network: "tron", externalId: "1" })`,
  `await quittance.payouts.list("shop", { status: "PAID" })`,
  `await quittance.balances.get("shop").then((balance) => balance.avaliable)`,
  `await quittance.on("payout.complete", { name: "shop", from: "now" }, () => undefined)`,
  `if (error instanceof InsufficientFunds && error.code === "insuficient_funds") throw error`
] as const
