import { EvmOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { readPrivateKeyFile } from "./PrivateKeyFile.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance wallet import`: keeps a key, sealed; importing it twice finds the first. */
export const run: RunCommand = (input) => {
  const importKey = Effect.gen(function* () {
    const operators = yield* EvmOperators
    const key = yield* readPrivateKeyFile(input.required("--key-file"))
    const { address, isNew, network } = yield* operators.importWallet(input.required("--network"), key)
    if (input.has("--json")) printJson({ network, address })
    else if (isNew)
      printLine(`Imported the wallet ${address} of ${network}: its payouts are paid from there.`)
    else printLine(`The wallet ${address} of ${network} was imported before.`)
    return 0
  })
  return onChain(input, importKey, { vault: "masterKey", store: "made" })
}
