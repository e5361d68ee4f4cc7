import { Option, Result, Schema } from "effect"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { type KycDocument, keptDocuments } from "./KycDocument.ts"
import type { KycReason } from "./KycReason.ts"
import { type KycOrder, kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { type KycStep, stepsOf } from "./KycStep.ts"
import type { KycAnswerLoss, KycVerdict } from "./KycVerdict.ts"

/**
 * An identity verification: a person shows something in each step, a checker says whether it is enough.
 *
 * Expiry holds at the instant for whoever is waited for: a decision made at `expiresAt` or later treats a session that
 * waits for its person as expired, even when nobody told it. A session whose check runs ends with the answer. A
 * retryable refusal asks for the refused steps again, and the third refusal is final. A check is asked for at most once
 * under its number; when its answer is lost it is looked up before it is asked for again. What is redacted has lost its
 * documents and everything personal.
 *
 *     absent → pending ──→ collecting ⇄ submitted → opening → checking
 *                 │             │           ↑         ↓  ↑       │
 *                 │             │           └──────  unknown ←───┘
 *                 └─→ expired ←─┘        submitted, opening, unknown, checking → completed | failed
 */

export type KycSessionState = { readonly _tag: "absent" } | OpenedKycSession

/** A session that came to its end. */
export type EndedKycSession = Extract<OpenedKycSession, { readonly endedAt: Instant }>

export const kycStatuses = ["pending", "in_progress", "completed", "failed", "expired"] as const
/** As the API shows it. */
export type KycStatus = (typeof kycStatuses)[number]

/** The status of each state. */
export const kycStatusOfState = {
  pending: "pending",
  collecting: "in_progress",
  submitted: "in_progress",
  opening: "in_progress",
  unknown: "in_progress",
  checking: "in_progress",
  completed: "completed",
  failed: "failed",
  expired: "expired"
} as const satisfies { readonly [State in OpenedKycSession["_tag"]]: KycStatus }

export const kycStatus = ({ _tag }: OpenedKycSession): KycStatus => kycStatusOfState[_tag]

export type KycSessionCommand =
  | { readonly _tag: "Create"; readonly order: KycOrder }
  | { readonly _tag: "Submit"; readonly document: KycDocument; readonly at: Instant }
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

/** The command cannot be carried out from this state. */
export class KycCommandRefused extends Schema.TaggedError<KycCommandRefused>()("KycCommandRefused", {
  from: Schema.String,
  command: Schema.String
}) {
  get code() {
    return "kyc_command_refused" as const
  }
}

/** Another step is the next one. */
export class KycStepRefused extends Schema.TaggedError<KycStepRefused>()("KycStepRefused", {
  step: Schema.String,
  expected: Schema.String
}) {
  get code() {
    return "kyc_step_refused" as const
  }

  override get message(): string {
    return `the step ${this.step} cannot be taken now: the next one is ${this.expected}`
  }
}

const answers = ["completed", "failed", "collecting", "expired"] as const

export const kycSessionTransitions = {
  absent: { Create: ["pending"] },
  pending: {
    Submit: ["collecting"],
    WaiveDocuments: ["submitted"],
    Expire: ["pending", "expired"],
    Redact: ["expired"]
  },
  collecting: {
    Submit: ["collecting", "submitted"],
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

/** Whether a session waits for its person, so that it can expire. */
export const awaitsPerson = (
  session: OpenedKycSession
): session is Extract<OpenedKycSession, { readonly _tag: "pending" | "collecting" }> =>
  session._tag === "pending" || session._tag === "collecting"

export const isEnded = (session: OpenedKycSession): session is EndedKycSession => "endedAt" in session

/** Whether everything was shown and the answer of a check is awaited. */
export const isInCheck = (session: OpenedKycSession): boolean => !awaitsPerson(session) && !isEnded(session)

/** The step that is to be taken next, if the session waits for one. */
export const nextStep = (session: OpenedKycSession): KycStep | undefined =>
  awaitsPerson(session)
    ? stepsOf(session.order.level).find((step) => !session.documents.some((shown) => shown.step === step))
    : undefined

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
  const { attempts, check, checkSince, comment, decidedBy, documents, lost, order, reasons, redactedAt } =
    state
  const { at } = event
  const recorded = {
    order,
    documents,
    attempts,
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
      const shown = [...documents, event.document]
      return shown.length === stepsOf(order.level).length
        ? { _tag: "submitted", ...recorded, documents: shown, ...submitted }
        : { _tag: "collecting", ...recorded, documents: shown }
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
        attempts: attempts + 1,
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
