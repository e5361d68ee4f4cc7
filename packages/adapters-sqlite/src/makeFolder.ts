import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Creates a folder and its parents. Node's own option (`recursive`) never returns if an existing folder
 * reports "no such file" for one inside it, as in /proc.
 */
export const makeFolder = (folder: string): void => {
  const parent = dirname(folder)
  if (existsSync(folder) || parent === folder) return
  makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process was faster; if something else is there, the next step finds it.
    if (!existsSync(folder)) throw error
  }
}
