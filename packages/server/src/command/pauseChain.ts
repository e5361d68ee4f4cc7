import { ChainJournal } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { CommandInput } from "../cli/CommandInput.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine } from "./print.ts"

/** Stops or continues the signing of transactions; running servers follow at once. */
export const pauseChain = (input: CommandInput, verb: "pause" | "resume"): Promise<number> => {
  const network = input.required("--network")
  const change = Effect.gen(function* () {
    const journal = yield* ChainJournal
    yield* journal.pause(network, verb === "pause")
    if (input.has("--json")) printJson({ network, isPaused: verb === "pause" })
    else if (verb === "pause")
      printLine(
        `Paused ${network}: nothing more is signed until quittance chain resume --network ${network}.`
      )
    else printLine(`Resumed ${network}.`)
    return 0
  })
  return onChain(input, change)
}
