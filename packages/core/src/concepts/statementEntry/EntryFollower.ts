import { Effect, Option } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import type { InvalidState, NotFound } from "../../kernel/input/Refusals.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { bankPaymentClaims } from "../bankPayment/bankPaymentNames.ts"
import { invoice } from "../invoice/Invoice.ts"
import { command, readEntry } from "./decideEntry.ts"
import { statementEntryJobs } from "./statementEntryNames.ts"
import { makeStatementParts, type StatementParts } from "./statementParts.ts"

/**
 * Tells entries what happened to their money at the partner of its invoice, which is another owner: that it was sent
 * back, and that nothing personal may be left of its invoice.
 */
export const makeEntryFollower = Effect.gen(function* () {
  const parts = yield* makeStatementParts
  const { complete } = yield* makeTransact
  const handler: JobHandler = {
    kind: statementEntryJobs.follow,
    concurrency: 4,
    handle: (job) =>
      Effect.andThen(
        // What a person decided meanwhile stays.
        Effect.catchTags(follow(parts, job.subjectId), {
          NotFound: () => Effect.void,
          InvalidState: () => Effect.void
        }),
        complete({ _tag: "Done", job })
      )
  }
  return handler
})

const follow = Effect.fnUntraced(function* (
  parts: StatementParts,
  id: string
): Effect.fn.Return<void, NotFound | InvalidState | StoreUnavailable> {
  const { claims, payments, states } = parts
  const state = yield* readEntry(parts, id)
  const claim = yield* claims.find(bankPaymentClaims.operation, state.order.partnerId, id)
  if (Option.isNone(claim)) return
  const payment = yield* payments.get(claim.value.partnerId, claim.value.ownerId)
  if (state._tag === "held" && payment._tag === "returned")
    yield* command(parts, id, "return", (at) => ({ _tag: "Return", reason: payment.reason, at }))
  // Who paid is needed for as long as the money has to be sent back.
  else if (state._tag === "held") return
  const paid = yield* existing(states, invoice, payment.order.partnerId, payment.order.invoiceId)
  if (invoice.isRedacted(paid.state)) yield* command(parts, id, "redact", (at) => ({ _tag: "Redact", at }))
})
