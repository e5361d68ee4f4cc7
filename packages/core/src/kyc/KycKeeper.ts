import { Clock, Effect } from "effect"
import { KycReader } from "../ports/KycReader.ts"
import { emptyCommit, Store } from "../ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import type { JobHandler } from "../work/Worker.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import { retainJob } from "./KycJobs.ts"
import { KycSessions } from "./KycSessions.ts"

/** Sessions redacted between two proofs of the lease. */
const redactMax = 20

/** Records the expiry of sessions that nobody finished. One whose check runs is left to its answer. */
export const makeKycExpirer = Effect.gen(function* () {
  const apply = yield* makeApplyKyc
  const handler: JobHandler = {
    kind: "kyc.expire",
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      // A clock that was set back must not make this come too early: nobody would look again.
      const at = Math.max(yield* Clock.currentTimeMillis, job.dueAt)
      yield* apply(job.partnerId, job.subjectId, { _tag: "Expire", at }, { _tag: "Done", job })
    })
  }
  return handler
})

/** Ends retention, once a day: redacts a partner's sessions whose time is over by the setting of now. */
export const makeKycKeeper = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).kyc
  const store = yield* Store
  const reader = yield* KycReader
  const sessions = yield* KycSessions

  const handler: JobHandler = {
    kind: "kyc.retain",
    concurrency: 1,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId } = job
      // A clock that was set back must not bring this day's job back.
      const now = Math.max(yield* Clock.currentTimeMillis, job.dueAt)
      while (retentionMillis !== undefined) {
        const due = yield* reader.unredacted(partnerId, now - retentionMillis, redactMax)
        yield* Effect.forEach(due, (id) => sessions.redact(partnerId, id), { discard: true })
        if (due.length < redactMax) break
        yield* store.commit({ ...emptyCommit, completion: { _tag: "Held", job } })
      }
      const jobs = [retainJob(partnerId, now)]
      yield* store.commit({ ...emptyCommit, jobs, completion: { _tag: "Done", job } })
    })
  }
  return handler
})
