import { Batches, Partners, Settings } from "@quittance/core"
import {
  batchCreatedView,
  batchFileBytesMax,
  fiatCurrencies,
  type ImportedBatch,
  type PartnerId,
  readBatchFile
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Stream } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { ProgressBar } from "../cli/ProgressBar.ts"
import { UsageError } from "../cli/UsageError.ts"
import { loadProviders } from "../start/Providers.ts"
import { servicesLayer } from "../start/services.ts"
import { batchReport, type RefusedRow, refusedReport, refusedRows } from "./batchReport.ts"
import { followMails, stallSeconds } from "./followMails.ts"
import { type BytesRead, inputName, readInputFile } from "./InputFile.ts"
import { ImportRefused, importRefused } from "./importRefused.ts"
import { onStoreEffect } from "./onStore.ts"
import { jsonText, linesText, printError } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"
import { writeText } from "./TextOutput.ts"

/** `quittance batch import`: the same as the upload of a file over HTTP. */
export const run: RunCommand = (input) => {
  if (input.has("--wait") && !input.has("--send-emails"))
    throw new UsageError("--wait needs --send-emails: give both.")
  const bar = ProgressBar.onStandardError()
  const name = inputName(input.operand)
  const reading = readInputFile(input.operand, {
    bytesMax: batchFileBytesMax,
    advice: "split it into several files",
    onRead: (read) => bar.show({ label: `Reading ${name}`, ...bytesFigures(read) })
  })
  const work = Effect.flatMap(reading, (file) =>
    onStoreEffect(
      (configuration) =>
        Layer.unwrap(
          Effect.map(loadProviders(configuration), (providers) =>
            servicesLayer(configuration, { providers, vault: "none" })
          )
        ),
      importBatch(file, input, bar)
    )
  )
  return runToEnd(
    Effect.ensuring(
      work,
      Effect.sync(() => bar.clear())
    )
  )
}

const importBatch = Effect.fnUntraced(function* (file: Uint8Array, input: CommandInput, bar: ProgressBar) {
  const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
  const name = inputName(input.operand)
  const outcome = yield* Effect.mapError(importFile(partner.id, file, input, bar), importRefused(name))
  bar.clear()
  if (outcome._tag === "Refused") {
    yield* answer(
      input.has("--json")
        ? jsonText(nothingCreated(outcome.rows))
        : linesText(refusedReport(name, outcome.rows))
    )
    return 1
  }
  const { imported } = outcome
  const { publicUrl } = yield* Settings
  const mails = input.has("--send-emails") ? mailsOf(imported) : undefined
  const report = { name, partner: partner.name, imported, mails, publicUrl }
  const text = input.has("--json")
    ? jsonText(batchCreatedView(imported, publicUrl))
    : linesText(batchReport(report))
  // From here on the file is imported: no later failure may look as if it were not.
  yield* Effect.mapError(
    answer(text),
    ({ message }) =>
      new ImportRefused({
        message: `${name} is imported as ${imported.batch.id}, but this command ${message}`
      })
  )
  if (input.has("--wait")) {
    yield* Effect.catchTag(waitForMails(imported, mails ?? 0, input, bar), "StoreUnavailable", ({ reason }) =>
      Effect.sync(() => {
        bar.clear()
        printError(`${name} is imported, but its e-mails cannot be followed: ${reason}.`)
      })
    )
  }
  return 0
})

/**
 * Checked first and then imported, so that the progress figures are real; the import checks again what it
 * commits.
 */
const importFile = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  file: Uint8Array,
  input: CommandInput,
  bar: ProgressBar
) {
  const settings = yield* Settings
  const batches = yield* Batches
  const asked = input.text("--default-currency")
  const defaultCurrency = Option.fromUndefinedOr(fiatCurrencies.find((each) => each === asked))
  const defaultRedirectUrl = Option.fromUndefinedOr(input.text("--default-redirect-url"))
  const defaultCancelUrl = Option.fromUndefinedOr(input.text("--default-cancel-url"))
  const defaults = { defaultCurrency, defaultRedirectUrl, defaultCancelUrl }
  const sendEmails = input.has("--send-emails") ? "send" : "none"
  const work = Effect.gen(function* () {
    const { rows, total } = yield* Effect.fromResult(readBatchFile(file, { ...defaults, settings }))
    const right = `${rows.length} of ${total} ${total === 1 ? "row is" : "rows are"} right; creating`
    bar.show({ label: "Checked", done: rows.length, total, figures: right })
    const request = { file, sendEmails, ...defaults } as const
    // Without a key there can be no conflict.
    const imported = yield* batches
      .import(partnerId, request)
      .pipe(Effect.catchTag("IdempotencyConflict", Effect.die))
    return { _tag: "Imported" as const, imported }
  })
  return yield* Effect.catchTag(work, "BatchRulesBroken", (broken) => {
    const rows = refusedRows(broken)
    return rows.length === 0 ? Effect.fail(broken) : Effect.succeed({ _tag: "Refused" as const, rows })
  })
})

const waitForMails = Effect.fnUntraced(function* (
  { batch }: ImportedBatch,
  mails: number,
  input: CommandInput,
  bar: ProgressBar
) {
  const batches = yield* Batches
  const unsent = Effect.map(batches.get(batch.partnerId, batch.id), ({ tally }) => tally.mailsUnsent)
  const left = yield* followMails(unsent, (count) => {
    const done = mails - count
    bar.show({ label: "E-mails", done, total: mails, figures: `${done} of ${mails}` })
  })
  bar.clear()
  if (left > 0) {
    printError(
      `no e-mail went out for ${stallSeconds} s: ${left} of ${mails} stay queued until a running server sends them.`
    )
  } else if (!input.has("--json")) {
    yield* answer(`\nThe e-mails are done: ${mails} of ${mails} sent or permanently refused.\n`)
  }
})

/** A reader that closes the pipe early has what it needs. */
const answer = (text: string) =>
  Effect.catchTag(writeText(undefined, Stream.succeed(text)), "OutputRefused", (refused) =>
    refused.closedByReader ? Effect.void : Effect.fail(refused)
  )

/** Each invoice with a customer address gets one e-mail. */
const mailsOf = ({ invoices }: ImportedBatch): number =>
  invoices.filter(({ order }) => Option.isSome(order.customerEmail)).length

/** The same fields as after an import; the rows' external ids are unknown. */
const nothingCreated = (rows: ReadonlyArray<RefusedRow>) => ({
  batchId: null,
  total: rows.length,
  created: 0,
  failed: rows.length,
  invoices: [],
  errors: rows
})

const bytesFigures = ({ bytes, total }: BytesRead) =>
  total === undefined
    ? { done: bytes, figures: mebibytes(bytes) }
    : { done: bytes, total, figures: `${mebibytes(bytes)} of ${mebibytes(total)}` }

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
