import { Effect } from "effect"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { makeAcceptance } from "./acceptance.ts"
import { personJobs } from "./personNames.ts"

/** Makes what is left of an acceptance whose process ended after its first commit. */
export const makeUserJoiner = Effect.gen(function* () {
  const { finish } = yield* makeAcceptance
  const { complete } = yield* makeTransact
  const handler: JobHandler = {
    kind: personJobs.join,
    concurrency: 2,
    handle: (job) => Effect.andThen(finish(job.subjectId), complete({ _tag: "Done", job }))
  }
  return handler
})
