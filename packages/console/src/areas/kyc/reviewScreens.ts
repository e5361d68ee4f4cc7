import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput, type KycReviewView } from "@quittance/core"
import {
  type KycOutcome,
  type KycStep,
  kycOutcomes,
  pageType,
  reviewReasons,
  stepOfReason,
  stepsOf,
  type WatermarkedPicture
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, instant, text } from "../../look/Cell.ts"
import { actLink, facts, notice, section } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { type FormField, formFields, type Typed, textTyped, ticked } from "../../screen/FormField.ts"
import { labelled } from "../../screen/labelled.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { documentFact, metadataFacts, ownSession, reasonsCell } from "./sessionPage.ts"

/** What reviewers do with a verification: they look at its documents, decide it, and erase it. */

/** The session of this page as its reviewers see it. */
const ownReview = (seen: Seen) =>
  Effect.flatMap(ownSession(seen), ({ id }) => seen.operations.kyc.review.get(id))

/** The reasons that a session of this level, and with these documents, can have. */
const decisionFields = (
  { documents, level }: KycReviewView,
  said: Words["kyc"]
): ReadonlyArray<FormField> => {
  // Of a back that was not shown there is nothing to say.
  const steps: ReadonlyArray<KycStep> = [...stepsOf(level), ...documents.map(({ step }) => step)]
  const reasons = reviewReasons.filter((reason) => {
    const step = stepOfReason(reason)
    return step === undefined || steps.includes(step)
  })
  const outcomes = kycOutcomes.map((each) => [each, said.outcomes[each]] as const)
  return labelled(said, [
    { name: "outcome", kind: "choice", options: [["", said.choose], ...outcomes] },
    {
      ...{ name: "reasons", kind: "choices", isOptional: true },
      options: reasons.map((reason) => [reason, said.reason[reason] ?? reason])
    },
    { name: "comment", kind: "long", isOptional: true, lengthMax: 500 }
  ])
}

const outcomeTyped = (typed: Typed): KycOutcome | undefined =>
  kycOutcomes.find((each) => each === textTyped(typed, "outcome"))

/** What was typed, if it is a decision. */
const decisionOf = Effect.fnUntraced(function* ({ person, role, words: { kyc: said } }: Seen, typed: Typed) {
  const outcome = outcomeTyped(typed)
  const reasons = ticked(typed, "reasons")
  if (outcome === undefined) return yield* InvalidInput.of("outcome", "required", said.outcomeMissing)
  if (outcome === "completed" && reasons.length > 0)
    return yield* InvalidInput.of("reasons", "invalid_value", said.reasonTooMany)
  if (outcome !== "completed" && reasons.length === 0)
    return yield* InvalidInput.of("reasons", "required", said.reasonMissing)
  const decidedBy = `${role === "operator" ? "operator" : "user"}:${person.id}`
  return { outcome, reasons, comment: textTyped(typed, "comment"), decidedBy }
})

type Decision = Effect.Success<ReturnType<typeof decisionOf>>

/** Whether this person has decided just this already: the form was sent twice. */
const isDecided = ({ decidedBy, failureReasons, status }: KycReviewView, decision: Decision): boolean =>
  decidedBy === decision.decidedBy &&
  (decision.outcome === "completed"
    ? status === "completed"
    : failureReasons.join() === decision.reasons.join())

/** The picture itself is in the page, which no browser keeps: there is no address under which it could be had again. */
const figure = ({ bytes, page, step }: WatermarkedPicture, of: number, said: Words["kyc"]): Html => {
  const name = said.page(said.steps[step], page, of)
  const source = `data:${pageType};base64,${Buffer.from(bytes).toString("base64")}`
  return html`<figure><figcaption>${name}</figcaption><img alt="${name}" src="${source}"></figure>`
}

/** Side by side, so that a face is compared with the face on the document. */
const pictures = (all: ReadonlyArray<WatermarkedPicture>, said: Words["kyc"]): Html => {
  const columns = [...Map.groupBy(all, ({ step }) => step).values()].map(
    (ofStep) => html`<div>${ofStep.map((each) => figure(each, ofStep.length, said))}</div>`
  )
  return html`<div class="pictures">${columns}</div>`
}

