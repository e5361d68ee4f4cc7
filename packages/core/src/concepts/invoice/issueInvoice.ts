import { Effect } from "effect"
import { claimsOf, type IdempotentRequest } from "../../kernel/idempotency/Idempotency.ts"
import type { ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { Invoice, type IssuedInvoice } from "./Invoice.ts"
import { issuedInvoice } from "./InvoiceAsOf.ts"
import { expiryJob } from "./InvoiceExpirer.ts"
import {
  makeInvoiceReferences,
  referenceClaims,
  takenReferences,
  type UnnamedInvoice
} from "./InvoiceReferences.ts"
import { invoiceAnnouncements } from "./invoiceAnnouncements.ts"
import { invoiceCounters } from "./invoiceCounters.ts"
import { invoiceRetention } from "./invoiceRedactionJobs.ts"

/** Issues one invoice, in one commit with all that follows from it. A repeated request fails with its claim. */
export const makeIssueInvoice = Effect.gen(function* () {
  const settings = yield* Settings
  const { runCommand } = yield* makeAnnouncingTransact
  const referencesOf = yield* makeInvoiceReferences

  return Effect.fnUntraced(function* (unnamed: UnnamedInvoice, idempotent: IdempotentRequest | undefined) {
    const { createdAt, expiresAt, id, partnerId } = unnamed
    const named = yield* referencesOf(partnerId)
    const taken = new Set<string>()
    const issue: Effect.Effect<IssuedInvoice, ClaimTaken | StoreUnavailable> = Effect.suspend(() => {
      const order = named(unnamed, taken)
      return runCommand({
        machine: Invoice,
        command: { _tag: "Issue", order },
        partnerId,
        subjectId: id,
        at: createdAt,
        load: Effect.succeed({ state: Invoice.initial, version: 0 }),
        commit: ({ events, next, previous }) => ({
          aggregates: [{ _tag: "Invoice", state: issuedInvoice(next), expectedVersion: 0 }],
          announcements: invoiceAnnouncements(events, issuedInvoice(next), settings.publicUrl),
          claims: [...claimsOf(idempotent, id), ...referenceClaims(order)],
          counters: invoiceCounters(previous, issuedInvoice(next)),
          jobs: [expiryJob(partnerId, expiresAt), ...invoiceRetention(partnerId, createdAt, settings)]
        })
      })
    }).pipe(
      Effect.map(({ state }) => issuedInvoice(state)),
      Effect.catchTags({
        InvoiceCommandRefused: Effect.die,
        ReceiptRefused: Effect.die,
        ClaimTaken: (failure) => {
          const references = takenReferences(failure)
          // A repeated request finds its own reference taken: the first one answers.
          if (references.length < failure.taken.length) return Effect.fail(failure)
          for (const reference of references) taken.add(reference)
          return issue
        }
      })
    )
    return yield* issue
  })
})
