import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { referenceOf } from "../../kernel/idempotency/Idempotency.ts"
import { InvalidState, NotFound, orNotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { JobCompletion, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { tracedOption } from "../../kernel/trace/Tracing.ts"
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { Settings } from "../settings/Settings.ts"
import { KycChecker, KycCheckerUnavailable } from "./KycChecker.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import type { KycDocument } from "./KycDocument.ts"
import { kycReasonsOf } from "./KycReason.ts"
import { KycCommandRefused, KycStepRefused } from "./KycRefusals.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { KycSessions } from "./KycSessions.ts"
import { isInCheck } from "./KycStanding.ts"
import type { KycVerdict } from "./KycVerdict.ts"
import { kycSessionPrefix } from "./kycNames.ts"

/**
 * The id of a check for its checker: the session, the check's number in it, and a digest of the documents. In
 * a restored store the same number may refer to other pictures, and a verdict on one person's must not be
 * used for another's.
 */
export const checkIdOf = (
  id: KycSessionId,
  check: number,
  documents: ReadonlyArray<Pick<KycDocument, "id">>
): string =>
  `${id}-${check}-${referenceOf("kycDocuments", ...documents.map((document) => document.id)).slice(0, 16)}`

const checkIdForm = new RegExp(`^(${kycSessionPrefix}[0-9a-f]{32})-([1-9][0-9]{0,8})-[0-9a-f]{16}$`)

const parseCheckId = (checkId: string): { readonly id: KycSessionId; readonly check: number } | undefined => {
  const [, id, check] = checkIdForm.exec(checkId) ?? []
  return id === undefined ? undefined : { id, check: Number(check) }
}

type Missing = NotFound | StoreUnavailable

/** The id of a session's current check. */
export const checkIdOfSession = ({ check, documents, order }: OpenedKycSession): string =>
  checkIdOf(order.id, check, documents)

/** A verdict and the check it belongs to. */
export interface KycAnswer {
  readonly check: number
  readonly verdict: KycVerdict
  /** The operator, if no checker decided. */
  readonly decidedBy: Option.Option<string>
  readonly comment?: string
}

/** The answers of checks: for the follower, for checkers that call back, and for operators. */
export class KycChecks extends Context.Service<
  KycChecks,
  {
    /** Records the verdict of a check. The first one counts; a verdict after the end changes nothing. */
    readonly answer: <Completion extends JobCompletion | undefined = undefined>(
      partnerId: PartnerId,
      id: KycSessionId,
      answer: KycAnswer,
      completion?: Completion
    ) => Effect.Effect<OpenedKycSession, InvalidState | LeaseLostOf<Completion> | Missing>
    /** For hosts: records the verdict of an authenticated callback of their checker. */
    readonly confirm: (
      checkId: string,
      verdict: KycVerdict
    ) => Effect.Effect<OpenedKycSession, InvalidState | Missing>
    /**
     * For hosts: after a callback that was not authenticated, polls the checker now instead of at the next
     * interval. The callback's content is not trusted.
     */
    readonly refresh: (
      checkId: string
    ) => Effect.Effect<OpenedKycSession, InvalidState | KycCheckerUnavailable | Missing | ProviderMissing>
  }
>()("@quittance/core/concepts/kyc/KycChecks") {
  static readonly layer = Layer.effect(
    KycChecks,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return KycChecks.of({
        answer: (partnerId, id, answer, completion) => answerCheck(parts, partnerId, id, answer, completion),
        confirm: (checkId, verdict) => confirmCheck(parts, checkId, verdict),
        refresh: (checkId) => refreshCheck(parts, checkId)
      })
    })
  )
}

/** The services that checks use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  const { kyc, mode } = yield* Settings
  return {
    kyc,
    mode,
    states: yield* StateReader,
    sessions: yield* KycSessions,
    checker: yield* Effect.flatMap(Effect.serviceOption(KycChecker), (port) => tracedOption("kyc", port)),
    apply: yield* makeApplyKyc,
    answered: answeredWithin(kyc.callTimeoutMillis, (reason) => new KycCheckerUnavailable({ reason }))
  }
})
type Parts = Effect.Success<typeof makeParts>

/** A sandbox has no real persons, so any text from its client may stay. */
const coded = ({ mode }: Parts, verdict: KycVerdict): KycVerdict =>
  verdict._tag === "Passed" || mode === "sandbox"
    ? verdict
    : { ...verdict, reasons: kycReasonsOf(verdict.reasons) }

const answerCheck = Effect.fnUntraced(function* <Completion extends JobCompletion | undefined = undefined>(
  parts: Parts,
  partnerId: PartnerId,
  id: KycSessionId,
  { verdict, ...answered }: KycAnswer,
  completion?: Completion
) {
  const at = yield* Clock.currentTimeMillis
  const command = {
    _tag: "Answer",
    ...answered,
    verdict: coded(parts, verdict),
    attemptMax: parts.kyc.attemptMax,
    at
  } as const
  return yield* parts.apply(partnerId, id, command, completion).pipe(
    Effect.catchIf((error): error is KycStepRefused => error instanceof KycStepRefused, Effect.die),
    Effect.catchIf(
      (error): error is KycCommandRefused => error instanceof KycCommandRefused,
      ({ from }) => Effect.fail(new InvalidState({ what: "KYC session", status: from, command: "an answer" }))
    )
  )
})

const readNamed = Effect.fnUntraced(function* ({ sessions, states }: Parts, checkId: string) {
  const parsed = parseCheckId(checkId)
  if (parsed === undefined) return yield* new NotFound({ what: "check", id: checkId })
  const { state } = yield* Effect.flatMap(
    firstOf(states.indexed(kycSession, "by_id", { equal: [parsed.id] })),
    orNotFound("check", checkId)
  )
  const { partnerId } = state.order
  const session = yield* sessions.get(partnerId, parsed.id)
  // The running check has other pictures: this verdict is from before a restore.
  if (isInCheck(session) && session.check === parsed.check && checkIdOfSession(session) !== checkId)
    return yield* new NotFound({ what: "check", id: checkId })
  return { ...parsed, partnerId, session }
})

const confirmCheck = Effect.fn("KycChecks.confirm")(function* (
  parts: Parts,
  checkId: string,
  verdict: KycVerdict
) {
  const { check, id, partnerId } = yield* readNamed(parts, checkId)
  return yield* answerCheck(parts, partnerId, id, { check, verdict, decidedBy: Option.none() })
})

const refreshCheck = Effect.fn("KycChecks.refresh")(function* (parts: Parts, checkId: string) {
  const { answered, checker } = parts
  if (Option.isNone(checker)) return yield* new ProviderMissing({ provider: "KycChecker" })
  const { check, session } = yield* readNamed(parts, checkId)
  // Before that the follower has not called the checker yet, or waits for its answer; later there is
  // nothing to poll.
  if (session._tag !== "checking" && session._tag !== "unknown") return session
  if (session.check !== check) return session
  const status = yield* answered(checker.value.lookup(checkId))
  if (status._tag !== "Decided" || status.checkId !== checkId) return session
  return yield* confirmCheck(parts, checkId, status.verdict)
})
