import { type Html, html } from "@quittance/adapters-http/pages"
import type { BatchFileInput } from "@quittance/core"
import { fiatCurrencies } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, notice, table } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { inputOf } from "../../screen/inputOf.ts"
import { labelled } from "../../screen/labelled.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

/** What is wrong in a line of a file. */
interface LineFault {
  /** The data row, from 1; null for the header. */
  readonly row: number | null
  readonly about: string | null
  readonly message: string
}

/** What was wrong with a file, by its lines, and the way on. */
const faultPage = (title: string, told: Html, items: ReadonlyArray<LineFault>, on: Html, seen: Seen) => {
  const { payments: said } = seen.words
  const columns: ReadonlyArray<Column<LineFault>> = [
    { title: said.row, cell: ({ row }) => (row === null ? text(said.header) : count(row)) },
    { title: said.about, cell: ({ about }) => text(about) },
    { title: said.fault, cell: ({ message }) => text(message) }
  ]
  return {
    title,
    body: html`${told}${table(seen, { caption: said.rowFaults, columns, items })}${actLinks([on])}`
  }
}

/** Invoices from a file. What was wrong with it is told at once: it is not kept. */
export const importBatch = (said: Words["payments"]): Screen => {
  const currencies = [["", said.noDefault] as const, ...fiatCurrencies]
  const fields = labelled(said, [
    { name: "file", kind: "file" },
    { name: "defaultCurrency", kind: "choice", isOptional: true, options: currencies },
    { name: "defaultRedirectUrl", kind: "url", isOptional: true },
    { name: "defaultCancelUrl", kind: "url", isOptional: true },
    { name: "sendEmails", kind: "tick" }
  ])
  return actScreen({
    ...{ path: "/batches/new", operation: "batches.import", ...said.making.batch, fields },
    about: ({ docs }) =>
      html`<p>${said.fileHint}${docs === null ? null : html` <a href="${docs}/csv">${said.fileGuide}</a>`}</p>`,
    act: Effect.fnUntraced(function* (seen, typed, key) {
      const asked: BatchFileInput = yield* inputOf(fields, typed, seen)
      const input = { ...asked, sendEmails: typed.sendEmails === "yes" ? "send" : "none" } as const
      return yield* seen.operations.batches.import(seen.partner.id, input, key).pipe(
        Effect.map(({ batchId, created, errors, failed }) => {
          const to = `/batches/${batchId}`
          if (errors.length === 0) return { to }
          const faults = errors.map(({ error, externalId, row }) => ({
            row,
            about: externalId,
            message: error
          }))
          const on = actLink(`${seen.base}${to}`, said.showBatch, "first")
          return faultPage(said.partlyImported, notice(said.importedSome(created, failed)), faults, on, seen)
        }),
        // Nothing of a file was taken: every fault that was found.
        Effect.catchTag("BatchRulesBroken", ({ issues, message, more }) => {
          const faults = issues.map(({ field, message, row }) => ({ row, about: field, message }))
          const told = notice(more === undefined ? message : `${message}. ${said.moreFaults(more)}`, "bad")
          const again = actLink(seen.path, said.anotherFile, "first")
          const page = faultPage(said.nothingImported, told, faults, again, seen)
          return Effect.succeed({ status: 422, ...page })
        })
      )
    })
  })
}