/** Whoever sees the documents decides beside them. */
const decision = (review: KycReviewView, path: string, seen: Seen): Html | null => {
  if (review.waitingSince === null || !seen.may("kyc.review.decide")) return null
  const { kyc: said } = seen.words
  const fields = formFields(decisionFields(review, said), {}, () => undefined)
  return section(
    said.decide,
    html`<form class="act" method="post" action="${path}/decide"><input type="hidden" name="nonce" value="${seen.newNonce}">${fields}<p class="acts"><button class="first">${said.deciding.reviewVerb}</button></p></form>`
  )
}

export const reviewScreens = screensOf("kyc", (said, { frame }) => [
  // One proof shows the documents of one session once, to the one who gave it.
  actScreen({
    ...{ path: "/kyc/{id}/documents", operation: "kyc.review.watermarked", ...said.showing },
    isOnce: true,
    about: (seen) =>
      Effect.map(
        ownSession(seen),
        ({ id }) => html`<p>${address(id).shown(seen)}</p><p>${said.showAbout}</p>`
      ),
    act: Effect.fnUntraced(function* (seen) {
      const review = yield* ownReview(seen)
      const shown = yield* seen.operations.kyc.review.watermarked(review.id)
      const path = `${seen.base}/kyc/${review.id}`
      const about = facts(seen, [
        [said.session, html`<a href="${path}">${address(review.id).shown(seen)}</a>`],
        [said.level, text(said.levels[review.level])],
        documentFact(review, said),
        [said.waitingSince, instant(review.waitingSince)],
        ...metadataFacts(review)
      ])
      return {
        title: said.showing.title,
        body: html`${notice(said.shownTo)}${about}${pictures(shown, said)}${decision(review, path, seen)}<p>${actLink(path, frame.back)}</p>`
      }
    })
  }),
  actScreen({
    ...{ path: "/kyc/{id}/decide", operation: "kyc.review.decide", ...said.deciding, isFinal: true },
    verb: (typed) => {
      const outcome = outcomeTyped(typed)
      return outcome === undefined ? said.decide : said.verbs[outcome]
    },
    fields: (seen) => Effect.map(ownReview(seen), (review) => decisionFields(review, said)),
    about: (seen) => html`<p>${address(seen.id).shown(seen)}</p>`,
    review: Effect.fnUntraced(function* (seen, typed) {
      const { comment, outcome, reasons } = yield* decisionOf(seen, typed)
      const review = yield* ownReview(seen)
      return [
        [said.session, address(review.id)] as const,
        [said.waitingSince, instant(review.waitingSince)] as const,
        ...metadataFacts(review),
        [said.outcome, text(said.outcomes[outcome])] as const,
        [said.reasons, reasonsCell(reasons, said)] as const,
        [said.comment, text(comment)] as const
      ]
    }),
    act: Effect.fnUntraced(function* (seen, typed) {
      const decision = yield* decisionOf(seen, typed)
      const { id } = yield* ownReview(seen)
      yield* Effect.catchTag(seen.operations.kyc.review.decide(id, decision), "InvalidState", (failure) =>
        Effect.flatMap(ownReview(seen), (review) =>
          isDecided(review, decision) ? Effect.void : Effect.fail(failure)
        )
      )
      return { to: `/kyc/${id}` }
    })
  }),
  actScreen({
    ...{ path: "/kyc/{id}/redact", operation: "kyc.redact", ...said.redacting, isFinal: true },
    about: (seen) =>
      Effect.map(
        ownSession(seen),
        (session) =>
          html`<p>${said.redactAbout}</p>${facts(seen, [[said.session, address(session.id)], ...metadataFacts(session)])}`
      ),
    call: ({ id, operations, partner }) => operations.kyc.redact(partner.id, id),
    to: "/kyc/{id}"
  })
])
