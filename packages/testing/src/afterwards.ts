import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, onTestFinished, TestRunner } from "vitest"

type CleanUp = () => void | Promise<void>

/**
 * Clean-ups of the file that have not run yet. They are kept here because vitest drops a hook that another hook, such
 * as `beforeAll`, registers.
 */
const left = new Set<CleanUp>()

/**
 * Runs when the current test is over; outside of a test, after the last one of the file. If a hook calls this,
 * `cleanUpFile` must run after each file.
 */
export const afterwards = (cleanUp: CleanUp): void => {
  if (TestRunner.getCurrentTest() === undefined) {
    left.add(cleanUp)
    afterAll(() => cleanUpOnce(cleanUp))
  }
  // A hook of the file that is registered while a test runs never does.
  else onTestFinished(cleanUp)
}

/** Cleans up what is left of a file, the last first: for `afterAll` in a set-up file of vitest. */
export const cleanUpFile = async (): Promise<void> => {
  for (const cleanUp of [...left].reverse()) await cleanUpOnce(cleanUp)
}

const cleanUpOnce = async (cleanUp: CleanUp): Promise<void> => {
  if (left.delete(cleanUp)) await cleanUp()
}

/** A folder of its own for each call, removed afterwards. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-test-"))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
