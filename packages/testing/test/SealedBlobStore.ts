import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { type BlobFolder, BlobMissing, BlobStore, BlobStoreUnavailable } from "@quittance/core/adapter"
import type { BlobsAtRest } from "@quittance/testing"
import { Effect, Layer, Stream } from "effect"

/** How a store of the tests encrypts: each of these may be left out, to see who notices. */
export interface SealingManner {
  readonly encrypts: "yes" | "no"
  /** What a tag is made over: `nothing` is no authentication at all. */
  readonly authenticates: "id and folder" | "folder" | "content" | "nothing"
  readonly keys: "one a folder" | "one for all" | "one for each folder name"
  readonly nonces: "random" | "counted"
  readonly ends: "marked" | "unmarked"
  /** When bytes are told to the reader. */
  readonly tells: "proven bytes" | "any bytes"
  /** What is left after a destruction. */
  readonly leaves: "nothing" | "the key"
}

export const soundManner: SealingManner = {
  encrypts: "yes",
  authenticates: "id and folder",
  keys: "one a folder",
  nonces: "random",
  ends: "marked",
  tells: "proven bytes",
  leaves: "nothing"
}

const frameBytes = 65_536
const prefixBytes = 7
const tagBytes = 16
const sealedBytes = frameBytes + tagBytes

interface Sealing {
  readonly manner: SealingManner
  readonly key: Uint8Array
  readonly prefix: Uint8Array
  readonly name: string
}

const nonceOf = ({ manner, prefix }: Sealing, index: number, isLast: unknown): Uint8Array => {
  const nonce = Buffer.alloc(12)
  nonce.set(prefix)
  nonce.writeUInt32BE(index, prefixBytes)
  nonce[11] = manner.ends === "marked" && isLast === true ? 1 : 0
  return nonce
}

const sealed = (sealing: Sealing, content: Uint8Array): Uint8Array => {
  const { key, manner, name, prefix } = sealing
  if (manner.encrypts === "no") return new Uint8Array(content)
  const count = Math.max(1, Math.ceil(content.length / frameBytes))
  const frames = Array.from({ length: count }, (_, index) => {
    const nonce = nonceOf(sealing, index, index === count - 1)
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name))
    const frame = cipher.update(content.subarray(index * frameBytes, (index + 1) * frameBytes))
    return Buffer.concat([frame, cipher.final(), cipher.getAuthTag()])
  })
  return Buffer.concat([prefix, ...frames])
}

/** The frames up to the first that does not prove to be true. */
const opened = (sealing: Sealing, bytes: Uint8Array): ReadonlyArray<Uint8Array | "untrue"> => {
  const { key, manner, name } = sealing
  if (manner.encrypts === "no") return [bytes]
  const body = bytes.subarray(prefixBytes)
  const count = Math.max(1, Math.ceil(body.length / sealedBytes))
  const own = { ...sealing, prefix: bytes.subarray(0, prefixBytes) }
  const frames: Array<Uint8Array | "untrue"> = []
  for (let index = 0; index < count; index++) {
    const frame = body.subarray(index * sealedBytes, (index + 1) * sealedBytes)
    if (bytes.length < prefixBytes || frame.length < tagBytes) return [...frames, "untrue"]
    const nonce = nonceOf(own, index, index === count - 1)
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name))
    decipher.setAuthTag(frame.subarray(frame.length - tagBytes))
    const content = decipher.update(frame.subarray(0, frame.length - tagBytes))
    try {
      if (manner.authenticates !== "nothing") decipher.final()
      frames.push(content)
    } catch {
      return manner.tells === "any bytes" ? [...frames, content, "untrue"] : [...frames, "untrue"]
    }
  }
  return frames
}

/** A store that keeps what would lie on a disk in maps, and how the suite gets at it. */
export const sealedBlobStore = (manner: SealingManner) => {
  const blobs = new Map<string, Uint8Array>()
  const keys = new Map<string, Uint8Array>()
  const keyForAll = randomBytes(32)

  const folderName = ({ ownerId, partnerId }: BlobFolder): string => `${partnerId}/${ownerId}`
  const blobName = (folder: BlobFolder, id: string): string => `${folderName(folder)}/${id}`

  const newKey = (folder: BlobFolder): Uint8Array =>
    manner.keys === "one a folder"
      ? randomBytes(32)
      : manner.keys === "one for all"
        ? keyForAll
        : Buffer.from(folderName(folder).padEnd(32).slice(-32))

  const keyOf = (folder: BlobFolder): Uint8Array => {
    const key = keys.get(folderName(folder)) ?? newKey(folder)
    keys.set(folderName(folder), key)
    return key
  }

  const nameIn = (folder: BlobFolder, id: string): string => {
    switch (manner.authenticates) {
      case "id and folder":
        return blobName(folder, id)
      case "folder":
        return folderName(folder)
      case "content":
      case "nothing":
        return ""
    }
  }

  const store = BlobStore.of({
    put: Effect.fnUntraced(function* (folder, id, content) {
      const bytes = Buffer.concat(yield* Stream.runCollect(content))
      if (blobs.has(blobName(folder, id))) return yield* new BlobStoreUnavailable({ reason: "taken" })
      const prefix = manner.nonces === "random" ? randomBytes(prefixBytes) : new Uint8Array(prefixBytes)
      const sealing = { manner, key: keyOf(folder), prefix, name: nameIn(folder, id) }
      blobs.set(blobName(folder, id), sealed(sealing, bytes))
    }),
    get: (folder, id) =>
      Stream.suspend(() => {
        const bytes = blobs.get(blobName(folder, id))
        const key = keys.get(folderName(folder))
        if (bytes === undefined || key === undefined) return Stream.fail(new BlobMissing({ id }))
        const frames = opened({ manner, key, prefix: new Uint8Array(), name: nameIn(folder, id) }, bytes)
        return Stream.mapEffect(Stream.fromIterable(frames), (frame) =>
          frame === "untrue" ? Effect.fail(new BlobMissing({ id })) : Effect.succeed(frame)
        )
      }),
    remove: (folder, id) => Effect.sync(() => void blobs.delete(blobName(folder, id))),
    list: (folder) =>
      Effect.sync(() =>
        [...blobs.keys()]
          .filter((name) => name.startsWith(`${folderName(folder)}/`))
          .map((name) => name.slice(folderName(folder).length + 1))
          .sort()
      ),
    reseal: () => Stream.empty,
    destroy: (folder) =>
      Effect.sync(() => {
        if (manner.leaves === "nothing") keys.delete(folderName(folder))
        for (const name of blobs.keys()) if (name.startsWith(`${folderName(folder)}/`)) blobs.delete(name)
      })
  })

  const atRest: BlobsAtRest<never> = {
    read: (folder, id) => Effect.sync(() => blobs.get(blobName(folder, id)) ?? new Uint8Array()),
    write: (folder, id, bytes) => Effect.sync(() => void blobs.set(blobName(folder, id), bytes)),
    everything: Effect.sync(() => [...blobs.values(), ...keys.values()])
  }

  return { layer: Layer.succeed(BlobStore, store), atRest }
}
