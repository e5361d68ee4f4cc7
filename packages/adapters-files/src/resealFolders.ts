import { join } from "node:path"
import type { BlobFolder, BlobStoreUnavailable, ResealedFolder, Vault } from "@quittance/core"
import { Effect, Option, Stream } from "effect"
import { onDisk } from "./diskFailure.ts"
import { isFolder, namesIn } from "./durableFiles.ts"
import { asUnavailable, contextOf, replaceKey, sealedKeyIn } from "./FolderKey.ts"
import { isPlainName, placeOf } from "./FolderPlace.ts"

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
    if (isPlainName(name) && (await isFolder(join(path, name)))) names.push(name)
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
  const renewed = yield* vault.renew(found, contextOf(place)).pipe(
    Effect.map(Option.match({ onNone: () => "kept" as const, onSome: (text) => ({ text }) })),
    Effect.catchTags({
      VaultRefused: () => Effect.succeed("refused" as const),
      StoreUnavailable: asUnavailable
    })
  )
  if (typeof renewed === "string") return Option.some<ResealedFolder>({ folder, found: renewed })
  if (purpose === "reseal") yield* onDisk(() => replaceKey(place, renewed.text))
  return Option.some<ResealedFolder>({ folder, found: "resealed" })
})
