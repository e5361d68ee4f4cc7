import { Invoices, Partners, Settings } from "@quittance/core"
import { csvLines, invoiceCsvHeader, invoiceCsvRow, invoiceList, invoiceView } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { pathIn } from "../cli/pathIn.ts"
import { UsageError } from "../cli/UsageError.ts"
import { servicesLayer } from "../start/services.ts"
import { filterIn } from "./listInput.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"
import { writeText } from "./TextOutput.ts"

/** `quittance invoices export`: CSV of any length, with only a piece of it in memory. */
export const run: RunCommand = (input) => {
  const filter = filterIn(input, invoiceList)
  const output = input.text("--output")
  if (input.has("--json") && output === undefined)
    throw new UsageError(
      "--json needs --output FILE, because the CSV itself is printed without it; quittance invoices list --json prints invoices."
    )
  const path = output === undefined ? undefined : pathIn("--output", output, "./invoices.csv")
  const write = Effect.gen(function* () {
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const invoices = yield* Invoices
    const { publicUrl } = yield* Settings
    let count = 0
    const pieces = invoices.stream(partner.id, filter).pipe(
      Stream.mapArray((some) => {
        count += some.length
        return [csvLines(some.map((invoice) => invoiceCsvRow(invoiceView(invoice, publicUrl))))]
      })
    )
    const header = Stream.succeed(csvLines([invoiceCsvHeader]))
    yield* Effect.catchTag(writeText(path, Stream.concat(header, pieces)), "OutputRefused", (refused) =>
      refused.closedByReader ? Effect.void : Effect.fail(refused)
    )
    if (input.has("--json")) printJson({ file: path, count })
    else if (path !== undefined)
      printLine(`Wrote ${count} ${count === 1 ? "invoice" : "invoices"} to ${output}.`)
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), write)
}
