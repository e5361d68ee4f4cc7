import { StateReader } from "../ports/StateReader.ts"
import { Effect } from "effect"
import type { Decided } from "../transact/Command.ts"
import type { LeaseLostOf } from "../transact/Draft.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { type NotFound, orNotFound } from "../input/Refusals.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { JobCompletion, StoreUnavailable } from "../ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import type { Instant } from "../time/Instant.ts"
import type { ScheduledJob } from "../ports/Job.ts"
import { kycAnnouncements } from "./kycAnnouncements.ts"
import { checkJob, eraseJob, kycExpiryJob } from "./KycJobs.ts"
import {
  isEnded,
  isInCheck,
  type KycCommandRefused,
  KycSession,
  type KycSessionCommand,
  type KycSessionEvent,
  type KycSessionState,
  type KycStepRefused
} from "./KycSession.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"
import { openedKycSession } from "./KycSessionAsOf.ts"

/** Everything but the creation. */
type LaterCommand = Exclude<KycSessionCommand, { readonly _tag: "Create" }>

/** Carries out one command on a session, with what becomes of the job that led to it. */
export type ApplyKyc = <Completion extends JobCompletion | undefined = undefined>(
  partnerId: PartnerId,
  id: KycSessionId,
  command: LaterCommand,
  completion?: Completion
) => Effect.Effect<
  OpenedKycSession,
  KycCommandRefused | KycStepRefused | LeaseLostOf<Completion> | NotFound | StoreUnavailable
>

/** The one way in which sessions go on: whoever submits, checks, expires or redacts. */
export const makeApplyKyc = Effect.gen(function* () {
  const { kyc, publicUrl } = yield* Settings
  const states = yield* StateReader
  const { runCommand } = yield* makeAnnouncingTransact

  /** The work that begins where a session has come to. */
  const jobsOf = (
    { next, previous }: Decided<KycSessionState, KycSessionEvent>,
    at: Instant
  ): ReadonlyArray<ScheduledJob> => {
    const session = openedKycSession(next)
    const { id, partnerId } = session.order
    if (session._tag === "submitted" && previous._tag !== "submitted") return [checkJob(partnerId, id, at)]
    // Its expiry may have been looked at while the check ran, by whoever was a moment ahead of this answer.
    if (session._tag === "collecting" && isInCheck(openedKycSession(previous)))
      return [kycExpiryJob(partnerId, id, session.order.expiresAt)]
    if (!isEnded(session)) return []
    // Redacted: at once. Ended: when nothing can be on its way any more.
    return [eraseJob(partnerId, id, session.redactedAt._tag === "Some" ? at : at + kyc.sweepMillis)]
  }

  const apply: ApplyKyc = Effect.fnUntraced(function* (partnerId, id, command, completion) {
    const { at } = command
    const { state } = yield* runCommand({
      machine: KycSession,
      command,
      partnerId,
      subjectId: id,
      at,
      load: Effect.flatMap(states.get(kycSession, partnerId, id), orNotFound("KYC session", id)),
      completion,
      commit: (decided) => {
        const next = openedKycSession(decided.next)
        return {
          aggregates: [{ _tag: "KycSession", state: next, expectedVersion: decided.expectedVersion }],
          announcements: kycAnnouncements(decided.events, next, publicUrl),
          jobs: jobsOf(decided, at)
        }
      }
    })
    return openedKycSession(state)
  })
  return apply
})
