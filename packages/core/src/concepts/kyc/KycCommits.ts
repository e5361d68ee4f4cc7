import { Effect, Option } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { existing } from "../../kernel/input/existing.ts"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { JobCompletion, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import type { Decided } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { checkJob, eraseJob, kycExpiryJob } from "./KycJobs.ts"
import type { KycCommandRefused, KycStepRefused } from "./KycRefusals.ts"
import {
  KycSession,
  type KycSessionCommand,
  type KycSessionEvent,
  type KycSessionState
} from "./KycSession.ts"
import { openedKycSession } from "./KycSessionAsOf.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { isEnded, isInCheck } from "./KycStanding.ts"
import { kycAnnouncements } from "./kycAnnouncements.ts"

/** Everything but the creation. */
type LaterCommand = Exclude<KycSessionCommand, { readonly _tag: "Create" }>

/** Applies one command to a session, with the completion of the job that caused it. */
export type ApplyKyc = <Completion extends JobCompletion | undefined = undefined>(
  partnerId: PartnerId,
  id: KycSessionId,
  command: LaterCommand,
  completion?: Completion
) => Effect.Effect<
  OpenedKycSession,
  KycCommandRefused | KycStepRefused | LeaseLostOf<Completion> | NotFound | StoreUnavailable
>

/** Whether it is the checker's, and no person's. */
const isAnswer = (command: LaterCommand): boolean =>
  command._tag === "NoteRunning" || (command._tag === "Answer" && Option.isNone(command.decidedBy))

/** The only way to change sessions: for uploads, checks, expiries and redactions. */
export const makeApplyKyc = Effect.gen(function* () {
  const { kyc, publicUrl } = yield* Settings
  const states = yield* StateReader
  const { runCommand } = yield* makeAnnouncingTransact

  /** The jobs that start in a session's new state. */
  const jobsOf = (
    { next, previous }: Decided<KycSessionState, KycSessionEvent>,
    at: Instant
  ): ReadonlyArray<ScheduledJob> => {
    const session = openedKycSession(next)
    const { id, partnerId } = session.order
    if (session._tag === "submitted" && previous._tag !== "submitted") return [checkJob(partnerId, id, at)]
    // The expiry job may have run while the check ran, just before this answer.
    if (session._tag === "collecting" && isInCheck(openedKycSession(previous)))
      return [kycExpiryJob(partnerId, id, session.order.expiresAt)]
    if (!isEnded(session)) return []
    // Redacted: immediately. Ended: when no upload can be in progress any more.
    return [eraseJob(partnerId, id, session.redactedAt._tag === "Some" ? at : at + kyc.sweepMillis)]
  }

  const apply: ApplyKyc = Effect.fnUntraced(function* (partnerId, id, command, completion) {
    const { at } = command
    const applied = runCommand({
      machine: KycSession,
      command,
      partnerId,
      subjectId: id,
      at,
      load: existing(states, kycSession, partnerId, id),
      completion,
      commit: (decided) => {
        const next = openedKycSession(decided.next)
        return {
          aggregates: [writeOver("KycSession", decided.loaded, next)],
          announcements: kycAnnouncements(decided.events, next, publicUrl),
          jobs: jobsOf(decided, at)
        }
      }
    })
    const { state } = yield* isAnswer(command) ? actingAs(provider("kyc"), applied) : applied
    return openedKycSession(state)
  })
  return apply
})
