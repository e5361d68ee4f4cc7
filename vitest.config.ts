import { configDefaults, defineConfig } from "vitest/config"
import { LongFirst } from "./tests/longFirst.ts"
import { temporaryFiles } from "./tests/temporaryFiles.ts"

export default defineConfig({
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "examples/**/*.test.ts",
      "benchmarks/*.test.ts",
      "tests/**/*.test.ts"
    ],
    // They need a cluster: see `vitest.citus.config.ts`.
    exclude: [...configDefaults.exclude, "**/test/citus/**"],
    setupFiles: ["tests/wholeErrors.ts", "tests/cleanUpFiles.ts"],
    env: {
      ...temporaryFiles,
      // Of two processes that run the same code, the second need not compile it again.
      NODE_COMPILE_CACHE: new URL("node_modules/.cache/compiled", import.meta.url).pathname
    },
    // The machines are small and shared, and some are ten times slower for a while; a test that hangs still ends.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: "threads",
    // Node loads the sources as it does outside of tests. Vite's runner makes a getter of each imported name, which is
    // called at each use.
    execArgv: ["--conditions=source", "--import", new URL("tests/openTestDoors.ts", import.meta.url).href],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Half of the time: effect and the core are imported once by each worker, not once by each file. What a file leaves
    // for its end goes over `afterwards` of `@quittance/testing`: the body of a module that two files import runs once.
    isolate: false,
    sequence: { sequencer: LongFirst },
    // A third of the time tests wait, for processes of their own or for a time limit: two workers more than the two
    // cores of a small machine keep both busy.
    maxWorkers: 4
  }
})
