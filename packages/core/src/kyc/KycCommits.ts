import { Effect } from "effect"
import { type Decided, makeCommandHandler } from "../handler/CommandHandler.ts"
import { type NotFound, orNotFound } from "../input/Refusals.ts"
import type { PartnerId } from "../partner/Partner.ts"
import { KycReader } from "../ports/KycReader.ts"
import type { JobCompletion, LeaseLost, StoreUnavailable } from "../ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import type { Instant } from "../time/Instant.ts"
import type { ScheduledJob } from "../work/Job.ts"
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
  type KycStepRefused,
  type OpenedKycSession
} from "./KycSession.ts"
import type { KycSessionId } from "./KycOrder.ts"
import { openedKycSession } from "./KycSessionAsOf.ts"

/** Everything but the creation. */
type LaterCommand = Exclude<KycSessionCommand, { readonly _tag: "Create" }>

/** Carries out one command on a session, with what becomes of the job that led to it. */
export type ApplyKyc = (
  partnerId: PartnerId,
  id: KycSessionId,
  command: LaterCommand,
  completion?: JobCompletion
) => Effect.Effect<
  OpenedKycSession,
  KycCommandRefused | KycStepRefused | LeaseLost | NotFound | StoreUnavailable
>

/** The one way in which sessions go on: whoever submits, checks, expires or redacts. */
export const makeApplyKyc = Effect.gen(function* () {
  const { kyc, publicUrl } = yield* Settings
  const reader = yield* KycReader
  const runCommand = yield* makeCommandHandler

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
      load: Effect.flatMap(reader.byId(partnerId, id), orNotFound("KYC session", id)),
      commit: (decided) => {
        const next = openedKycSession(decided.next)
        return {
          aggregates: [{ _tag: "KycSession", state: next, expectedVersion: decided.expectedVersion }],
          announcements: kycAnnouncements(decided.events, next, publicUrl),
          entries: [],
          claims: [],
          counters: [],
          jobs: decided.events.length === 0 ? [] : jobsOf(decided, at),
          completion
        }
      }
    }).pipe(Effect.catchTags({ ClaimTaken: Effect.die, LimitExceeded: Effect.die }))
    return openedKycSession(state)
  })
  return apply
})
