import { ChainOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance wallet list` */
export const run: RunCommand = (input) => {
  const list = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const found = yield* operators.wallets(input.text("--network"))
    if (input.has("--json")) printJson(found.map(({ address, network }) => ({ network, address })))
    else if (found.length === 0) printLine("There are none.")
    else
      printTable(
        ["NETWORK", "ADDRESS"],
        found.map(({ address, network }) => [network, address])
      )
    return 0
  })
  return onChain(input, list)
}
