import { Effect } from "effect"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { WebhookReader } from "./WebhookReader.ts"

/**
 * Erases the messages about a job's subject, with their deliveries. Returns whether any remain: messages
 * still being delivered are erased afterwards.
 */
export const makeMessageEraser = Effect.gen(function* () {
  const { commit } = yield* makeTransact
  const webhooks = yield* WebhookReader
  return Effect.fnUntraced(function* (job: LeasedJob) {
    const { partnerId, subjectId } = job
    const messageIds = yield* webhooks.messagesAbout(partnerId, subjectId)
    yield* commit({
      erasures: messageIds.map((messageId) => ({ _tag: "WebhookMessage", partnerId, messageId })),
      completion: { _tag: "Held", job }
    })
    return messageIds.length > 0 && (yield* webhooks.messagesAbout(partnerId, subjectId)).length > 0
  })
})
