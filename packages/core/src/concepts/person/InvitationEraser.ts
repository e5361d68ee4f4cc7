import { Clock, Effect, Option } from "effect"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { expired, invitation } from "./Invitation.ts"
import { invitationEvent } from "./Invitations.ts"
import { personJobs } from "./personNames.ts"

/** Erases the name and the e-mail address in an invitation whose link has expired. */
export const makeInvitationEraser = Effect.gen(function* () {
  const states = yield* StateReader
  const { transact } = yield* makeTransact
  const handler: JobHandler = {
    kind: personJobs.expire,
    concurrency: 2,
    handle: (job) =>
      transact(
        Effect.gen(function* () {
          const completion = { _tag: "Done", job } as const
          const found = Option.getOrUndefined(yield* states.get(invitation, job.partnerId, job.subjectId))
          const change = found && expired(found.state, yield* Clock.currentTimeMillis)
          const isOver = found === undefined || change === undefined
          return {
            commit: {
              aggregates: isOver ? [] : [writeOver("Invitation", found, change.next)],
              events: isOver ? [] : [invitationEvent(found.state, found.version + 1, change.event)],
              completion
            },
            answer: undefined
          }
        })
      )
  }
  return handler
})
