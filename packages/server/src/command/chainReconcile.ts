import { EvmOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine, printLines } from "./print.ts"

/** `quittance chain reconcile`: compares chain, journal and ledger; exit status 1 if they differ. */
export const run: RunCommand = (input) => {
  const reconcile = Effect.gen(function* () {
    const operators = yield* EvmOperators
    const report = yield* operators.reconcile(input.required("--network"))
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
