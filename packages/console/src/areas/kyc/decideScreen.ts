import { html } from "@quittance/adapters-http/pages"
import { InvalidInput, type KycReviewView } from "@quittance/core"
import {
  type KycLevel,
  type KycOutcome,
  kycOutcomes,
  reviewReasons,
  stepOfReason,
  stepsOf
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { instant, text } from "../../look/Cell.ts"
import { facts } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, type Typed, textTyped, ticked } from "../../screen/FormField.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { metadataFacts, ownReview, reasonsCell, reasonWord } from "./session.ts"

const isOutcome = (text: string | undefined): text is KycOutcome => kycOutcomes.some((each) => each === text)

/** The reasons that a session of this level can have. */
export const decisionFields = (level: KycLevel, words: Words): ReadonlyArray<FormField> => {
  const said = words.kyc
  const steps = stepsOf(level)
  const reasons = reviewReasons.filter((reason) => {
    const step = stepOfReason(reason)
    return step === undefined || steps.includes(step)
  })
  return [
    {
      ...{ name: "outcome", label: said.outcome, kind: "choice" },
      options: [["", said.choose], ...kycOutcomes.map((each) => [each, said.outcomes[each]] as const)]
    },
    {
      ...{ name: "reasons", label: said.reasons, kind: "choices", hint: said.reasonsHint, isOptional: true },
      options: reasons.map((reason) => [reason, reasonWord(reason, words)])
    },
    {
      ...{ name: "comment", label: said.comment, kind: "long", hint: said.commentHint, isOptional: true },
      lengthMax: 500
    }
  ]
}

/** What was typed, if it is a decision. */
const decisionOf = ({ person, role, words }: Seen, typed: Typed) => {
  const said = words.kyc
  const outcome = textTyped(typed, "outcome")
  const reasons = ticked(typed, "reasons")
  const refused = (field: string, code: "required" | "invalid_value", message: string) =>
    Effect.fail(InvalidInput.of(field, code, message))
  if (!isOutcome(outcome)) return refused("outcome", "required", said.outcomeMissing)
  if (outcome === "completed" && reasons.length > 0)
    return refused("reasons", "invalid_value", said.reasonTooMany)
  if (outcome !== "completed" && reasons.length === 0)
    return refused("reasons", "required", said.reasonMissing)
  const decidedBy = `${role === "operator" ? "operator" : "user"}:${person.id}`
  return Effect.succeed({ outcome, reasons, comment: textTyped(typed, "comment"), decidedBy })
}

/** Whether this person has decided just this already: the form was sent twice. */
const isDecided = ({ decidedBy, failureReasons, status }: KycReviewView, decision: Decision): boolean =>
  decidedBy === decision.decidedBy &&
  (decision.outcome === "completed"
    ? status === "completed"
    : failureReasons.join() === decision.reasons.join())

type Decision = Effect.Success<ReturnType<typeof decisionOf>>

const verbOf = (typed: Typed, { kyc }: Words): string => {
  const outcome = textTyped(typed, "outcome")
  return isOutcome(outcome) ? kyc.verbs[outcome] : kyc.decide
}

export const decideScreen = (words: Words): Screen =>
  actScreen({
    ...{ scope: "partner", path: "/kyc/{id}/decide", operation: "kyc.review.decide" },
    title: words.kyc.decideTitle,
    verb: (typed) => verbOf(typed, words),
    reviewVerb: words.kyc.checkDecision,
    isFinal: true,
    said: words.kyc.decided,
    fields: (seen) => Effect.map(ownReview(seen), ({ level }) => decisionFields(level, words)),
    about: (seen) => Effect.succeed(html`<p><code class="address">${seen.parameters.id ?? ""}</code></p>`),
    review: Effect.fnUntraced(function* (seen: Seen, typed: Typed) {
      const decision = yield* decisionOf(seen, typed)
      const review = yield* ownReview(seen)
      return facts(
        [
          [words.kyc.session, html`<code class="address">${review.id}</code>`],
          [words.kyc.waitingSince, instant(review.waitingSince)],
          ...metadataFacts(review),
          [words.kyc.outcome, text(words.kyc.outcomes[decision.outcome])],
          [words.kyc.reasons, reasonsCell(decision.reasons, words)],
          [words.kyc.comment, text(decision.comment)]
        ],
        seen
      )
    }),
    act: Effect.fnUntraced(function* (seen: Seen, typed: Typed) {
      const decision = yield* decisionOf(seen, typed)
      const { id } = yield* ownReview(seen)
      yield* Effect.catchTag(seen.operations.kyc.review.decide(id, decision), "InvalidState", (failure) =>
        Effect.flatMap(ownReview(seen), (review) =>
          isDecided(review, decision) ? Effect.void : Effect.fail(failure)
        )
      )
      return { to: `/kyc/${id}` }
    })
  })
