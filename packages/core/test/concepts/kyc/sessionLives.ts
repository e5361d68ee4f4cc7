import { Option, Result } from "effect"
import * as fc from "fast-check"
import { assert } from "vitest"
import type { DocumentChoice } from "../../../src/concepts/kyc/DocumentChoice.ts"
import { KycSession, type KycSessionEvent } from "../../../src/concepts/kyc/KycSession.ts"
import { openedKycSession } from "../../../src/concepts/kyc/KycSessionAsOf.ts"
import type { OpenedKycSession } from "../../../src/concepts/kyc/KycSessionRecord.ts"
import { type KycLevel, type KycStep, kycLevels, kycSteps } from "../../../src/concepts/kyc/KycStep.ts"
import type { KycVerdict } from "../../../src/concepts/kyc/KycVerdict.ts"
import { show } from "../../kernel/machine/explore.ts"
import {
  attemptMax,
  card,
  createdAt,
  documentOf,
  expiresAt,
  freeMax,
  orderOf,
  passed,
  passport,
  refused,
  refusePicture
} from "./kycSamples.ts"
import { type LaterCommand, SessionModel } from "./SessionModel.ts"

/** Lives of sessions, made up command by command. */

/**
 * What is done next; `next` shows the step that is asked for, and may say what document it is; an answer is told of a
 * check so far from the last one.
 */
type Deed =
  | Exclude<LaterCommand["_tag"], "Answer" | "Submit">
  | "next"
  | KycStep
  | { readonly said: DocumentChoice }
  | { readonly off: number; readonly verdict: KycVerdict }

const instants = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: createdAt, max: expiresAt - 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(expiresAt - 1, expiresAt, expiresAt + 1) },
  { weight: 1, arbitrary: fc.integer({ min: expiresAt, max: expiresAt + 1000 }) }
)

const verdicts = fc.oneof(
  { weight: 1, arbitrary: fc.constant(passed) },
  {
    weight: 6,
    arbitrary: fc
      .subarray([
        "document_blurry",
        "document_back_blurry",
        "document_expired",
        "selfie_mismatch",
        "proof_of_address_outdated",
        "other"
      ])
      .map((reasons) => refused(reasons))
  },
  { weight: 1, arbitrary: fc.constant(refused(["suspected_fraud"], "final")) }
)

const deeds = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Deed>("next") },
  {
    weight: 6,
    arbitrary: fc.constantFrom(card, passport, { ...card, country: "RU" }).map((said): Deed => ({ said }))
  },
  { weight: 2, arbitrary: fc.constantFrom<Deed>("RefusePicture", "TakeBack") },
  { weight: 1, arbitrary: fc.constantFrom<Deed>(...kycSteps) },
  { weight: 9, arbitrary: fc.constantFrom<Deed>("OpenCheck", "NoteRunning", "LoseAnswer") },
  { weight: 1, arbitrary: fc.constantFrom<Deed>("WaiveDocuments", "Expire", "Look", "Redact") },
  {
    weight: 6,
    arbitrary: fc.record({ off: fc.constantFrom(0, 0, 0, 0, 0, -1, 1), verdict: verdicts })
  }
)

/** In the order of time. */
export const histories = fc
  .array(fc.tuple(instants, deeds), { maxLength: 25, size: "max" })
  .map((places) => places.toSorted(([one], [other]) => one - other))

export type History = ReadonlyArray<readonly [number, Deed]>

export const levels = fc.constantFrom(...kycLevels)

/** A deed as a command, where the model stands now. */
const commandOf = (at: number, deed: Deed, model: SessionModel): LaterCommand => {
  const next = model.missing[0] ?? "document"
  if (typeof deed === "object" && "said" in deed) {
    // The front's goes for the back as well, whatever comes with it.
    const isOfDocument = next === "document" || next === "document_back"
    const document = documentOf(next, isOfDocument ? { choice: deed.said } : {})
    return { _tag: "Submit", document, at }
  }
  if (typeof deed === "object") {
    const { off, verdict } = deed
    const check = Math.max(model.check + off, 0)
    return { _tag: "Answer", check, verdict, decidedBy: Option.none(), attemptMax, at }
  }
  switch (deed) {
    case "next":
      return { _tag: "Submit", document: documentOf(next), at }
    case "document":
    case "document_back":
    case "selfie":
    case "proof_of_address":
      return { _tag: "Submit", document: documentOf(deed), at }
    case "Look":
      return { _tag: deed, steps: ["document"], at }
    case "RefusePicture":
      return refusePicture(next, at)
    case "TakeBack":
      return { _tag: deed, freeMax, at }
    case "LoseAnswer":
      return { _tag: deed, loss: "unavailable", at }
    case "WaiveDocuments":
    case "OpenCheck":
    case "NoteRunning":
    case "Expire":
    case "Redact":
      return { _tag: deed, at }
  }
}

/** The life of one session, and everything that happened in it. */
export class SessionLife {
  state: OpenedKycSession
  readonly events: Array<KycSessionEvent> = []

  constructor(level: KycLevel) {
    const order = orderOf({ level })
    this.state = openedKycSession(KycSession.evolve(KycSession.initial, { _tag: "KycSessionCreated", order }))
  }

  /** Whether the command was accepted. */
  tell(command: LaterCommand): boolean {
    const decision = KycSession.decide(this.state, command)
    if (Result.isFailure(decision)) return false
    for (const event of decision.success) {
      this.state = openedKycSession(KycSession.evolve(this.state, event))
      this.events.push(event)
    }
    return true
  }
}

/** Lives through a history beside the model; after each command `seen` is shown both, and whether they accepted it. */
export const livedThrough = (
  level: KycLevel,
  history: History,
  seen: (life: SessionLife, model: SessionModel, command: LaterCommand, accepted: boolean) => void = () =>
    undefined
): SessionLife => {
  const life = new SessionLife(level)
  const model = new SessionModel(level)
  for (const [at, deed] of history) {
    const command = commandOf(at, deed, model)
    const from = life.state._tag
    const accepted = life.tell(command)
    if (accepted !== model.tell(command)) assert.fail(`${show(command)} in ${from}: ${accepted}`)
    seen(life, model, command, accepted)
  }
  return life
}
