import { readFileSync } from "node:fs"
import { mkdir, open, rename } from "node:fs/promises"
import { dirname } from "node:path"
import { Schema } from "effect"

/** The position up to which the server had written when it had acknowledged all writes of this process. */
const Mark = Schema.Struct({
  storeId: Schema.String,
  serverId: Schema.String,
  timeline: Schema.String,
  /** The end of a record of its write-ahead log, as the server writes positions: `0/16B3748`. */
  position: Schema.String
})
export type Mark = typeof Mark.Type

const decoded = Schema.decodeUnknownSync(Schema.fromJsonString(Mark))

/** The mark in a file; undefined where there is none, or none that can be read. */
export const readMark = (path: string): Mark | undefined => {
  try {
    return decoded(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

/** Replaces the file as a whole, durably, and makes its folder. Several processes may do so at once. */
export const writeMark = async (path: string, mark: Mark): Promise<void> => {
  // If it does not exist then, opening the file says why.
  await mkdir(dirname(path), 0o700).catch(() => {})
  const draft = `${path}.${process.pid}.draft`
  const file = await open(draft, "w", 0o600)
  try {
    await file.writeFile(`${JSON.stringify(mark)}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
