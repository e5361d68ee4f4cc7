/**
 * The command `quittance`. Exit status 0: done; 1: it failed; 2: the command line is not understood.
 */
import { enableCompileCache } from "node:module"
import { setFlagsFromString } from "node:v8"

// Before anything heavy is imported: the second start on a machine then skips most of the compiling.
enableCompileCache()
// V8 would let its heap grow far beyond what lives there: after a long load the server held a third more, and was no faster.
setFlagsFromString("--heap-growing-percent=30")
const { runCommandLine } = await import("./cli/runCommandLine.ts")
process.exitCode = await runCommandLine(process.argv.slice(2))
