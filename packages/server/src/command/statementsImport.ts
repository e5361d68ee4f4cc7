import { Operations } from "@quittance/core"
import {
  faultSentence,
  type ImportProgress,
  refusedReport,
  type StatementReport
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { ProgressBar } from "../cli/ProgressBar.ts"
import { loadProviders } from "../start/Providers.ts"
import { servicesLayer } from "../start/services.ts"
import { inputName } from "./InputFile.ts"
import { onStore } from "./onStore.ts"
import { printError, printJson, printLines } from "./print.ts"
import { statementFile } from "./StatementFile.ts"
import { statementReportLines } from "./statementReportLines.ts"

/** `quittance statements import`: the same as the upload of a file over HTTP. */
export const run: RunCommand = (input) => {
  const bar = ProgressBar.onStandardError()
  return onStore(
    (configuration) =>
      Layer.unwrap(
        Effect.map(loadProviders(configuration), (providers) =>
          servicesLayer(configuration, { providers, vault: "none" })
        )
      ),
    Effect.ensuring(
      Effect.scoped(importFile(input, bar)),
      Effect.sync(() => bar.clear())
    )
  )
}

const importFile = Effect.fnUntraced(function* (input: CommandInput, bar: ProgressBar) {
  const { statements } = yield* Operations
  const name = inputName(input.operand)
  const account = input.required("--account")
  const dryRun = input.has("--dry-run")
  const file = yield* statementFile(input.operand)
  const asked = { account, file, dryRun, onProgress: showing(bar) }
  const { refused, report } = yield* statements.import(asked).pipe(
    Effect.map((report: StatementReport) => ({ report, refused: undefined })),
    Effect.catchTag("StatementRefused", (refused) =>
      Effect.succeed({ report: refusedReport(refused), refused })
    )
  )
  bar.clear()
  if (input.has("--json")) printJson(report)
  else if (refused === undefined) printLines(statementReportLines(report, { name, account, dryRun }))
  else printError(`${name} is refused, and nothing of it was recorded: ${faultSentence(refused)}`)
  return refused === undefined ? 0 : 1
})

/** The first pass tells how many there are. */
const showing = (bar: ProgressBar) => {
  let total = 0
  return ({ entries: done, pass }: ImportProgress): void => {
    if (pass === "checking") {
      total = done
      bar.show({ label: "Checking", done, figures: `${done} entries` })
    } else bar.show({ label: "Recording", done, total, figures: `${done} of ${total} entries` })
  }
}
