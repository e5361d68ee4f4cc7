import { Option, Result } from "effect"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { DocumentFault } from "./DocumentRefused.ts"
import { type KycDocument, keptDocuments, withShown } from "./KycDocument.ts"
import { faultReason, type KycReason, stepOfReason } from "./KycReason.ts"
import { KycCommandRefused, KycStepRefused } from "./KycRefusals.ts"
import { type KycOrder, kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import {
  awaitsPerson,
  freePicturesLeft,
  isEnded,
  isInCheck,
  mayTakeBack,
  missingStep,
  nextStep
} from "./KycStanding.ts"
import type { KycStep } from "./KycStep.ts"
import type { KycAnswerLoss, KycVerdict } from "./KycVerdict.ts"

/**
 * An identity verification: a person shows something in each step, a checker says whether it is enough.
 *
 * Expiry holds at the instant for whoever is waited for: a decision made at `expiresAt` or later treats a session that
 * waits for its person as expired, even when nobody told it. A session whose check runs ends with the answer. A
 * retryable refusal asks for the refused steps again, and the third refusal is final. Some pictures may be refused when
 * they are shown, or be taken back, for nothing; beyond them each refused one counts as a refusal. A check is asked for
 * at most once under its number; when its answer is lost it is looked up before it is asked for again. What is redacted
 * has lost its documents and everything personal.
 *
 *     absent → pending ──→ collecting ⇄ submitted → opening → checking
 *                 │             │           ↑         ↓  ↑       │
 *                 │             │           └──────  unknown ←───┘
 *                 ├─→ expired ←─┤        submitted, opening, unknown, checking → completed | failed
 *                 └─→ failed  ←─┘
 */

export type KycSessionState = { readonly _tag: "absent" } | OpenedKycSession

export type KycSessionCommand =
  | { readonly _tag: "Create"; readonly order: KycOrder }
  | { readonly _tag: "Submit"; readonly document: KycDocument; readonly at: Instant }
  /** A picture that the person showed was refused at once; `freeMax` of those are free. */
  | {
      readonly _tag: "RefusePicture"
      readonly step: KycStep
      readonly fault: DocumentFault
      readonly freeMax: number
      readonly attemptMax: number
      readonly at: Instant
    }
  /** The person has another document than the one whose front was shown. It counts as a free picture. */
  | { readonly _tag: "TakeBack"; readonly freeMax: number; readonly at: Instant }
  /** A sandbox stands in for the person: the steps that are missing are taken without documents. */
  | { readonly _tag: "WaiveDocuments"; readonly at: Instant }
  /** The checker is about to be asked. */
  | { readonly _tag: "OpenCheck"; readonly at: Instant }
  | { readonly _tag: "NoteRunning"; readonly at: Instant }
  | { readonly _tag: "LoseAnswer"; readonly loss: KycAnswerLoss; readonly at: Instant }
  /** The verdict of one check. Of several answers the first stands; what comes after the end changes nothing. */
  | {
      readonly _tag: "Answer"
      readonly check: number
      readonly verdict: KycVerdict
      readonly decidedBy: Option.Option<string>
      readonly comment?: string
      readonly attemptMax: number
      readonly at: Instant
    }
  | { readonly _tag: "Expire"; readonly at: Instant }
  /** A person of the partner or an operator is about to see the documents of these steps. */
  | { readonly _tag: "Look"; readonly steps: ReadonlyArray<KycStep>; readonly at: Instant }
  /** Also ends what is not finished, whatever it waits for. */
  | { readonly _tag: "Redact"; readonly at: Instant }

interface Answered {
  readonly check: number
  readonly decidedBy: Option.Option<string>
  readonly comment?: string
  readonly at: Instant
}

/**
 * Of events, logs keep ids and codes only: what is personal is in the order, documents and comment, which a redaction
 * empties.
 */
export type KycSessionEvent =
  | { readonly _tag: "KycSessionCreated"; readonly order: KycOrder }
  | { readonly _tag: "KycDocumentSubmitted"; readonly document: KycDocument; readonly at: Instant }
  | {
      readonly _tag: "KycPictureRefused"
      readonly step: KycStep
      readonly fault: DocumentFault
      /** Whether it cost no attempt. */
      readonly isFree: boolean
      readonly at: Instant
    }
  | { readonly _tag: "KycDocumentTakenBack"; readonly at: Instant }
  | { readonly _tag: "KycDocumentsWaived"; readonly at: Instant }
  | { readonly _tag: "KycCheckOpening"; readonly check: number; readonly at: Instant }
  | { readonly _tag: "KycCheckRunning"; readonly check: number; readonly at: Instant }
  | {
      readonly _tag: "KycAnswerLost"
      readonly check: number
      readonly loss: KycAnswerLoss
      readonly at: Instant
    }
  | ({ readonly _tag: "KycCheckRefused"; readonly reasons: ReadonlyArray<KycReason> } & Answered)
  | ({ readonly _tag: "KycSessionCompleted" } & Answered)
  | ({ readonly _tag: "KycSessionFailed"; readonly reasons: ReadonlyArray<KycReason> } & Answered)
  | { readonly _tag: "KycSessionExpired"; readonly at: Instant }
  | { readonly _tag: "KycDocumentsLookedAt"; readonly steps: ReadonlyArray<KycStep>; readonly at: Instant }
  | { readonly _tag: "KycSessionRedacted"; readonly at: Instant }

const answers = ["completed", "failed", "collecting", "expired"] as const

export const kycSessionTransitions = {
  absent: { Create: ["pending"] },
  pending: {
    Submit: ["collecting"],
    RefusePicture: ["pending", "collecting", "failed"],
    WaiveDocuments: ["submitted"],
    Expire: ["pending", "expired"],
    Redact: ["expired"]
  },
  collecting: {
    Submit: ["collecting", "submitted"],
    RefusePicture: ["collecting", "failed"],
    TakeBack: ["collecting"],
    WaiveDocuments: ["submitted"],
    Answer: ["collecting"],
    Expire: ["collecting", "expired"],
    Look: ["collecting"],
    Redact: ["expired"]
  },
  submitted: {
    OpenCheck: ["opening"],
    Answer: ["submitted", ...answers],
    Expire: ["submitted"],
    Look: ["submitted"],
    Redact: ["expired"]
  },
  opening: {
    NoteRunning: ["checking"],
    LoseAnswer: ["unknown"],
    Answer: ["opening", ...answers],
    Expire: ["opening"],
    Look: ["opening"],
    Redact: ["expired"]
  },
  unknown: {
    OpenCheck: ["opening"],
    NoteRunning: ["checking"],
    LoseAnswer: ["unknown"],
    Answer: ["unknown", ...answers],
    Expire: ["unknown"],
    Look: ["unknown"],
    Redact: ["expired"]
  },
  checking: {
    NoteRunning: ["checking"],
    LoseAnswer: ["unknown"],
    Answer: ["checking", ...answers],
    Expire: ["checking"],
    Look: ["checking"],
    Redact: ["expired"]
  },
  completed: { Answer: ["completed"], Expire: ["completed"], Look: ["completed"], Redact: ["completed"] },
  failed: { Answer: ["failed"], Expire: ["failed"], Look: ["failed"], Redact: ["failed"] },
  expired: { Answer: ["expired"], Expire: ["expired"], Look: ["expired"], Redact: ["expired"] }
} as const satisfies Transitions<KycSessionState["_tag"], KycSessionCommand["_tag"]>

type Decision = Result.Result<ReadonlyArray<KycSessionEvent>, KycCommandRefused | KycStepRefused>

const accept = (...events: ReadonlyArray<KycSessionEvent>): Decision => Result.succeed(events)

const decide = (state: KycSessionState, command: KycSessionCommand): Decision => {
  const refuse = (from: string = state._tag): Decision =>
    Result.fail(new KycCommandRefused({ from, command: command._tag }))
  if (command._tag === "Create")
    return state._tag === "absent" ? accept({ _tag: "KycSessionCreated", order: command.order }) : refuse()
  if (state._tag === "absent" || !(command._tag in kycSessionTransitions[state._tag])) return refuse()
  const { at } = command
  const { check } = state
  const isDue = awaitsPerson(state) && at >= state.order.expiresAt
  switch (command._tag) {
    case "Submit": {
      if (isDue) return refuse("expired")
      const { document } = command
      const expected = nextStep(state)
      invariant(expected !== undefined, "a session that waits for its person has a step to be taken")
      return document.step === expected
        ? accept({ _tag: "KycDocumentSubmitted", document, at })
        : Result.fail(new KycStepRefused({ step: document.step, expected }))
    }
    case "RefusePicture": {
      if (isDue) return refuse("expired")
      const { attemptMax, fault, freeMax, step } = command
      // Another device was faster with that step: nothing is asked for that this picture could fail.
      if (step !== nextStep(state)) return refuse()
      const isFree = freePicturesLeft(state, freeMax) > 0
      const counted: KycSessionEvent = { _tag: "KycPictureRefused", step, fault, isFree, at }
      if (isFree || state.attempts + 1 < attemptMax) return accept(counted)
      const reasons = reasonsWith(state.reasons, counted)
      return accept(counted, { _tag: "KycSessionFailed", reasons, check, decidedBy: Option.none(), at })
    }
    case "TakeBack":
      if (isDue) return refuse("expired")
      return mayTakeBack(state, command.freeMax) ? accept({ _tag: "KycDocumentTakenBack", at }) : refuse()
    case "WaiveDocuments":
      return isDue ? refuse("expired") : accept({ _tag: "KycDocumentsWaived", at })
    case "OpenCheck":
      return accept({ _tag: "KycCheckOpening", check, at })
    case "NoteRunning":
      return state._tag === "checking" ? accept() : accept({ _tag: "KycCheckRunning", check, at })
    case "LoseAnswer": {
      const { loss } = command
      const isNews = state._tag !== "unknown" || Option.getOrUndefined(state.lost) !== loss
      return isNews ? accept({ _tag: "KycAnswerLost", check, loss, at }) : accept()
    }
    case "Answer": {
      if (isEnded(state)) return accept()
      if (command.check > check) return refuse()
      // An answer to a check that was answered before: the first one stands.
      if (command.check < check || awaitsPerson(state)) return accept()
      const { attemptMax, comment, decidedBy, verdict } = command
      const answered = { check, decidedBy, at, ...(comment === undefined ? {} : { comment }) }
      if (verdict._tag === "Passed") return accept({ _tag: "KycSessionCompleted", ...answered })
      const { course, reasons } = verdict
      if (course === "final" || state.attempts + 1 >= attemptMax)
        return accept({ _tag: "KycSessionFailed", reasons, ...answered })
      const refused: KycSessionEvent = { _tag: "KycCheckRefused", reasons, ...answered }
      // Nobody can try again once the time is up.
      return at >= state.order.expiresAt
        ? accept(refused, { _tag: "KycSessionExpired", at })
        : accept(refused)
    }
    case "Expire":
      return isDue ? accept({ _tag: "KycSessionExpired", at }) : accept()
    case "Look":
      // What was redacted, or refused meanwhile, is not seen.
      return command.steps.every((step) => state.documents.some((shown) => shown.step === step))
        ? accept({ _tag: "KycDocumentsLookedAt", steps: command.steps, at })
        : refuse()
    case "Redact": {
      const redacted: KycSessionEvent = { _tag: "KycSessionRedacted", at }
      if (!isEnded(state)) return accept({ _tag: "KycSessionExpired", at }, redacted)
      return Option.isSome(state.redactedAt) ? accept() : accept(redacted)
    }
  }
}

const evolve = (state: KycSessionState, event: KycSessionEvent): KycSessionState => {
  if (event._tag === "KycSessionCreated") {
    invariant(state._tag === "absent", "a session is created once")
    const { order } = event
    return {
      _tag: "pending",
      order,
      documents: [],
      attempts: 0,
      discarded: Option.none(),
      reasons: [],
      check: 0,
      checkSince: Option.none(),
      lost: Option.none(),
      decidedBy: Option.none(),
      comment: Option.none(),
      redactedAt: Option.none(),
      updatedAt: order.createdAt
    }
  }
  invariant(state._tag !== "absent", `${event._tag} needs a session`)
  const { attempts, check, checkSince, comment, decidedBy, discarded, documents, lost, order, reasons } =
    state
  const { redactedAt } = state
  const { at } = event
  const recorded = {
    order,
    documents,
    attempts,
    discarded,
    reasons,
    check,
    checkSince,
    lost,
    decidedBy,
    comment,
    redactedAt,
    updatedAt: at
  }
  const submitted = { check: check + 1, checkSince: Option.some(at), lost: Option.none() }
  switch (event._tag) {
    case "KycDocumentSubmitted": {
      const shown = { ...recorded, documents: withShown(documents, event.document) }
      const collecting: OpenedKycSession = { _tag: "collecting", ...shown }
      return missingStep(collecting) === undefined
        ? { _tag: "submitted", ...shown, ...submitted }
        : collecting
    }
    case "KycPictureRefused": {
      const counted = { ...state, discarded: oneMore(discarded), updatedAt: at }
      return event.isFree
        ? counted
        : {
            ...recorded,
            ...counted,
            _tag: "collecting",
            attempts: attempts + 1,
            reasons: reasonsWith(reasons, event)
          }
    }
    case "KycDocumentTakenBack":
      return {
        ...state,
        documents: documents.filter(({ step }) => step !== "document"),
        discarded: oneMore(discarded),
        updatedAt: at
      }
    case "KycDocumentsWaived":
      return { _tag: "submitted", ...recorded, ...submitted }
    case "KycCheckOpening":
      return { _tag: "opening", ...recorded }
    case "KycCheckRunning":
      return { _tag: "checking", ...recorded, lost: Option.none() }
    case "KycAnswerLost":
      return { _tag: "unknown", ...recorded, lost: Option.some(event.loss) }
    case "KycCheckRefused":
      return {
        _tag: "collecting",
        ...recorded,
        documents: keptDocuments(documents, event.reasons),
        attempts: attempts + 1,
        reasons: event.reasons,
        checkSince: Option.none(),
        lost: Option.none(),
        ...answererOf(event)
      }
    case "KycSessionCompleted":
      return {
        _tag: "completed",
        ...recorded,
        reasons: [],
        lost: Option.none(),
        ...answererOf(event),
        endedAt: at
      }
    case "KycSessionFailed":
      return {
        _tag: "failed",
        ...recorded,
        // A refused picture that ends the session was counted as one.
        attempts: isInCheck(state) ? attempts + 1 : attempts,
        reasons: event.reasons,
        lost: Option.none(),
        ...answererOf(event),
        endedAt: at
      }
    case "KycSessionExpired":
      return { _tag: "expired", ...recorded, endedAt: at }
    case "KycDocumentsLookedAt":
      return state
    case "KycSessionRedacted":
      invariant(isEnded(state), "what is redacted has ended")
      return { ...kycSession.erase(state), redactedAt: Option.some(at), updatedAt: at }
  }
}

const oneMore = (counted: Option.Option<number>) => Option.some(Option.getOrElse(counted, () => 0) + 1)

/** The reasons with the one of a refused picture, in place of what was said of its step. */
const reasonsWith = (
  reasons: ReadonlyArray<KycReason>,
  { fault, step }: Pick<Extract<KycSessionEvent, { readonly _tag: "KycPictureRefused" }>, "fault" | "step">
): ReadonlyArray<KycReason> => [
  ...reasons.filter((reason) => stepOfReason(reason) !== step),
  faultReason(step, fault)
]

const answererOf = ({ comment, decidedBy }: Answered) => ({
  decidedBy,
  comment: Option.fromUndefinedOr(comment)
})

export const KycSession: Decider<
  KycSessionState,
  KycSessionCommand,
  KycSessionEvent,
  KycCommandRefused | KycStepRefused
> = { initial: { _tag: "absent" }, decide, evolve }

declare module "../../kernel/ports/Store.ts" {
  interface EventsByConcept {
    readonly KycSession: KycSessionEvent
  }
}
