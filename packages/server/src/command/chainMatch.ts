import { ChainOperators } from "@quittance/adapters-evm"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance chain match`: matches payouts to transactions that were read back after a restore. */
export const run: RunCommand = async (input) => {
  const network = input.required("--network")
  const asked = askedIn(input)
  const match = Effect.gen(function* () {
    const operators = yield* ChainOperators
    if (asked !== "all" && asked.payoutId === "none") {
      yield* operators.clear(network, asked.txHash)
      if (input.has("--json")) printJson({ network, matched: [], cleared: asked.txHash })
      else printLine(`Transaction ${asked.txHash} no longer holds up a payout.`)
      return 0
    }
    const matched =
      asked === "all"
        ? yield* operators.claimAll(network)
        : [yield* operators.claim(network, asked.txHash, asked.payoutId)]
    if (input.has("--json")) printJson({ network, matched, cleared: null })
    else if (matched.length === 0)
      printLine(`No payout on ${network} looks like a transaction without a payout.`)
    for (const { payoutId, txHash } of input.has("--json") ? [] : matched)
      printLine(`Payout ${payoutId} was made by transaction ${txHash}.`)
    return 0
  })
  return onChain(input, match)
}

const askedIn = (input: CommandInput): "all" | { readonly txHash: string; readonly payoutId: string } => {
  const txHash = input.text("--transaction")
  const payoutId = input.text("--payout")
  if (input.has("--all") && txHash === undefined && payoutId === undefined) return "all"
  if (input.has("--all") || txHash === undefined || payoutId === undefined)
    throw new UsageError("write --transaction HASH and --payout ID together, or --all alone.")
  return { txHash, payoutId }
}
