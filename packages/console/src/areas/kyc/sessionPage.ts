import { type Html, html } from "@quittance/adapters-http/pages"
import type { KycReviewView, KycSessionView } from "@quittance/core"
import type { KycReviewDocumentView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, instant, status, text, webAddress } from "../../look/Cell.ts"
import { actLink, actLinks, beside, type Column, type Fact, facts, section, table } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { storyOf, storySection, type Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { metadataFacts, ownSession, pathOfSession, reasonsCell, stepWord } from "./session.ts"

/** In what words the status is told: what waits for a decision says so. */
const standingOf = ({ status }: KycSessionView, review: KycReviewView | undefined): string =>
  review != null && review.waitingSince !== null ? "in_review" : status

const factsOf = (
  session: KycSessionView,
  review: KycReviewView | undefined,
  { may, words }: Seen
): ReadonlyArray<Fact> => {
  const said = words.kyc
  const isOpen = session.status === "pending" || session.status === "in_progress"
  return [
    [said.session, html`<code class="address">${session.id}</code>`],
    [said.status, status(standingOf(session, review))],
    [said.level, text(said.sessionsOf(session.level))],
    [said.attempts, count(session.attempts)],
    ...(session.failureReasons.length === 0
      ? []
      : [[said.reasons, reasonsCell(session.failureReasons, words)] as const]),
    ...(review?.comment == null ? [] : [[said.comment, text(review.comment)] as const]),
    ...(review?.waitingSince == null ? [] : [[said.waitingSince, instant(review.waitingSince)] as const]),
    [said.created, instant(session.createdAt)],
    ...(isOpen ? [[said.expires, instant(session.expiresAt)] as const] : []),
    ...(session.redactedAt === null ? [] : [[said.redacted, instant(session.redactedAt)] as const]),
    // Who has the link is the person, for the page behind it.
    ...(isOpen && may("kyc.create") ? [[said.link, webAddress(session.verificationUrl)] as const] : [])
  ]
}

const documentColumns = (words: Words): ReadonlyArray<Column<KycReviewDocumentView>> => {
  const said = words.kyc
  const figure = (value: number | undefined) => count(value === undefined ? undefined : Math.round(value))
  return [
    { title: said.document, cell: ({ step }) => text(stepWord(step, words)) },
    {
      title: said.file,
      cell: ({ pages, type }) =>
        text([type, ...(pages === null ? [] : [said.pages(pages.length)])].join(", "))
    },
    {
      title: said.pixels,
      cell: ({ picture }) => text(picture && `${picture.width} × ${picture.height}`)
    },
    { title: said.sharpness, cell: ({ picture }) => figure(picture?.sharpness) },
    { title: said.brightness, cell: ({ picture }) => figure(picture?.brightness) },
    { title: said.uploaded, cell: ({ submittedAt }) => instant(submittedAt) }
  ]
}

const telling = (words: Words): Telling => ({
  titles: words.kyc.events,
  detailsOf: ({ details }) => {
    const { failureReasons, step, steps } = details as {
      readonly failureReasons?: ReadonlyArray<string>
      readonly step?: keyof Words["kyc"]["steps"] | null
      readonly steps?: ReadonlyArray<keyof Words["kyc"]["steps"]>
    }
    const shown = [...(step == null ? [] : [step]), ...(steps ?? [])]
    return [
      ...(shown.length === 0
        ? []
        : [[words.kyc.document, text(shown.map((each) => stepWord(each, words)).join(", "))] as const]),
      ...(failureReasons === undefined || failureReasons.length === 0
        ? []
        : [[words.kyc.reasons, reasonsCell(failureReasons, words)] as const])
    ]
  }
})

const actsOf = (session: KycSessionView, review: KycReviewView | undefined, seen: Seen): Html | null => {
  const { may, words } = seen
  const path = pathOfSession(seen)
  const hasDocuments = review !== undefined && review.documents.length > 0
  return actLinks([
    ...(hasDocuments && may("kyc.review.watermarked")
      ? [actLink(`${path}/documents`, words.kyc.show, "first")]
      : []),
    ...(review?.waitingSince != null && may("kyc.review.decide")
      ? [actLink(`${path}/decide`, words.kyc.decide)]
      : []),
    ...(session.redactedAt === null && may("kyc.redact") ? [actLink(`${path}/redact`, words.kyc.redact)] : [])
  ])
}

/** A verification: who may review sees of what, and others how it stands. */
export const sessionPage = (words: Words): Screen =>
  pageScreen({
    ...{ scope: "partner", path: "/kyc/{id}", operation: "kyc.get" },
    title: words.kyc.session,
    show: Effect.fnUntraced(function* (seen: Seen) {
      const { operations, partner } = seen
      const said = words.kyc
      const session = yield* ownSession(seen)
      const { id } = session
      const review = seen.may("kyc.review.get") ? yield* operations.kyc.review.get(id) : undefined
      const history = yield* operations.kyc.history(partner.id, id)
      const story = yield* storyOf(seen, history, telling(words), id)
      const metadata = metadataFacts(session)
      const documents =
        review === undefined
          ? null
          : section(
              said.documents,
              review.documents.length === 0
                ? html`<p class="quiet">${said.noDocuments}</p>`
                : table(
                    { caption: said.documents, columns: documentColumns(words), items: review.documents },
                    seen
                  )
            )
      const left = html`${actsOf(session, review, seen)}${facts(factsOf(session, review, seen), seen)}${
        metadata.length === 0 ? null : section(said.metadata, facts(metadata, seen))
      }${documents}`
      const standing = standingOf(session, review)
      return {
        title: `${said.session} ${id}`,
        body: beside(left, storySection(story, seen)),
        live: {
          shown: `${standing} ${session.updatedAt} ${story.entries.length}`,
          announcement: said.nowIs(statusWord(standing, seen))
        }
      }
    })
  })
