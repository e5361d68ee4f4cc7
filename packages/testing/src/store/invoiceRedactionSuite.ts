import { assert } from "@effect/vitest"
import {
  type AggregateWrite,
  CryptoInvoiceReader,
  Ids,
  InvoiceReader,
  type Instant,
  type IssuedCryptoInvoice,
  type IssuedInvoice,
  messageBody,
  type PartnerId,
  cryptoInvoice,
  invoice,
  type StorePorts,
  WebhookReader
} from "@quittance/core"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { newInvoice } from "./InvoiceSamples.ts"
import { commit, erase, newCryptoInvoice, newEvent, newPartnerId, start } from "./StoreSamples.ts"
import { newMessage, posting } from "./WebhookSamples.ts"
import { storedCryptoInvoices, storedInvoices } from "./storedInvoices.ts"

/** What a redaction erases of invoices, fiat and crypto, and what retention finds to redact. */

type Written = Extract<AggregateWrite, { readonly _tag: "Invoice" | "CryptoInvoice" }>

const fiat = (state: IssuedInvoice, expectedVersion = 0): Written => ({
  _tag: "Invoice",
  state,
  expectedVersion
})
const crypto = (state: IssuedCryptoInvoice, expectedVersion = 0): Written => ({
  _tag: "CryptoInvoice",
  state,
  expectedVersion
})

const write = Effect.fnUntraced(function* (written: Written) {
  const { id, partnerId } = written.state.order
  const events = [yield* newEvent(partnerId, id, { version: written.expectedVersion + 1 })]
  yield* commit({ aggregates: [written], events })
})

/** One kind of invoices, as redactions see it. */
interface Kind {
  /** As far as the check needs it: an invoice that ended then, or one that awaits money since then. */
  readonly newOne: (
    partnerId: PartnerId,
    tag: "expired" | "cancelled" | "pending" | "confirming",
    updatedAt: Instant
  ) => Effect.Effect<Written, never, Ids>
  readonly redacted: (written: Written) => Written
  readonly reader: Effect.Effect<
    Pick<InvoiceReader["Service"], "unredacted" | "partnerOf">,
    never,
    StorePorts
  >
}

const kinds: ReadonlyArray<Kind> = [
  {
    newOne: (partnerId, tag, updatedAt) =>
      Effect.map(newInvoice(partnerId, { description: Option.some("Jane") }), ({ order, redactedAt }) =>
        fiat({ _tag: tag === "confirming" ? "pending" : tag, order, redactedAt, updatedAt })
      ),
    redacted: (written) => (written._tag === "Invoice" ? fiat(redactedFiat(written.state), 1) : written),
    reader: InvoiceReader
  },
  {
    newOne: (partnerId, tag, updatedAt) =>
      Effect.map(newCryptoInvoice(partnerId, { customerName: Option.some("Jane") }), (issued) =>
        crypto({ ...issued, _tag: tag, updatedAt })
      ),
    redacted: (written) =>
      written._tag === "CryptoInvoice" ? crypto(redactedCrypto(written.state), 1) : written,
    reader: CryptoInvoiceReader
  }
]

const redactedAt = Option.some(start + 50)

const redactedFiat = (state: IssuedInvoice): IssuedInvoice => ({
  ...invoice.erase(state),
  redactedAt
})
const redactedCrypto = (state: IssuedCryptoInvoice): IssuedCryptoInvoice => ({
  ...cryptoInvoice.erase(state),
  redactedAt
})

const endOfTime = Number.MAX_SAFE_INTEGER

const forBoth = (check: (kind: Kind) => Effect.Effect<void, unknown, StorePorts | Ids>) =>
  Effect.forEach(kinds, check, { discard: true })

const idOf = ({ state }: Written): string => state.order.id

/** Told of an invoice, whose description may name whatever it likes. */
const newTold = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  type: "invoice.paid" | "crypto.invoice.paid",
  resourceId: string,
  named = ""
) {
  const message = yield* newMessage(partnerId, { type })
  const { createdAt: at, id } = message
  const object = { id: resourceId, description: `"id":"${named}"` }
  return { ...message, body: messageBody({ id, type, at, version: 2, object }) }
})

