import { Clock, Effect } from "effect"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { makeKeeper, unredactedBy } from "../../kernel/work/Keeper.ts"
import { Settings } from "../settings/Settings.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import { kycSession } from "./KycSessionRecord.ts"
import { KycSessions } from "./KycSessions.ts"
import { kycJobs } from "./kycNames.ts"

/** Records the expiry of unfinished sessions. A session with a running check is left to its answer. */
export const makeKycExpirer = Effect.gen(function* () {
  const apply = yield* makeApplyKyc
  const handler: JobHandler = {
    kind: kycJobs.expire,
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      // If the clock was set back, this job must not run too early, because no later job would look again.
      const at = Math.max(yield* Clock.currentTimeMillis, job.dueAt)
      yield* apply(job.partnerId, job.subjectId, { _tag: "Expire", at }, { _tag: "Done", job })
    })
  }
  return handler
})

/** Ends the retention of sessions. */
export const makeKycKeeper = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).kyc
  const states = yield* StateReader
  const sessions = yield* KycSessions
  return yield* makeKeeper({
    kind: kycJobs.retain,
    retentionMillis,
    due: unredactedBy(states, kycSession),
    redact: sessions.redact
  })
})
