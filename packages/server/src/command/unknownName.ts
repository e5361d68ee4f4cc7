import type { NotFound } from "@quittance/core"
import {
  allById,
  apiKeyPrefix,
  bankPaymentPrefix,
  cryptoInvoice,
  deliveryPrefix,
  invoicePrefix,
  isPartnerId,
  kycSessionPrefix,
  partner,
  partnerPrefix,
  payout,
  StateReader,
  statementEntryPrefix,
  userPrefix,
  webhookPrefix
} from "@quittance/core/adapter"
import { nearest } from "@quittance/core/nearest"
import { Effect, Option } from "effect"
import { StartRefused } from "../start/StartRefused.ts"

/** As many partners are named at most. */
const namedMax = 10

/** What begins an id, what it is the id of, in words with an article, and the command that shows it. */
const prefixes: ReadonlyArray<readonly [prefix: string, words: string, call: string]> = [
  [invoicePrefix, "a fiat invoice", "invoices show"],
  [kycSessionPrefix, "a KYC session", "kyc show"],
  [webhookPrefix, "a webhook", "webhooks deliveries"],
  [deliveryPrefix, "a delivery", "webhooks deliveries"],
  [bankPaymentPrefix, "a bank payment", "payments unresolved"],
  [statementEntryPrefix, "a statement entry", "statements list"],
  [partnerPrefix, "a partner", "partners show"],
  [apiKeyPrefix, "an API key", "keys list"],
  [userPrefix, "a user", "users list"]
]

const lists: Readonly<Record<string, string>> = {
  payout: "payouts list",
  invoice: "invoices list",
  webhook: "webhooks list",
  user: "users list",
  "statement entry": "statements list",
  delivery: "webhooks deliveries whk_…",
  "crypto invoice": "crypto list",
  "KYC session": "kyc sessions",
  key: "keys list"
}

/** The same refusal with what would be right: a similar name, what the id is of, or where the ids are. */
export const withWhatIsThere = Effect.fnUntraced(function* (unknown: NotFound) {
  const states = yield* Effect.serviceOption(StateReader)
  const hint = Option.isNone(states)
    ? undefined
    : yield* Effect.provideService(hintFor(unknown), StateReader, states.value)
  return yield* hint === undefined
    ? Effect.fail(unknown)
    : Effect.fail(new StartRefused({ message: `${unknown.message}: ${hint}` }))
})

const hintFor = ({ id, what }: NotFound) =>
  what === "partner" ? partnersLike(id) : Effect.map(recordOf(id, what), (found) => found ?? listOf(what))

const listOf = (what: string): string | undefined =>
  lists[what] === undefined ? undefined : `quittance ${lists[what]} shows them.`

const partnersLike = Effect.fnUntraced(function* (given: string) {
  const shown = "quittance partners list shows them."
  if (isPartnerId(given)) return shown
  const names = (yield* allById(partner)).map(({ name }) => name)
  const near = nearest(given, names)
  if (near !== undefined) return `did you mean ${near}?`
  if (names.length === 0) return "there are none yet; quittance keys create --partner NAME creates one."
  return names.length > namedMax ? shown : `the partners are ${names.join(", ")}.`
})

/** What the id is of, if it is of something else. */
const recordOf = Effect.fnUntraced(function* (id: string, what: string) {
  const [, words, call] = prefixes.find(([prefix]) => id.startsWith(prefix)) ?? []
  if (words !== undefined && !words.endsWith(what)) return `it is the id of ${words}; see quittance ${call}.`
  const states = yield* StateReader
  if (what !== payout.noun && Option.isSome(yield* states.partnerOf(payout, id)))
    return `it is a payout; see quittance payouts show ${id}.`
  if (what !== cryptoInvoice.noun && Option.isSome(yield* states.partnerOf(cryptoInvoice, id)))
    return `it is a crypto invoice; see quittance crypto show ${id}.`
  return undefined
})
