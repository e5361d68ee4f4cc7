import { ChainOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { onChain } from "./onChain.ts"
import { readPrivateKeyFile } from "./PrivateKeyFile.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance wallet import`: stores a key, encrypted, or records who holds it; a second import finds the first. */
export const importWallet: RunCommand = (input) => {
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

/** `quittance wallet create`: creates a key that nobody sees. */
export const createWallet: RunCommand = (input) => {
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

/** `quittance wallet list` */
export const listWallets: RunCommand = (input) => {
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
