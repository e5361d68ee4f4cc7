import { Effect } from "effect"
import { emptyCommit, Store } from "../ports/Store.ts"
import { WebhookReader } from "../ports/WebhookReader.ts"
import { Settings } from "../settings/Settings.ts"
import type { JobHandler } from "../work/Worker.ts"

/** Messages that one commit erases. */
const eraseMax = 100

/** Ends retention: erases a partner's messages and their deliveries, of the job's day and before, some at a time. */
export const makeWebhookPruner = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).webhook
  const store = yield* Store
  const reader = yield* WebhookReader

  const handler: JobHandler = {
    kind: "webhook.prune",
    concurrency: 1,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId } = job
      while (true) {
        const finished = yield* reader.finishedBefore(partnerId, job.dueAt - retentionMillis, eraseMax)
        const isLast = finished.length < eraseMax
        yield* store.commit({
          ...emptyCommit,
          erasures: finished.map((messageId) => ({ _tag: "WebhookMessage", partnerId, messageId })),
          completion: { _tag: isLast ? "Done" : "Held", job }
        })
        if (isLast) return
      }
    })
  }
  return handler
})
