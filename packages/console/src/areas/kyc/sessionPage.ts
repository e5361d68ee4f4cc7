import { html } from "@quittance/adapters-http/pages"
import type { KycReviewView, KycSessionView } from "@quittance/core"
import type { KycReviewDocumentView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, type Cell, count, instant, status, text, webAddress } from "../../look/Cell.ts"
import { actLinks, type Fact, facts, known, quiet, section, tableSection } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { actFor } from "../../screen/actScreen.ts"
import { recordScreen } from "../../screen/recordScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

/** The session of this page, of this partner: another's is not found, whatever the reader may see of it there. */
export const ownSession = ({ id, operations, partner }: Seen) => operations.kyc.get(partner.id, id)

/** In what words the status is told: what waits for a decision says so. */
export const standingOf = ({ status }: Pick<KycSessionView, "status">, isWaiting: boolean): string =>
  isWaiting ? "in_review" : status

/** Reasons in words; one of a checker may have none, and one of a picture names its step. */
export const reasonsCell = (reasons: ReadonlyArray<string>, { reason: words }: Words["kyc"]): Cell =>
  text(reasons.map((reason) => words[reason] ?? reason).join("; "))

/** What the partner noted of the person, each in its own writing direction. */
export const metadataFacts = ({ metadata }: Pick<KycReviewView, "metadata">): ReadonlyArray<Fact> =>
  Object.entries(metadata).map(([name, value]) => [
    name,
    text(typeof value === "string" ? value : JSON.stringify(value))
  ])

const factsOf = (
  { may, words: { kyc: said } }: Seen,
  session: KycSessionView,
  review: KycReviewView | undefined,
  standing: string
): ReadonlyArray<Fact> => {
  const isOpen = session.status === "pending" || session.status === "in_progress"
  return [
    [said.session, address(session.id)],
    [said.status, status(standing)],
    [said.level, text(said.levels[session.level])],
    [said.attempts, count(session.attempts)],
    [said.reasons, reasonsCell(session.failureReasons, said)],
    [said.comment, text(review?.comment)],
    ...(review === undefined ? [] : [documentFact(review, said)]),
    [said.waitingSince, instant(review?.waitingSince)],
    [said.created, instant(session.createdAt)],
    [said.expires, instant(isOpen ? session.expiresAt : null)],
    [said.redacted, instant(session.redactedAt)],
    // Who has the link is the person, for the page behind it.
    [said.link, webAddress(isOpen && may("kyc.create") ? session.verificationUrl : null)]
  ]
}

/** What the person says of the identity document: its kind and the country that issued it. */
export const documentFact = ({ documents }: KycReviewView, said: Words["kyc"]): Fact => {
  const chosen = documents.find(({ kind }) => kind !== null)
  const name =
    chosen?.kind && chosen.country
      ? `${said.kinds[chosen.kind]}, ${countryNames.of(chosen.country) ?? chosen.country} (${chosen.country})`
      : null
  return [said.documentIs, text(name)]
}

const countryNames = new Intl.DisplayNames("en", { type: "region" })

const fileText = ({ pages, picture, type }: KycReviewDocumentView, said: Words["kyc"]): string => {
  const size = picture === null ? said.pages(pages?.length ?? 1) : `${picture.width} × ${picture.height}`
  return `${type.split("/")[1]?.toUpperCase()}, ${size}`
}

const tellingOf = (said: Words["kyc"]): Telling => {
  const words: { readonly [step: string]: string } = said.steps
  const documents = (steps: string) =>
    text(steps.replaceAll(/\w+/g, (step) => words[step] ?? step).replaceAll(",", ", "))
  return {
    titles: said.events,
    details: {
      step: [said.document, documents],
      steps: [said.document, documents],
      failureReasons: [said.reasons, (reasons) => reasonsCell(reasons.split(","), said)]
    }
  }
}

/** A verification: who may review sees of what, and others how it stands. */
export const sessionPage = screensOf("kyc", (said) => [
  recordScreen({
    ...{ path: "/kyc/{id}", operation: "kyc.get", title: said.session },
    read: Effect.fnUntraced(function* (seen) {
      const { may, operations, partner } = seen
      const session = yield* ownSession(seen)
      const { id } = session
      const review = may("kyc.review.get") ? yield* operations.kyc.review.get(id) : undefined
      const isWaiting = review !== undefined && review.waitingSince !== null
      const standing = standingOf(session, isWaiting)
      const acts = actLinks([
        review?.documents.length
          ? actFor(seen, "kyc.review.watermarked", `/kyc/${id}/documents`, said.showing.verb, "first")
          : null,
        isWaiting ? actFor(seen, "kyc.review.decide", `/kyc/${id}/decide`, said.decide) : null,
        session.redactedAt === null ? actFor(seen, "kyc.redact", `/kyc/${id}/redact`, said.redact) : null
      ])
      const metadata = metadataFacts(session)
      const noted = metadata.length === 0 ? null : section(said.metadata, facts(seen, metadata))
      const documents =
        review &&
        tableSection(seen, {
          ...{ caption: said.showing.title, items: review.documents, none: quiet(said.noDocuments) },
          columns: [
            { title: said.document, cell: ({ step }) => text(said.steps[step]) },
            { title: said.file, cell: (document) => text(fileText(document, said)) },
            { title: said.uploaded, cell: ({ submittedAt }) => instant(submittedAt) }
          ]
        })
      const told = facts(seen, known(seen, factsOf(seen, session, review, standing)))
      return {
        title: `${said.session} ${id}`,
        body: html`${acts}${told}${noted}${documents ?? null}`,
        history: yield* operations.kyc.history(partner.id, id),
        telling: tellingOf(said),
        course: [standing, session.updatedAt],
        nowIs: said.nowIs(statusWord(standing, seen))
      }
    })
  })
])
