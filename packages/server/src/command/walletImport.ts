import { ChainOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { onChain } from "./onChain.ts"
import { readPrivateKeyFile } from "./PrivateKeyFile.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance wallet import`: stores a key, encrypted, or records who holds it; a second import finds the first. */
export const run: RunCommand = (input) => {
  const [keyFile, given] = [input.text("--key-file"), input.text("--address")]
  if ((keyFile === undefined) === (given === undefined))
    throw new UsageError(
      "give either a key or an address: write --key-file FILE, or --address ADDRESS if a signer holds the key."
    )
  const network = input.required("--network")
  const add = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const { address, isNew } =
      keyFile === undefined
        ? yield* operators.recordWallet(network, given ?? "")
        : yield* operators.importWallet(network, yield* readPrivateKeyFile(keyFile))
    if (input.has("--json")) printJson({ network, address })
    else if (isNew) printLine(`Imported the wallet ${address} of ${network}. Payouts are paid from it.`)
    else printLine(`The wallet ${address} of ${network} was already imported.`)
    return 0
  })
  return onChain(input, add, { vault: "masterKey", store: "made" })
}
