import { Effect } from "effect"
import { WebhookReader } from "./WebhookReader.ts"
import { makeTransact } from "../transact/Transact.ts"
import type { LeasedJob } from "../ports/Job.ts"

/**
 * Erases what webhooks were told of the subject of a job, with the deliveries. Answers whether something is left: what is still on
 * its way to a receiver is erased once it is not.
 */
export const makeMessageEraser = Effect.gen(function* () {
  const { commit } = yield* makeTransact
  const webhooks = yield* WebhookReader
  return Effect.fnUntraced(function* (job: LeasedJob) {
    const { partnerId, subjectId } = job
    const told = yield* webhooks.messagesAbout(partnerId, subjectId)
    yield* commit({
      erasures: told.map((messageId) => ({ _tag: "WebhookMessage", partnerId, messageId })),
      completion: { _tag: "Held", job }
    })
    return told.length > 0 && (yield* webhooks.messagesAbout(partnerId, subjectId)).length > 0
  })
})
