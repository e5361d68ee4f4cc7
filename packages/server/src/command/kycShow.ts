import { KycReviews, type KycReviewView } from "@quittance/core"
import { isPicture, type KycReviewDocumentView, kycReviewView } from "@quittance/core/adapter"
import { Decoding } from "@quittance/decoding"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { pathIn } from "../cli/pathIn.ts"
import { UsageError } from "../cli/UsageError.ts"
import { documentsLayer, picturesLayer } from "../start/documents.ts"
import { servicesLayer } from "../start/services.ts"
import { type DocumentToSave, type SavedDocument, saveDocuments } from "./DocumentFolder.ts"
import { checkStateText } from "./kycWords.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printError, printFacts, printJson, printLine, printTable } from "./print.ts"

/**
 * `quittance kyc show`: a session and the measures of its documents; with a folder, also the pictures of its
 * documents, or the files of strangers themselves.
 */
export const run: RunCommand = (input) => {
  const named = input.text("--save-to")
  const folder = named === undefined ? undefined : pathIn("--save-to", named, "./review")
  const isOriginal = input.has("--originals")
  if (isOriginal && folder === undefined) throw new UsageError("--originals needs --save-to DIR: give both.")
  const show = Effect.gen(function* () {
    const reviews = yield* KycReviews
    const session = kycReviewView(yield* reviews.get(input.operand))
    const partner = (yield* partnerNames([session.partnerId]))(session.partnerId)
    const saved =
      folder === undefined
        ? undefined
        : yield* saveDocuments(folder, yield* (isOriginal ? originalsOf : picturesOf)(reviews, session))
    if (input.has("--json")) printJson({ partner, ...session, ...(saved === undefined ? {} : { saved }) })
    else printSession(session, partner, saved)
    if (saved !== undefined && saved.length > 0)
      printError("these files are not encrypted. Delete them when you have decided.")
    if (isOriginal && saved?.some(({ path }) => path.endsWith(".pdf")))
      printError(
        "a PDF here is the file that a stranger sent: it may run scripts, carry programs and call other computers. Open it only on a machine where that does no harm."
      )
    return 0
  })
  return onStore(
    (configuration) =>
      servicesLayer(
        configuration,
        folder === undefined
          ? { vault: "none" }
          : {
              documents: Layer.merge(documentsLayer(configuration), isOriginal ? Layer.empty : pictures)
            }
      ),
    show
  )
}

/** Draws the pages of PDFs from before pages were drawn at upload. */
const pictures = Layer.provide(picturesLayer, Decoding.layer())

type Reviews = KycReviews["Service"]

/** What the documents show: of a PDF its pages. */
const picturesOf = Effect.fnUntraced(function* (reviews: Reviews, { documents, id }: KycReviewView) {
  const all = yield* Effect.forEach(documents, ({ step, type }) =>
    Effect.map(reviews.pictures(id, step), (pictures) =>
      pictures.map(({ page, ...picture }) => ({ ...picture, step, ...(isPicture(type) ? {} : { page }) }))
    )
  )
  return all.flat() satisfies ReadonlyArray<DocumentToSave<unknown>>
})

/** The documents as they are kept: a PDF as it was uploaded. */
const originalsOf = (reviews: Reviews, { documents, id }: KycReviewView) =>
  Effect.forEach(documents, ({ step, type }) =>
    Effect.map(reviews.original(id, step), (content) => ({ step, type, content }))
  )

const printSession = (
  session: KycReviewView,
  partner: string,
  saved: ReadonlyArray<SavedDocument> | undefined
): void => {
  const { attempts, comment, decidedBy, endedAt, failureReasons, metadata, redactedAt, waitingSince } =
    session
  printLine(`KYC session ${session.id} is ${session.status}.\n`)
  printFacts([
    ["Partner", partner],
    ["Level", session.level],
    ["Check", checkStateText(session)],
    ["Waiting since", waitingSince ?? ""],
    ["Document", documentText(session)],
    ["Refused attempts", String(attempts)],
    ["Reasons", failureReasons.join(", ")],
    ["Decided by", decidedBy ?? ""],
    ["Comment", comment ?? ""],
    ["Metadata", Object.keys(metadata).length === 0 ? "" : JSON.stringify(metadata)],
    ["Created", session.createdAt],
    [endedAt === null ? "Expires" : "Ended", endedAt ?? session.expiresAt],
    ["Redacted", redactedAt ?? ""]
  ])
  printLine()
  if (session.documents.length === 0) printLine("There are no documents.")
  else
    printTable(
      ["STEP", "TYPE", "BYTES", "SHOWN AT", "PIXELS", "SHARPNESS", "BRIGHTNESS"],
      session.documents.map(rowOf)
    )
  if (saved === undefined || saved.length === 0) return
  printLine()
  for (const { path } of saved) printLine(path)
}

/** What the person says of the identity document. */
const documentText = ({ documents }: KycReviewView): string => {
  const chosen = documents.find(({ kind }) => kind !== null)
  return chosen === undefined ? "" : `${chosen.kind}, issued by ${chosen.country}, as its person says`
}

const rowOf = (document: KycReviewDocumentView): ReadonlyArray<string> => {
  const { pages, picture, sizeBytes, step, submittedAt, type } = document
  const figures =
    picture === null
      ? [pages === null ? "" : `${pages.length} ${pages.length === 1 ? "page" : "pages"}`, "", ""]
      : [
          `${picture.width} x ${picture.height}`,
          String(Math.round(picture.sharpness)),
          String(Math.round(picture.brightness))
        ]
  return [step, type, String(sizeBytes), submittedAt, ...figures]
}
