import { EvmOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine, printLines } from "./print.ts"

/** `quittance chain reconcile`: compares chain, journal and ledger; exit status 1 if they differ. */
export const run: RunCommand = (input) => {
  const fromBlock = blockIn(input.text("--from-block"))
  const reconcile = Effect.gen(function* () {
    const operators = yield* EvmOperators
    const report = yield* operators.reconcile(input.required("--network"), fromBlock)
    const { differences, network, transactionsChecked, transfersChecked } = report
    const ok = differences.length === 0
    if (input.has("--json")) printJson({ ok, ...report })
    else if (ok)
      printLine(
        `Chain, journal and ledger agree on ${network}: ${transfersChecked} transfers, ${transactionsChecked} transactions.`
      )
    else {
      printLine(`Chain, journal and ledger differ on ${network}:\n`)
      printLines(differences.map((each) => `  ${each}`))
    }
    return ok ? 0 : 1
  })
  return onChain(input, reconcile)
}

const blockIn = (text: string | undefined): number | undefined => {
  if (text === undefined || /^\d{1,12}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UsageError(`--from-block must be the number of a block, not "${text}".`)
}
