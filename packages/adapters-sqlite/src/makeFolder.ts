import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Makes a folder and the ones above it. Node's own way (`recursive`) never returns where a folder that is there answers
 * "no such file" to one inside it, as in /proc.
 */
export const makeFolder = (folder: string): void => {
  const parent = dirname(folder)
  if (existsSync(folder) || parent === folder) return
  makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process was quicker; what else stands there is found out next.
    if (!existsSync(folder)) throw error
  }
}
