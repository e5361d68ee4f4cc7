import { ChainJournal } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { onChain } from "./onChain.ts"
import { printJson, printLine } from "./print.ts"

/** Stops or continues the signing of transactions; running servers follow at once. */
const change = (input: CommandInput, verb: "pause" | "resume"): Promise<number> => {
  const network = input.required("--network")
  const changed = Effect.gen(function* () {
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
  return onChain(input, changed)
}

/** `quittance chain pause` */
export const pauseChain: RunCommand = (input) => change(input, "pause")

/** `quittance chain resume` */
export const resumeChain: RunCommand = (input) => change(input, "resume")