export const invoiceRedactionChecks = {
  "what a redaction erased of an invoice stays erased, through whatever comes later": Effect.andThen(
    storedInvoices.redacted,
    storedCryptoInvoices.redacted
  ),

  "unredacted are those that ended before an instant, the earliest first, then by id, until they are redacted":
    forBoth(({ newOne, reader, redacted }) =>
      Effect.gen(function* () {
        const { unredacted } = yield* reader
        const partnerId = yield* newPartnerId
        const [last, sameA, first, sameB] = [
          yield* newOne(partnerId, "expired", start + 9),
          yield* newOne(partnerId, "cancelled", start + 5),
          yield* newOne(partnerId, "cancelled", start + 4),
          yield* newOne(partnerId, "expired", start + 5)
        ]
        const awaiting = [
          yield* newOne(partnerId, "pending", start + 1),
          yield* newOne(partnerId, "confirming", start + 1)
        ]
        for (const each of [last, sameB, first, sameA, ...awaiting]) yield* write(each)
        const same = [sameA, sameB].map(idOf).sort()
        const all = [idOf(first), ...same, idOf(last)]
        assert.deepStrictEqual(yield* unredacted(partnerId, endOfTime, 10), all)
        assert.deepStrictEqual(yield* unredacted(partnerId, start + 10, 10), all)
        assert.deepStrictEqual(yield* unredacted(partnerId, start + 9, 10), all.slice(0, 3))
        assert.deepStrictEqual(yield* unredacted(partnerId, start + 5, 10), all.slice(0, 1))
        assert.deepStrictEqual(yield* unredacted(partnerId, start + 4, 10), [])
        for (const limit of [0, 1, 3])
          assert.deepStrictEqual(yield* unredacted(partnerId, endOfTime, limit), all.slice(0, limit))
        assert.deepStrictEqual(yield* unredacted(yield* newPartnerId, endOfTime, 10), [])
        for (const each of [first, last]) yield* write(redacted(each))
        assert.deepStrictEqual(yield* unredacted(partnerId, endOfTime, 10), same)
      })
    ),

  "an operator finds whose invoice it is by its id alone": forBoth(({ newOne, reader }) =>
    Effect.gen(function* () {
      const { partnerOf } = yield* reader
      for (const partnerId of [yield* newPartnerId, yield* newPartnerId, yield* newPartnerId]) {
        const one = yield* newOne(partnerId, "expired", start)
        assert.deepStrictEqual(yield* partnerOf(idOf(one)), Option.none())
        yield* write(one)
        assert.deepStrictEqual(yield* partnerOf(idOf(one)), Option.some(partnerId))
      }
    })
  ),

  "messages are found by the invoice that they are about, and are gone once they are erased": Effect.forEach(
    ["invoice.paid", "crypto.invoice.paid"] as const,
    (type) =>
      Effect.gen(function* () {
        const { messagesAbout } = yield* WebhookReader
        const ids = yield* Ids
        const [partnerId, other] = [yield* newPartnerId, yield* newPartnerId]
        const id = type === "invoice.paid" ? yield* ids.prefixed("inv_") : yield* ids.uuid
        const told = [yield* newTold(partnerId, type, id), yield* newTold(partnerId, type, id)]
        const others = [yield* newTold(partnerId, type, `${id}0`, id), yield* newTold(other, type, id)]
        for (const each of [...told, ...others]) yield* commit(yield* posting(each, "none"))
        assert.deepStrictEqual(
          yield* messagesAbout(partnerId, id),
          told.map((message) => message.id)
        )
        yield* erase(
          ...told.map((message) => ({ _tag: "WebhookMessage", partnerId, messageId: message.id }) as const)
        )
        assert.deepStrictEqual(yield* messagesAbout(partnerId, id), [])
        assert.lengthOf(yield* messagesAbout(other, id), 1)
      }),
    { discard: true }
  )
} satisfies Checks<StorePorts | Ids>

export const invoiceRedactionSuite = suiteOf<StorePorts>("redactions of invoices", invoiceRedactionChecks)
