import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** A folder for one test file's documents, removed when its tests are over. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-files-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
