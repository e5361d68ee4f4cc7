import { ChainOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance wallet create`: creates a key that nobody sees. */
export const run: RunCommand = (input) => {
  const create = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const { address, network } = yield* operators.createWallet(input.required("--network"))
    if (input.has("--json")) printJson({ network, address })
    else
      printLine(
        `Created the wallet ${address} of ${network}. Its key is only in the store, encrypted: back up the store and the master key before you send money there.`
      )
    return 0
  })
  return onChain(input, create, { vault: "masterKey", store: "made" })
}
