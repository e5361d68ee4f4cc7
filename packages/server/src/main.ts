#!/usr/bin/env node
/**
 * The command `quittance`. Exit status 0: done; 1: it failed; 2: the command line is not understood.
 */
import { enableCompileCache } from "node:module"

// Before anything heavy is imported: the second start on a machine then skips most of the compiling.
enableCompileCache()
const { runCommandLine } = await import("./cli/runCommandLine.ts")
process.exitCode = await runCommandLine(process.argv.slice(2))
