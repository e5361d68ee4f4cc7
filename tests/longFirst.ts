import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Test files that run longest, the longest first. In a fresh clone Vitest takes big files for long ones, and the
 * longest are a few lines that call a suite: they came last, and the other workers waited for the one that had it.
 */
const longest = [
  "packages/adapters-postgres/test/storePorts.test.ts",
  "packages/adapters-postgres/test/workerPorts.test.ts",
  "tests/packed/firstGuide.test.ts",
  "tests/packed/embedding.test.ts",
  "packages/testing/test/simulation.test.ts",
  "packages/testing/test/approvals.test.ts",
  "packages/adapters-sqlite/test/storePorts.test.ts",
  "packages/console/test/everyScreen.browser.test.ts",
  "packages/adapters-sharp/test/picturesLaws.test.ts",
  "examples/examples.test.ts",
  "packages/adapters-postgres/test/readers/queryPlans.test.ts",
  "packages/adapters-evm/test/stories/everyKill.test.ts",
  "packages/adapters-sqlite/test/killPoints.test.ts",
  "packages/server/test/lookCommands.test.ts",
  "packages/server/test/liveNetwork.test.ts",
  "packages/adapters-s3/test/blobStoreLaws.test.ts",
  "packages/adapters-postgres/test/killPoints.test.ts",
  "packages/adapters-http/test/api/recordedFingerprints.test.ts",
  "packages/adapters-tron/test/operate/readBack.test.ts",
  "packages/testing/test/lives.test.ts",
  "packages/adapters-tron/test/watch/lyingStories.test.ts",
  "packages/adapters-sqlite/test/simulation.test.ts",
  "packages/adapters-sqlite/test/schema/upgrade.test.ts",
  "packages/server/test/serve.test.ts",
  "packages/adapters-http/test/pages/everyPage.browser.test.ts",
  "packages/server/test/console.browser.test.ts",
  "packages/adapters-evm/test/stories/mixed.test.ts",
  "packages/decoding/test/Decoding.test.ts",
  "packages/adapters-evm/test/networks/requests.test.ts",
  "packages/adapters-postgres/test/open/oldStores.test.ts",
  "packages/adapters-postgres/test/simulation.test.ts",
  "packages/ml-signature/test/hostileImages.test.ts",
  "packages/server/test/storeCopy.test.ts",
  "packages/adapters-sharp/test/rebuiltPictures.test.ts",
  "packages/server/test/deploy/deployedServer.test.ts",
  "packages/server/test/readOnlyMount.test.ts",
  "packages/adapters-evm/test/watch/lyingStories.test.ts",
  "packages/adapters-s3/test/faults.test.ts",
  "packages/adapters-evm/test/send/stories.test.ts",
  "packages/adapters-http/test/reference/lint.test.ts",
  "packages/adapters-sharp/test/brokenPictures.test.ts",
  "packages/testing/test/brokenStores.test.ts",
  "packages/server/test/sandboxCommands.test.ts",
  "packages/testing/test/memory.test.ts",
  "packages/adapters-evm/test/watch/chainModel.test.ts",
  "packages/server/test/init.test.ts",
  "packages/testing/test/killPoints.test.ts",
  "packages/adapters-sharp/test/SharpPictures.test.ts",
  "packages/adapters-evm/test/watch/ChainWatcherOnAnvil.test.ts",
  "packages/ml-signature/test/decoders.test.ts",
  "packages/adapters-sharp/test/pdfBounds.test.ts",
  "packages/adapters-evm/test/contracts.test.ts",
  "packages/adapters-sqlite/test/fanOut.test.ts",
  "packages/adapters-evm/test/operate/reconcile.test.ts",
  "packages/adapters-sharp/test/pdfFonts.test.ts",
  "packages/adapters-evm/test/watch/catchUp.test.ts",
  "packages/adapters-evm/test/operate/restoredWallets.test.ts",
  "packages/server/test/bin.test.ts",
  "packages/server/test/failingDatabase.test.ts",
  "packages/server/test/webhooks.test.ts",
  "packages/adapters-http/test/hosted/VerificationPages.browser.test.ts",
  "packages/ml-signature/test/degraded.test.ts",
  "packages/server/test/tronNetwork.test.ts",
  "examples/chain/chain.test.ts",
  "packages/ml-signature/test/brokenImages.test.ts",
  "packages/server/test/commands.test.ts",
  "packages/server/test/webhookWorkers.test.ts",
  "packages/server/test/webhookReceivers.test.ts",
  "packages/server/test/onePartner.test.ts",
  "packages/server/test/webhookKills.test.ts",
  "packages/testing/test/simulationFinds.test.ts",
  "packages/client/test/samples.test.ts",
  "packages/server/test/processes.test.ts"
].map((path) => fileURLToPath(new URL(`../${path}`, import.meta.url)))

const gone = longest.filter((path) => !existsSync(path))
if (gone.length > 0) throw new Error(`tests/longFirst.ts names what is no file: ${gone.join(", ")}`)

/** The longest files first, in the order above, so that all workers end at about the same time. */
export class LongFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(moduleId)
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
