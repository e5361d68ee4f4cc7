/**
 * Compiles the contracts of this package and of its tests into TypeScript: ABI and bytecode. The output is committed,
 * and a test compiles again and compares, because the addresses of all deposits follow from this bytecode.
 *
 * Run with `node --conditions=source scripts/compile.ts` in the folder of the package.
 */
import { writeFileSync } from "node:fs"
import { compiledFiles } from "./compiledFiles.ts"

for (const { path, text } of compiledFiles()) writeFileSync(path, text)
