import { readdirSync, readFileSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { FileBlobStore } from "@quittance/adapters-files"
import { AesGcmVault } from "@quittance/core"
import type { BlobFolder, BlobStore } from "@quittance/core/adapter"
import type { BlobsAtRest } from "@quittance/testing"
import { Effect, Layer, type Scope } from "effect"

/** Stores under one master key or another, and how their files are got at. */

export const storeAt = (directory: string, keyByte = "a"): Layer.Layer<BlobStore, unknown> =>
  FileBlobStore.layer({ directory }).pipe(Layer.provide(AesGcmVault.layer(btoa(keyByte.repeat(32)))))

/** A store in a directory of its own, which the test gets to see. */
export const inDirectory = <A, E>(
  directory: string,
  test: (directory: string) => Effect.Effect<A, E, BlobStore | Scope.Scope>
) => Effect.provide(Effect.scoped(test(directory)), storeAt(directory))

export const folderPath = (directory: string, { ownerId, partnerId }: BlobFolder): string =>
  join(directory, partnerId, ownerId)

export const blobFile = (directory: string, folder: BlobFolder, id: string): string =>
  join(folderPath(directory, folder), `${id}.blob`)

/** Paths of all files there are. */
export const filesUnder = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))

export const filesAtRest = (directory: string): BlobsAtRest<never> => ({
  read: (folder, id) => Effect.promise(() => readFile(blobFile(directory, folder, id))),
  write: (folder, id, bytes) => Effect.promise(() => writeFile(blobFile(directory, folder, id), bytes)),
  everything: Effect.sync(() => filesUnder(directory).map((path) => readFileSync(path)))
})
