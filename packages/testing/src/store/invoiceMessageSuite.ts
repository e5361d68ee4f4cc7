import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import { invoicePrefix, messageBody, type PartnerId, WebhookReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { commit, erase, newPartnerId } from "./StoreSamples.ts"
import { newMessage, posting } from "./WebhookSamples.ts"

/** Messages about an invoice, fiat or crypto, which a redaction erases. */

/** A message about an invoice, whose description may name whatever it likes. */
const messageAbout = Effect.fnUntraced(function* (
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

export const invoiceMessageChecks = {
  "messages are found by the invoice that they are about, and are gone once they are erased": Effect.forEach(
    ["invoice.paid", "crypto.invoice.paid"] as const,
    (type) =>
      Effect.gen(function* () {
        const { messagesAbout } = yield* WebhookReader
        const ids = yield* Ids
        const [partnerId, other] = [yield* newPartnerId, yield* newPartnerId]
        const id = type === "invoice.paid" ? yield* ids.prefixed(invoicePrefix) : yield* ids.uuid
        const messages = [yield* messageAbout(partnerId, type, id), yield* messageAbout(partnerId, type, id)]
        const others = [
          yield* messageAbout(partnerId, type, `${id}0`, id),
          yield* messageAbout(other, type, id)
        ]
        for (const each of [...messages, ...others]) yield* commit(yield* posting(each, "none"))
        assert.deepStrictEqual(
          yield* messagesAbout(partnerId, id),
          messages.map((message) => message.id)
        )
        yield* erase(
          ...messages.map(
            (message) => ({ _tag: "WebhookMessage", partnerId, messageId: message.id }) as const
          )
        )
        assert.deepStrictEqual(yield* messagesAbout(partnerId, id), [])
        assert.lengthOf(yield* messagesAbout(other, id), 1)
      }),
    { discard: true }
  )
} satisfies Checks<StorePorts | Ids>

export const invoiceMessageSuite = suiteOf<StorePorts>("messages about invoices", invoiceMessageChecks)
