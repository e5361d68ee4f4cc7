import { Effect, Option } from "effect"
import { Facts } from "../../kernel/history/Facts.ts"
import { historyEventsMax } from "../../kernel/history/History.ts"
import { instantView } from "../../kernel/money/Money.ts"
import { EventReader } from "../../kernel/ports/EventReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import { BatchReader } from "./BatchReader.ts"

/** What became of the e-mail with the payment link of an invoice. It is personal. */
export interface InvoiceMailView {
  /** `none` of an invoice that is not mailed. */
  readonly status: "none" | "waiting" | "sent" | "failed"
  /** The address; null where there is none, or none any more. */
  readonly customerEmail: string | null
  /** When it was sent or given up. */
  readonly at: string | null
  /** Why it was given up, in a server's words; null once the invoice is redacted. */
  readonly reason: string | null
}

/** Reads what became of an invoice's e-mail: from its events, and from what its batch still waits for. */
export const makeInvoiceMailOf = Effect.gen(function* () {
  const events = yield* EventReader
  const batches = yield* BatchReader
  return Effect.fnUntraced(function* ({
    order,
    redactedAt
  }: IssuedInvoice): Effect.fn.Return<InvoiceMailView, StoreUnavailable> {
    const { batchId, customerEmail, id, partnerId } = order
    const all = Option.isNone(batchId) ? [] : yield* events.ofSubject(partnerId, id, historyEventsMax)
    const ended = all.findLast(({ type }) => type === "InvoiceMailSent" || type === "InvoiceMailFailed")
    const mail = { customerEmail: Option.getOrNull(customerEmail), at: null, reason: null }
    if (ended !== undefined)
      return {
        ...mail,
        status: ended.type === "InvoiceMailSent" ? "sent" : "failed",
        at: instantView(ended.at),
        reason: Option.isSome(redactedAt) ? null : Facts.of(ended).text("reason")
      }
    // Of a file that is mailed, every row with an address is.
    const batch = Option.isNone(batchId) ? Option.none() : yield* batches.byId(partnerId, batchId.value)
    const isWaiting =
      Option.exists(batch, ({ tally }) => tally.mailsUnsent > 0) && Option.isSome(customerEmail)
    return { ...mail, status: isWaiting ? "waiting" : "none" }
  })
})
