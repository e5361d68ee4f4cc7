import { type Html, html } from "@quittance/adapters-http/pages"
import type { KycReviewView } from "@quittance/core"
import { pageType, type WatermarkedPicture } from "@quittance/core/adapter"
import { Effect } from "effect"
import { instant, text } from "../../look/Cell.ts"
import { actLink, facts, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { formFields } from "../../screen/FormField.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { decisionFields } from "./decideScreen.ts"
import { metadataFacts, ownReview, ownSession, pathOfSession, stepWord } from "./session.ts"

/** The picture itself is in the page, which no browser keeps: there is no address under which it could be had again. */
const figure = ({ bytes, page, step }: WatermarkedPicture, of: number, words: Words): Html => {
  const name = words.kyc.page(stepWord(step, words), page, of)
  const source = `data:${pageType};base64,${Buffer.from(bytes).toString("base64")}`
  return html`<figure><figcaption>${name}</figcaption><img alt="${name}" src="${source}"></figure>`
}

/** Side by side, so that a face is compared with the face on the document. */
const pictures = (all: ReadonlyArray<WatermarkedPicture>, words: Words): Html => {
  const steps = [...new Set(all.map(({ step }) => step))]
  const columns = steps.map((step) => {
    const ofStep = all.filter((each) => each.step === step)
    return html`<div>${ofStep.map((each) => figure(each, ofStep.length, words))}</div>`
  })
  return html`<div class="pictures">${columns}</div>`
}

/** Whoever sees the documents decides beside them. */
const decision = (review: KycReviewView, seen: Seen): Html | null => {
  if (review.waitingSince === null || !seen.may("kyc.review.decide")) return null
  const fields = decisionFields(review.level, seen.words)
  return html`<section><h2>${seen.words.kyc.decide}</h2><form class="act" method="post" action="${pathOfSession(seen)}/decide"><input type="hidden" name="nonce" value="${seen.newNonce}">${formFields(fields, {}, () => undefined)}<p class="acts"><button class="first">${seen.words.kyc.checkDecision}</button></p></form></section>`
}

/** One proof shows the documents of one session once, to the one who gave it. */
export const documentsScreen = (words: Words): Screen =>
  actScreen({
    ...{ scope: "partner", path: "/kyc/{id}/documents", operation: "kyc.review.watermarked" },
    title: words.kyc.documents,
    verb: words.kyc.show,
    said: words.kyc.show,
    isOnce: true,
    fields: (seen) => Effect.as(ownSession(seen), []),
    about: (seen) =>
      Effect.succeed(
        html`<p><code class="address">${seen.parameters.id ?? ""}</code></p><p>${words.kyc.showAbout}</p>`
      ),
    act: Effect.fnUntraced(function* (seen: Seen) {
      const review = yield* ownReview(seen)
      const seenPictures = yield* seen.operations.kyc.review.watermarked(review.id)
      const path = pathOfSession(seen)
      return {
        title: words.kyc.documents,
        body: html`${notice(words.kyc.shownTo)}${facts(
          [
            [words.kyc.session, html`<a href="${path}"><code class="address">${review.id}</code></a>`],
            [words.kyc.level, text(words.kyc.levels[review.level])],
            [words.kyc.waitingSince, instant(review.waitingSince)],
            ...metadataFacts(review)
          ],
          seen
        )}${pictures(seenPictures, words)}${decision(review, seen)}<p>${actLink(path, words.frame.back)}</p>`
      }
    })
  })
