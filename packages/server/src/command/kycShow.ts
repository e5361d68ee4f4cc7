import { type KycReviewDocumentView, type KycReviewView, KycReviews, kycReviewView } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { pathIn } from "../cli/pathIn.ts"
import { documentsLayer } from "../start/documents.ts"
import { servicesLayer } from "../start/services.ts"
import { type SavedDocument, saveDocuments } from "./DocumentFolder.ts"
import { checkStateText } from "./kycWords.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printError, printFacts, printJson, printLine, printTable } from "./print.ts"

/** `quittance kyc show`: a session and the measures of its documents; with a folder, also the documents. */
export const run: RunCommand = (input) => {
  const named = input.text("--save-to")
  const folder = named === undefined ? undefined : pathIn("--save-to", named, "./review")
  const show = Effect.gen(function* () {
    const reviews = yield* KycReviews
    const session = kycReviewView(yield* reviews.get(input.operand))
    const partner = (yield* partnerNames([session.partnerId]))(session.partnerId)
    const toSave = session.documents.map(({ step, type }) => ({
      step,
      type,
      content: reviews.document(session.id, step)
    }))
    const saved = folder === undefined ? undefined : yield* saveDocuments(folder, toSave)
    if (input.has("--json")) printJson({ partner, ...session, ...(saved === undefined ? {} : { saved }) })
    else printSession(session, partner, saved)
    if (saved !== undefined && saved.length > 0)
      printError("these files are not encrypted. Delete them when you have decided.")
    return 0
  })
  return onStore(
    (configuration) =>
      servicesLayer(
        configuration,
        folder === undefined ? { vault: "none" } : { documents: documentsLayer(configuration) }
      ),
    show
  )
}

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
    ["Refused checks", String(attempts)],
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

const rowOf = (document: KycReviewDocumentView): ReadonlyArray<string> => {
  const { picture, sizeBytes, step, submittedAt, type } = document
  const figures =
    picture === null
      ? []
      : [
          `${picture.width} x ${picture.height}`,
          String(Math.round(picture.sharpness)),
          String(Math.round(picture.brightness))
        ]
  return [step, type, String(sizeBytes), submittedAt, ...figures]
}
