import {
  checkIdOf,
  awaitsPerson,
  isInCheck,
  KycChecks,
  type KycOrder,
  type KycOutcome,
  KycReviews,
  KycSessions,
  type KycStep,
  KycUploads,
  type KycVerdict,
  nextStep,
  StoreUnavailable,
  Worker
} from "@quittance/core"
import { Effect } from "effect"
import type { Act } from "./Act.ts"
import type { KycLaws } from "./KycLaws.ts"
import { damagedPhoto } from "./personFiles.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** What partners, persons, operators and checkers do with KYC sessions. */

/** A session that somebody asked for; its redirect URL is its own. */
export interface KycRequested {
  readonly partnerId: string
  readonly input: { readonly redirectUrl: string; readonly [field: string]: unknown }
  /** What the partner was told. */
  answer: KycOrder | undefined
  /** Whether whoever asked was told that nothing was written. */
  isRefused: boolean
}

export const requestKyc = (process: SimulatedProcess, wanted: KycRequested): Act => ({
  process,
  name: `verification ${wanted.input.redirectUrl} of ${wanted.partnerId}`,
  effect: Effect.gen(function* () {
    const sessions = yield* KycSessions
    const made = sessions.create(wanted.partnerId, wanted.input)
    const { session } = yield* Effect.tapError(made, (failure) =>
      Effect.sync(() => {
        wanted.isRefused = !(failure instanceof StoreUnavailable) || failure.outcome === "notWritten"
      })
    )
    wanted.answer = session.order
    return session.order.id
  }),
  refusals: []
})

/** How a person's visit to the page may end without a document. */
const visitEnds = ["BlobStoreUnavailable", "DocumentRefused", "InvalidState", "KycStepRefused"]

/** What a person brings along: how many files, and which for a step. */
export interface Hand {
  readonly fileCount: number
  readonly fileFor: (step: KycStep) => Uint8Array
}

/** A person looks at the page and shows what it asks for; whoever has more files waits for the answer, and tries again. */
export const visit = (
  process: SimulatedProcess,
  laws: KycLaws,
  { id, token }: KycOrder,
  { fileCount, fileFor }: Hand
): Act => ({
  process,
  name: `visit to ${id}`,
  effect: Effect.gen(function* () {
    const sessions = yield* KycSessions
    const uploads = yield* KycUploads
    const worker = yield* Worker
    let session = yield* sessions.getByToken(token)
    for (let count = 0; count < fileCount; count++) {
      if (isInCheck(session)) {
        yield* worker.drain
        session = yield* sessions.getByToken(token)
      }
      const step = nextStep(session)
      if (step === undefined) break
      const sent = { sessionId: id, step, file: fileFor(step), documentId: undefined }
      laws.sent.push(sent)
      session = yield* uploads.submit(token, step, sent.file)
      if (!laws.hasBecome(sent, session.documents))
        return yield* Effect.die(new Error(`a ${step} of ${id} was taken and is not there`))
    }
    return session._tag
  }),
  refusals: visitEnds
})

/** Whatever the page asks for, this is not it. */
export const showWrongly = (process: SimulatedProcess, { id, token }: KycOrder, step: KycStep): Act => ({
  process,
  name: `show nothing as ${step} of ${id}`,
  effect: Effect.gen(function* () {
    const uploads = yield* KycUploads
    yield* uploads.submit(token, step, damagedPhoto)
    return yield* Effect.die(new Error("a file in which there is nothing was taken"))
  }),
  refusals: visitEnds
})

/** Reads a session and looks at the clock: after the expiry nobody may be waited for. */
export const readKyc = (
  process: SimulatedProcess,
  { expiresAt, id, partnerId }: KycOrder,
  now: () => number
): Act => ({
  process,
  name: `read ${id}`,
  effect: Effect.gen(function* () {
    const sessions = yield* KycSessions
    const askedAt = now()
    const session = yield* sessions.get(partnerId, id)
    if (awaitsPerson(session) && askedAt >= expiresAt)
      return yield* Effect.die(new Error(`${id} waited for its person after its expiry`))
    return session._tag
  }),
  refusals: []
})

export const redactKyc = (process: SimulatedProcess, laws: KycLaws, { id, partnerId }: KycOrder): Act => ({
  process,
  name: `redact ${id}`,
  effect: Effect.gen(function* () {
    laws.unwanted.add(id)
    const sessions = yield* KycSessions
    return (yield* sessions.redact(partnerId, id))._tag
  }),
  refusals: []
})

/** The checker calls back with its verdict, and its word is proven. It says so of checks that it has come to an end with. */
export const confirmCheck = (process: SimulatedProcess, checkId: string, verdict: KycVerdict): Act => ({
  process,
  name: `word on ${checkId}`,
  effect: Effect.flatMap(KycChecks, (checks) =>
    Effect.map(checks.confirm(checkId, verdict), ({ _tag }) => _tag)
  ),
  refusals: []
})

/** A verdict for a check that never was. */
export const confirmNothing = (process: SimulatedProcess, { id }: KycOrder): Act => ({
  process,
  name: `word on a check that ${id} never had`,
  effect: Effect.flatMap(KycChecks, (checks) =>
    Effect.map(checks.confirm(checkIdOf(id, 9, []), { _tag: "Passed" }), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState"]
})

/** The checker calls back, and what it says is not believed: it is asked. A check that it does not have may be nobody's. */
export const refreshCheck = (process: SimulatedProcess, checkId: string, isKnown: boolean): Act => ({
  process,
  name: `look at ${checkId}`,
  effect: Effect.flatMap(KycChecks, (checks) => Effect.map(checks.refresh(checkId), ({ _tag }) => _tag)),
  refusals: isKnown ? ["KycCheckerUnavailable"] : ["KycCheckerUnavailable", "NotFound"]
})

export const decideKyc = (
  process: SimulatedProcess,
  laws: KycLaws,
  { id }: KycOrder,
  outcome: KycOutcome
): Act => ({
  process,
  name: `decide ${id} as ${outcome}`,
  effect: Effect.gen(function* () {
    laws.decisions.add(`${id} ${outcome}`)
    const reviews = yield* KycReviews
    const reasons = outcome === "completed" ? [] : ["document_unsupported"]
    return (yield* reviews.decide(id, { outcome, reasons, decidedBy: "an operator" }))._tag
  }),
  refusals: ["InvalidState"]
})
