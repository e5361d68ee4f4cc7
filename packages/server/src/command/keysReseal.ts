import type { ResealReport } from "@quittance/core"
import { Resealing } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { documentsLayer } from "../start/documents.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"

/**
 * `quittance keys reseal`: with or without running servers. The next run finishes an interrupted one; exit
 * status 1 if something cannot be decrypted.
 */
export const run: RunCommand = (input) => {
  const reseal = Effect.gen(function* () {
    const purpose = input.has("--check") ? "check" : "reseal"
    const resealing = yield* Resealing
    const report = yield* resealing.run(purpose, (looked) =>
      Effect.logInfo(`looked at ${looked} sealed values`)
    )
    const ok = report.refused.length === 0
    if (input.has("--json")) printJson({ ok, remaining: remainingOf(report, purpose), ...report })
    else printReport(report, purpose)
    return ok ? 0 : 1
  })
  return onStore(
    (configuration) =>
      Resealing.layer.pipe(
        Layer.provide(servicesLayer(configuration, { documents: documentsLayer(configuration) }))
      ),
    reseal
  )
}

/** What still needs another master key, or has an old form. */
const remainingOf = ({ dataKeys, keyId, refused, resealed }: ResealReport, purpose: string): number =>
  purpose === "reseal"
    ? refused.length
    : refused.length +
      resealed +
      Object.entries(dataKeys).reduce((sum, [id, count]) => (id === keyId ? sum : sum + count), 0)

const printReport = (report: ResealReport, purpose: string): void => {
  const { dataKeys, keyId, refused, resealed, rewrapped, total } = report
  const remaining = remainingOf(report, purpose)
  printLine(`The master key is ${keyId}.`)
  for (const [id, count] of Object.entries(dataKeys))
    printLine(`  ${count} ${count === 1 ? "data key is" : "data keys are"} wrapped under ${id}`)
  if (purpose === "reseal")
    printLine(`Rewrapped ${rewrapped} data keys and resealed ${resealed} of ${total} secrets.`)
  for (const name of refused) printLine(`  cannot be opened: ${name}`)
  printLine(
    remaining === 0
      ? "No other master key is needed."
      : `${remaining} of them still need another master key${purpose === "check" ? ": quittance keys reseal moves them to this one" : ""}.`
  )
}
