import { existsSync, readdirSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** The suffixes that SQLite and the anchor add to a file name. */
const ends = ["", "-wal", "-shm", "-journal", ".anchor"]

/** The temporary name under which this process creates a file. */
export const draftOf = (path: string, word: string): string => `${path}.${word}-${process.pid}`

export const removeDraft = (draft: string): void => {
  for (const end of ends) if (existsSync(`${draft}${end}`)) rmSync(`${draft}${end}`)
}

/** Removes drafts of killed processes for the same file. */
export const removeLeftDrafts = (path: string, word: string): void => {
  const stem = `${basename(path)}.${word}-`
  try {
    for (const name of readdirSync(dirname(path))) {
      const pid = name.startsWith(stem) ? /^\d+/.exec(name.slice(stem.length))?.[0] : undefined
      if (pid !== undefined && !isRunning(Number(pid))) removeDraft(join(dirname(path), `${stem}${pid}`))
    }
  } catch {
    // Files that cannot be listed or removed do no harm.
  }
}

/** Whether a process has this number. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
