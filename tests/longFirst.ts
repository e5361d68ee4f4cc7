import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Test files that run longest. In a fresh clone Vitest takes big files for long ones, and the longest are a few lines
 * that call a suite: they came last, and one worker waited for the other.
 */
const longest = [
  "packages/adapters-postgres/test/storePorts.test.ts",
  "packages/server/test/liveNetwork.test.ts",
  "packages/adapters-http/test/pages/everyPage.browser.test.ts",
  "examples/chain/chain.test.ts",
  "packages/server/test/processes.test.ts",
  "packages/adapters-s3/test/faults.test.ts",
  "packages/server/test/storeCopy.test.ts",
  "packages/adapters-postgres/test/killPoints.test.ts",
  "packages/server/test/webhookKills.test.ts",
  "packages/server/test/tronNetwork.test.ts",
  "packages/server/test/onePartner.test.ts",
  "packages/server/test/webhookReceivers.test.ts",
  "examples/examples.test.ts",
  "tests/packed/firstGuide.test.ts",
  "packages/adapters-sqlite/test/storePorts.test.ts",
  "packages/testing/test/simulation.test.ts",
  "packages/testing/test/lives.test.ts"
].map((path) => fileURLToPath(new URL(`../${path}`, import.meta.url)))

const gone = longest.filter((path) => !existsSync(path))
if (gone.length > 0) throw new Error(`tests/longFirst.ts names what is no file: ${gone.join(", ")}`)

/** The longest files first, so that all workers end at about the same time. */
export class LongFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.includes(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
