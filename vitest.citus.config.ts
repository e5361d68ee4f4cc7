import { configDefaults, defineConfig } from "vitest/config"
import base from "./vitest.config.ts"

/**
 * The tests that need a Citus cluster, which `npm run citus -- suites` runs. One after the other: one of them crashes
 * workers.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["packages/*/test/citus/**/*.test.ts"],
    exclude: configDefaults.exclude,
    maxWorkers: 1,
    testTimeout: 300_000
  }
})
