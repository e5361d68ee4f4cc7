import { existsSync, readdirSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** What SQLite and the anchor add to the name of a file. */
const ends = ["", "-wal", "-shm", "-journal", ".anchor"]

/** The name under which this process makes a file before it gets its own. */
export const draftOf = (path: string, word: string): string => `${path}.${word}-${process.pid}`

export const removeDraft = (draft: string): void => {
  for (const end of ends) if (existsSync(`${draft}${end}`)) rmSync(`${draft}${end}`)
}

/** Removes what processes left that were killed over the same file. */
export const removeLeftDrafts = (path: string, word: string): void => {
  const stem = `${basename(path)}.${word}-`
  try {
    for (const name of readdirSync(dirname(path))) {
      const pid = name.startsWith(stem) ? /^\d+/.exec(name.slice(stem.length))?.[0] : undefined
      if (pid !== undefined && !isRunning(Number(pid))) removeDraft(join(dirname(path), `${stem}${pid}`))
    }
  } catch {
    // What may not be listed or removed is in nobody's way.
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
