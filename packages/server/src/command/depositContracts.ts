import { ChainOperators } from "@quittance/adapters-evm"
import { formatMinor } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine, printLines, tellProgress } from "./print.ts"

/**
 * `quittance chain deploy`: deploys the contracts of deposit addresses on the network; a second run finds the first.
 */
export const deployContracts: RunCommand = (input) => {
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

/** `quittance chain sweep`: empties deposit addresses into the treasury. */
export const sweepAddresses: RunCommand = (input) => {
  const sweep = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const { addresses, amountMinor, network, skipped, txHashes } = yield* operators.sweep(
      input.required("--network"),
      tellProgress
    )
    const amount = formatMinor(amountMinor, "USDT")
    if (input.has("--json")) printJson({ network, addresses, skipped, amount, txHashes })
    else if (addresses + skipped === 0) printLine(`There is nothing to sweep on ${network}.`)
    else {
      printLine(`Moved ${amount} USDT from ${counted(addresses)} to the treasury of ${network}, in:`)
      printLines(txHashes.map((hash) => `  ${hash}`))
      if (skipped > 0) printLine(`The token refused to move the money on ${counted(skipped)}.`)
    }
    return 0
  })
  return onChain(input, sweep, { vault: "masterKey" })
}

const counted = (addresses: number): string => (addresses === 1 ? "one address" : `${addresses} addresses`)
