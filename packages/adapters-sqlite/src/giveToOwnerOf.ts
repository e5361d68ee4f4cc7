import { fchownSync, statSync } from "node:fs"

/**
 * Gives a file created by root to the owner of the store it belongs to, as SQLite does with its log, so that
 * the service, which runs under another user, can open both.
 */
export const giveToOwnerOf = (filename: string, descriptor: number): void => {
  if (process.getuid?.() !== 0) return
  const { gid, uid } = statSync(filename)
  try {
    fchownSync(descriptor, uid, gid)
  } catch (error) {
    // If root may not change owners, as in some containers, it keeps the file.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error
  }
}
