import { join } from "node:path"
import {
  type BlobFolder,
  type BlobStoreUnavailable,
  isBlobName,
  type ResealedFolder,
  resealFolderKey,
  type Vault
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { onDisk } from "./diskFailure.ts"
import { isFolder, namesIn } from "./durableFiles.ts"
import { replaceKey, sealedKeyIn } from "./FolderKey.ts"
import { placeOf } from "./FolderPlace.ts"

/** How many folders are processed at once: each waits for the disk. */
const concurrency = 8

/** Walks all folders of a directory; a folder destroyed meanwhile is skipped. */
export const resealFolders = (
  vault: Vault["Service"],
  directory: string,
  purpose: "reseal" | "check"
): Stream.Stream<ResealedFolder, BlobStoreUnavailable> =>
  foldersIn(directory).pipe(
    Stream.mapEffect((folder) => resealed(vault, directory, folder, purpose), { concurrency }),
    Stream.flatMap(Option.match({ onNone: () => Stream.empty, onSome: Stream.succeed }))
  )

const foldersIn = (directory: string): Stream.Stream<BlobFolder, BlobStoreUnavailable> =>
  Stream.fromIterableEffect(onDisk(() => foldersAt(directory))).pipe(
    Stream.flatMap((partnerId) =>
      Stream.fromIterableEffect(onDisk(() => foldersAt(join(directory, partnerId)))).pipe(
        Stream.map((ownerId) => ({ partnerId, ownerId }))
      )
    )
  )

const foldersAt = async (path: string): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (const name of await namesIn(path))
    if (isBlobName(name) && (await isFolder(join(path, name)))) names.push(name)
  return names.sort()
}

const resealed = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  directory: string,
  folder: BlobFolder,
  purpose: "reseal" | "check"
) {
  const place = yield* placeOf(directory, folder)
  const found = yield* onDisk(() => sealedKeyIn(place))
  if (found === undefined) return Option.none<ResealedFolder>()
  const replace = (sealed: string) => onDisk(() => replaceKey(place, sealed))
  return Option.some<ResealedFolder>(yield* resealFolderKey(vault, folder, found, purpose, replace))
})
