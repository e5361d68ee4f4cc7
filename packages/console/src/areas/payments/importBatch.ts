import { type Html, html } from "@quittance/adapters-http/pages"
import type { BatchRulesBroken } from "@quittance/core"
import { fiatCurrencies } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, notice, table } from "../../look/parts.ts"
import { type ActDone, actScreen } from "../../screen/actScreen.ts"
import { fileTyped, textTyped, ticked } from "../../screen/FormField.ts"
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
const faultPage = (title: string, faults: ReadonlyArray<LineFault>, said: Html, on: Html, seen: Seen) => {
  const { payments: words } = seen.words
  const columns: ReadonlyArray<Column<LineFault>> = [
    { title: words.row, cell: ({ row }) => (row === null ? text(words.header) : count(row)) },
    { title: words.about, cell: ({ about }) => text(about) },
    { title: words.fault, cell: ({ message }) => text(message) }
  ]
  const listed = table({ caption: words.rowFaults, columns, items: faults }, seen)
  return { title, body: html`${said}${listed}${actLinks([on])}` }
}

/** Nothing of a file was taken: every fault that was found. */
const refused = ({ issues, message, more }: BatchRulesBroken, seen: Seen): ActDone => {
  const { payments: said } = seen.words
  const faults = issues.map(({ field, message, row }) => ({ row, about: field, message }))
  const told = notice(more === undefined ? message : `${message}. ${said.moreFaults(more)}`, "bad")
  const again = actLink(seen.path, said.anotherFile, "first")
  return { status: 422, ...faultPage(said.nothingImported, faults, told, again, seen) }
}

/** Invoices from a file. What was wrong with it is told at once: it is not kept. */
export const importBatch = (words: Words): Screen => {
  const { payments: said } = words
  const currencies = fiatCurrencies.map((each) => [each, each] as const)
  return actScreen({
    ...{ scope: "partner", path: "/batches/new", operation: "batches.import" },
    ...{ title: said.importBatch, verb: said.importFile, said: said.batchImported },
    about: ({ docs }) =>
      Effect.succeed(
        html`<p>${said.fileHint}${docs === null ? null : html` <a href="${docs}/csv">${said.fileGuide}</a>`}</p>`
      ),
    fields: () =>
      Effect.succeed([
        { name: "file", label: said.file, kind: "file", hint: said.fileBounds },
        {
          ...{ name: "defaultCurrency", label: said.defaultCurrency, kind: "choice", isOptional: true },
          options: [["", said.noDefault], ...currencies]
        },
        {
          ...{ name: "defaultRedirectUrl", label: said.defaultRedirectUrl, kind: "url" },
          ...{ hint: said.redirectHint, isOptional: true }
        },
        { name: "sendEmails", label: said.sendEmails, kind: "tick" }
      ]),
    act: Effect.fnUntraced(function* (seen, typed, key) {
      const { operations, partner } = seen
      const input = {
        file: fileTyped(typed, "file"),
        sendEmails: ticked(typed, "sendEmails").length > 0 ? "send" : "none",
        defaultCurrency: fiatCurrencies.find((each) => each === textTyped(typed, "defaultCurrency")),
        defaultRedirectUrl: textTyped(typed, "defaultRedirectUrl")
      } as const
      const imported = yield* Effect.result(operations.batches.import(partner.id, input, key))
      if (imported._tag === "Failure") {
        const { failure } = imported
        if (failure._tag === "BatchRulesBroken") return refused(failure, seen)
        return yield* Effect.fail(failure)
      }
      const { batchId, created, errors, failed } = imported.success
      const to = `/batches/${batchId}`
      if (errors.length === 0) return { to }
      const faults = errors.map(({ error, externalId, row }) => ({ row, about: externalId, message: error }))
      const told = notice(said.importedSome(created, failed))
      const on = actLink(`${seen.base}${to}`, said.showBatch, "first")
      return faultPage(said.partlyImported, faults, told, on, seen)
    })
  })
}
