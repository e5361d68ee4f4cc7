import { renameSync, writeFileSync } from "node:fs"

/** Writes a file as a whole, which only this user may read: whoever reads it gets what was there, or this. */
export const replaceFile = (path: string, text: string): void => {
  const draft = `${path}.part`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, path)
}
