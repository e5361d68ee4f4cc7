import { stat } from "node:fs/promises"
import { join } from "node:path"
import { type BlobFolder, type BlobStoreUnavailable, checkBlobNames } from "@quittance/core/adapter"
import { Effect } from "effect"
import { isFolder, makeFolder } from "./durableFiles.ts"

/**
 * The place of a folder of blobs, and the names of its files:
 *
 * ```
 * <directory>/<partnerId>/<ownerId>/key               the folder's data key, sealed
 *                                   key.<random>.new  a key being created
 *                                   key.<random>.gone a key being destroyed
 *                                   <id>.blob         a blob
 *                                   <id>.<random>.part  a blob being written
 * ```
 *
 * Names of blobs have no dot, so that none is taken for a key.
 */
export interface FolderPlace {
  readonly folder: BlobFolder
  readonly directory: string
  readonly partnerPath: string
  readonly path: string
}

const blobFile = /^([A-Za-z0-9_]{1,64})\.(?:blob|[0-9a-f]{16}\.part)$/

/** Every name in a path is validated here first. */
export const placeOf = (
  directory: string,
  folder: BlobFolder,
  ...blobIds: ReadonlyArray<string>
): Effect.Effect<FolderPlace, BlobStoreUnavailable> => {
  const partnerPath = join(directory, folder.partnerId)
  const place = { folder, directory, partnerPath, path: join(partnerPath, folder.ownerId) }
  return Effect.as(checkBlobNames(folder, ...blobIds), place)
}

export const blobPath = ({ path }: FolderPlace, id: string): string => join(path, `${id}.blob`)

export const draftPath = ({ path }: FolderPlace, id: string, random: string): string =>
  join(path, `${id}.${random}.part`)

/** The blob of a file, finished or not; undefined if it is not a blob's file. */
export const blobIdOf = (file: string): string | undefined => blobFile.exec(file)?.[1]

/**
 * If the whole directory is missing, as after a disk was removed, that does not prove that the folder is
 * empty.
 */
export const stands = async ({ directory, partnerPath, path }: FolderPlace): Promise<boolean> => {
  if (await isFolder(partnerPath)) return await isFolder(path)
  await stat(directory)
  return false
}

export const makePlace = async ({ partnerPath, path }: FolderPlace): Promise<void> => {
  await makeFolder(partnerPath)
  await makeFolder(path)
}
