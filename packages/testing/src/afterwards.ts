import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, onTestFinished, TestRunner } from "vitest"

/** Runs when the test that asks is over; when nobody has begun a test, after the last one of the file. */
export const afterwards = (cleanUp: () => void | Promise<void>): void => {
  if (TestRunner.getCurrentTest() === undefined) afterAll(cleanUp)
  // A hook of the file that is registered while a test runs never does.
  else onTestFinished(cleanUp)
}

/** A folder of its own for each call, removed afterwards. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-test-"))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
