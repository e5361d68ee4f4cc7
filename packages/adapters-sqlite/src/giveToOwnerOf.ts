import { fchownSync, statSync } from "node:fs"

/**
 * Gives a file that root made to the owner of the store that it belongs to, as SQLite does with its log: the service that works
 * under another name opens both.
 */
export const giveToOwnerOf = (filename: string, descriptor: number): void => {
  if (process.getuid?.() !== 0) return
  const { gid, uid } = statSync(filename)
  try {
    fchownSync(descriptor, uid, gid)
  } catch (error) {
    // A root that may give nothing away, as in some containers, keeps it.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error
  }
}
