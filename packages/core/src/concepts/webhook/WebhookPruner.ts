import { Clock, Effect } from "effect"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { Settings } from "../settings/Settings.ts"
import { webhookEndpoint } from "./WebhookEndpoint.ts"
import { subscribedFamilies } from "./WebhookEvents.ts"
import { pruneDueAt } from "./WebhookJobs.ts"
import { WebhookReader } from "./WebhookReader.ts"
import { webhookJobs } from "./webhookNames.ts"

/** How many deliveries one commit erases, estimated: each message may have one for each endpoint. */
const eraseMax = 200

/** Ends retention: erases a partner's old messages and their deliveries, in portions. */
export const makeWebhookPruner = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).webhook
  const { commit, complete } = yield* makeTransact
  const reader = yield* WebhookReader
  const states = yield* StateReader

  const handler: JobHandler = {
    kind: webhookJobs.prune,
    concurrency: 1,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId } = job
      const now = yield* Clock.currentTimeMillis
      const dueAt = pruneDueAt(job, retentionMillis)
      // Messages are kept longer than when the job was scheduled.
      if (now < dueAt) return yield* complete({ _tag: "DueAgain", job, dueAt })
      const endpoints = yield* Effect.forEach(subscribedFamilies, (family) =>
        states.indexed(webhookEndpoint, "registered", { equal: [partnerId, family] })
      )
      const messagesMax = Math.max(
        1,
        Math.floor(eraseMax / Math.max(1, ...endpoints.map(({ length }) => length)))
      )
      while (true) {
        const finished = yield* reader.finishedBefore(partnerId, now - retentionMillis, messagesMax)
        const isLast = finished.length < messagesMax
        yield* commit({
          erasures: finished.map((messageId) => ({ _tag: "WebhookMessage", partnerId, messageId })),
          completion: { _tag: isLast ? "Done" : "Held", job }
        })
        if (isLast) return
      }
    })
  }
  return handler
})
