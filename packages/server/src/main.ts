/** The command `quittance`. Exit status 0: done; 1: it failed; 2: the command line or the configuration is invalid. */
import { enableCompileCache } from "node:module"
import { setFlagsFromString } from "node:v8"

// Before any large import: the second start on a machine then skips most of the compilation.
enableCompileCache()
// V8 would let its heap grow far beyond the live data: after a long load the server used a third more memory,
// and was no faster.
setFlagsFromString("--heap-growing-percent=30")
const { runCommandLine } = await import("./cli/runCommandLine.ts")
process.exitCode = await runCommandLine(process.argv.slice(2))
