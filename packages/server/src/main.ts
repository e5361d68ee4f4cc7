/** The command `quittance`. Exit status 0: done; 1: it failed; 2: the command line or the configuration is invalid. */
import { enableCompileCache } from "node:module"
import { setFlagsFromString } from "node:v8"

// Before any large import: the second start on a machine then skips most of the compilation.
enableCompileCache()
// V8 would let its heap grow far beyond the live data: after a long load the server used a third more memory,
// and was no faster.
setFlagsFromString("--heap-growing-percent=30")
const [{ runCommandLine }, { watchOutput }] = await Promise.all([
  import("./cli/runCommandLine.ts"),
  import("./cli/outputFailures.ts")
])
const args = process.argv.slice(2)
// A server keeps running if its log cannot be written.
if (args[0] !== "serve") watchOutput()
process.exitCode = await runCommandLine(args)
