import { type Html, html } from "@quittance/adapters-http/pages"
import type { KycReviewView, KycSessionView } from "@quittance/core"
import type { KycReviewDocumentView, KycStep } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, instant, status, text, webAddress } from "../../look/Cell.ts"
import {
  actLink,
  actLinks,
  beside,
  type Column,
  type Fact,
  facts,
  known,
  section,
  table
} from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { storyOf, storySection, type Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { metadataFacts, ownSession, pathOfSession, reasonsCell, standingOf, stepWord } from "./session.ts"

const isWaiting = (review: KycReviewView | undefined): boolean => review?.waitingSince != null

const factsOf = (
  session: KycSessionView,
  review: KycReviewView | undefined,
  { may, words: { kyc: said }, words }: Seen
): ReadonlyArray<Fact> => {
  const isOpen = session.status === "pending" || session.status === "in_progress"
  return [
    [said.session, html`<code class="address">${session.id}</code>`],
    [said.status, status(standingOf(session, isWaiting(review)))],
    [said.level, text(said.levels[session.level])],
    [said.attempts, count(session.attempts)],
    [said.reasons, reasonsCell(session.failureReasons, words)],
    [said.comment, text(review?.comment)],
    [said.waitingSince, instant(review?.waitingSince)],
    [said.created, instant(session.createdAt)],
    [said.expires, instant(isOpen ? session.expiresAt : null)],
    [said.redacted, instant(session.redactedAt)],
    // Who has the link is the person, for the page behind it.
    [said.link, webAddress(isOpen && may("kyc.create") ? session.verificationUrl : null)]
  ]
}

const documentColumns = (words: Words): ReadonlyArray<Column<KycReviewDocumentView>> => {
  const said = words.kyc
  const sizeOf = ({ pages, picture }: KycReviewDocumentView): string =>
    picture === null ? said.pages(pages?.length ?? 1) : `${picture.width} × ${picture.height}`
  return [
    { title: said.document, cell: ({ step }) => text(stepWord(step, words)) },
    {
      title: said.file,
      cell: (each) => text(`${each.type.split("/")[1]?.toUpperCase()}, ${sizeOf(each)}`)
    },
    { title: said.uploaded, cell: ({ submittedAt }) => instant(submittedAt) }
  ]
}

/** Of an event, which documents it was about and why. */
interface Told {
  readonly failureReasons?: ReadonlyArray<string>
  readonly step?: KycStep | null
  readonly steps?: ReadonlyArray<KycStep>
}

const telling = (words: Words): Telling => ({
  titles: words.kyc.events,
  detailsOf: ({ details }) => {
    const { failureReasons = [], step = null, steps = [] }: Told = details
    const shown = [...(step === null ? [] : [step]), ...steps].map((each) => stepWord(each, words))
    const told: ReadonlyArray<Fact> = [
      [words.kyc.document, text(shown.join(", "))],
      [words.kyc.reasons, reasonsCell(failureReasons, words)]
    ]
    return told.filter((_, index) => [shown, failureReasons][index]?.length !== 0)
  }
})

const actsOf = (session: KycSessionView, review: KycReviewView | undefined, seen: Seen): Html | null => {
  const { may, words } = seen
  const path = pathOfSession(seen)
  const isShown = may("kyc.review.watermarked") && review !== undefined && review.documents.length > 0
  const isDecided = may("kyc.review.decide") && isWaiting(review)
  const isKept = may("kyc.redact") && session.redactedAt === null
  return actLinks([
    ...(isShown ? [actLink(`${path}/documents`, words.kyc.show, "first")] : []),
    ...(isDecided ? [actLink(`${path}/decide`, words.kyc.decide)] : []),
    ...(isKept ? [actLink(`${path}/redact`, words.kyc.redact)] : [])
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
      const left = html`${actsOf(session, review, seen)}${facts(known(factsOf(session, review, seen), seen), seen)}${
        metadata.length === 0 ? null : section(said.metadata, facts(metadata, seen))
      }${documents}`
      const standing = standingOf(session, isWaiting(review))
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
