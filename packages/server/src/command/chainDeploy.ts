import { ChainOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine, tellProgress } from "./print.ts"

/**
 * `quittance chain deploy`: deploys the contracts of deposit addresses on the network; a second run finds the first.
 */
export const run: RunCommand = (input) => {
  const deploy = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const { factory, network, txHash } = yield* operators.deploy(input.required("--network"), tellProgress)
    if (input.has("--json")) printJson({ network, factory, txHash, deployed: txHash !== null })
    else if (txHash === null) printLine(`The factory ${factory} is on ${network} already.`)
    else printLine(`Deployed the factory ${factory} on ${network}, in transaction ${txHash}.`)
    return 0
  })
  return onChain(input, deploy, { vault: "masterKey", store: "made" })
}
