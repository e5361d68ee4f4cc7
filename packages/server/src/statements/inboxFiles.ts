import { lstat, mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises"
import { join, parse } from "node:path"
import { isSystemError } from "../start/exclusiveFile.ts"
import type { StatementFolder } from "./StatementFolder.ts"

/** A file in an inbox as it was at one look. */
export interface SeenFile {
  readonly name: string
  /** Another one, or one that was written to meanwhile, differs in it. */
  readonly state: string
}

/**
 * The files that lie in an inbox: no folders, no links, none whose name begins with a dot, as those that are still
 * being written often do, and none that is still empty.
 */
export const filesIn = async ({ inbox }: StatementFolder): Promise<ReadonlyArray<SeenFile>> => {
  const entries = await readdir(inbox, { withFileTypes: true })
  const names = entries.filter((each) => each.isFile() && !each.name.startsWith(".")).map(({ name }) => name)
  const seen: Array<SeenFile> = []
  for (const name of names.sort()) {
    const facts = await found(lstat(join(inbox, name)))
    if (facts?.isFile() && facts.size > 0)
      seen.push({ name, state: `${facts.ino} ${facts.size} ${facts.mtimeMs}` })
  }
  return seen
}

/** The owner of a claim as the name of a folder. */
const folderOf = (taken: string, owner: string): string => join(taken, encodeURIComponent(owner))

/** Takes a file out of the inbox, and says where it is now; undefined if another process was faster. */
export const claim = async (
  { inbox, taken }: StatementFolder,
  name: string,
  owner: string
): Promise<string | undefined> => {
  const own = folderOf(taken, owner)
  await mkdir(own, { recursive: true })
  const path = join(own, name)
  return (await found(rename(join(inbox, name), path).then(() => true))) === undefined ? undefined : path
}

/** Puts back what processes had taken that are gone. It may be in the store by then, which changes nothing. */
export const giveBackLeft = async (
  { inbox, taken }: StatementFolder,
  isGone: (owner: string, since: number) => boolean
): Promise<void> => {
  for (const owner of await readdir(taken)) {
    const left = join(taken, owner)
    const facts = await found(stat(left))
    if (facts === undefined || !isGone(decoded(owner), facts.mtimeMs)) continue
    for (const name of await readdir(left)) await found(moveInto(inbox, join(left, name), name))
    await found(rmdir(left))
  }
}

const decoded = (owner: string): string => {
  try {
    return decodeURIComponent(owner)
  } catch {
    return owner
  }
}

/** Moves a file, under another name where its own is taken: nothing is ever overwritten. Answers where it is. */
export const moveInto = async (folder: string, path: string, name: string): Promise<string> => {
  const target = await freePath(folder, name)
  try {
    await rename(path, target)
  } catch (error) {
    await rm(target)
    throw error
  }
  return target
}

/** Writes a text beside a file, under its name. */
export const writeBeside = async (folder: string, name: string, text: string): Promise<void> =>
  writeFile(await freePath(folder, `${name}.txt`), text)

/** A name that was free and is ours now: an empty file holds it. */
const freePath = async (folder: string, wanted: string): Promise<string> => {
  const { ext, name } = parse(wanted)
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? wanted : `${name} (${count})${ext}`)
    try {
      await (await open(path, "wx")).close()
      return path
    } catch (error) {
      if (!isSystemError(error, "EEXIST")) throw error
    }
  }
}

/** Undefined where what was looked for is gone. */
const found = async <A>(looking: Promise<A>): Promise<A | undefined> => {
  try {
    return await looking
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined
    throw error
  }
}
