import { html } from "@quittance/adapters-http/pages"
import type { BatchRulesBroken } from "@quittance/core"
import { fiatCurrencies } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, text } from "../../look/Cell.ts"
import { actLink, actLinks, notice, table } from "../../look/parts.ts"
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

const faultTable = (faults: ReadonlyArray<LineFault>, seen: Seen) => {
  const said = seen.words.payments
  return table<LineFault>(
    {
      caption: said.rowFaults,
      columns: [
        { title: said.row, cell: ({ row }) => (row === null ? text(said.header) : count(row)) },
        { title: said.about, cell: ({ about }) => text(about) },
        { title: said.fault, cell: ({ message }) => text(message) }
      ],
      items: faults
    },
    seen
  )
}

/** Nothing of a file was taken: every fault that was found, by its line. */
const refused = ({ issues, message, more }: BatchRulesBroken, seen: Seen): ActDone => {
  const said = seen.words.payments
  const faults = issues.map(({ field, message, row }) => ({ row, about: field, message }))
  const rest = more === undefined ? null : html`<p>${said.moreFaults(more)}</p>`
  return {
    ...{ status: 422, title: said.nothingImported },
    body: html`${notice(message, "bad")}${faultTable(faults, seen)}${rest}${actLinks([actLink(seen.path, said.anotherFile, "first")])}`
  }
}

/** Invoices from a file. What was wrong with it is told at once: it is not kept. */
export const importBatch = (words: Words): Screen => {
  const { payments: said } = words
  const currencies = fiatCurrencies.map((each) => [each, each] as const)
  return actScreen({
    ...{ scope: "partner", path: "/batches/new", operation: "batches.import" },
    ...{ title: said.importBatch, verb: said.importFile, said: said.batchImported },
    about: ({ root }) =>
      Effect.succeed(
        html`<p>${said.fileHint} <a href="${root.replace(/\/console$/, "")}/docs/csv">${said.fileGuide}</a></p>`
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
      return {
        title: said.partlyImported,
        body: html`${notice(said.importedSome(created, failed))}${faultTable(faults, seen)}${actLinks([actLink(`${seen.base}${to}`, said.showBatch, "first")])}`
      }
    })
  })
}
