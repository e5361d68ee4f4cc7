import type { RunCommand } from "../cli/Command.ts"
import { pauseChain } from "./pauseChain.ts"

/** `quittance chain pause` */
export const run: RunCommand = (input) => pauseChain(input, "pause")
