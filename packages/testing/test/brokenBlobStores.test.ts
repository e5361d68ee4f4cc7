import { describe } from "@effect/vitest"
import { Ids } from "@quittance/core"
import { type BlobFolder, BlobStore, BlobStoreUnavailable, MemoryBlobStore } from "@quittance/core/adapter"
import { blobStoreSuite, blobsAtRestChecks, blobStoreChecks as checks } from "@quittance/testing"
import { Effect, Layer, Option, Stream } from "effect"
import { breaks, changing } from "./BrokenProvider.ts"
import { type SealingManner, sealedBlobStore, soundManner } from "./SealedBlobStore.ts"

/** The suite of blob stores can fail: each store here breaks one promise, and its check must die on it. */

describe("a blob store that", () => {
  const changed = changing(BlobStore, Layer.merge(MemoryBlobStore.layer, Ids.layer))

  /** Another store for every folder's name that is made so. */
  const filedUnder = (name: (folder: BlobFolder) => BlobFolder) =>
    changed((inner) => ({
      put: (folder, id, content) => inner.put(name(folder), id, content),
      get: (folder, id) => inner.get(name(folder), id),
      remove: (folder, id) => inner.remove(name(folder), id),
      list: (folder) => inner.list(name(folder)),
      destroy: (folder) => inner.destroy(name(folder))
    }))

  breaks(
    "loses the end of what is longer than a frame",
    changed((inner) => ({
      get: (folder, id) => Stream.take(inner.get(folder, id), 2)
    })),
    checks["what was put is what is got, of any size and however it comes in pieces"],
    checks["a blob is read by several at once, and again"]
  )
  breaks(
    "gives away its own bytes",
    changed(() => {
      const kept = new Map<string, ReadonlyArray<Uint8Array>>()
      return {
        put: (_, id, content) =>
          Effect.map(Stream.runCollect(content), (pieces) => void kept.set(id, pieces)),
        get: (_, id) => Stream.suspend(() => Stream.fromIterable(kept.get(id) ?? []))
      }
    }),
    checks["what was put stays so, whatever becomes of the bytes that were given and got"]
  )
  breaks(
    "forgets what was read",
    changed((inner) => ({
      get: (folder, id) => Stream.ensuring(inner.get(folder, id), Effect.ignore(inner.remove(folder, id)))
    })),
    checks["a blob is read by several at once, and again"]
  )
  breaks(
    "takes what is missing for empty",
    changed((inner) => ({
      get: (folder, id) => Stream.catchTag(inner.get(folder, id), "BlobMissing", () => Stream.empty)
    })),
    checks["what nobody put is missing"],
    checks["a put whose content breaks off ends with its failure, is never seen, and can be made again"],
    checks["what was removed is missing, and nothing else; removing what is not there changes nothing"],
    checks["a destroyed folder has nothing in it, also when it is destroyed again, and can be begun anew"]
  )
  breaks(
    "keeps the half of a put",
    changed((inner) => ({
      put: (folder, id, content) =>
        Stream.runForEach(content, (piece) => Effect.ignore(inner.put(folder, id, Stream.succeed(piece))))
    })),
    checks["a put whose content breaks off ends with its failure, is never seen, and can be made again"],
    checks["a put that is interrupted is never seen, and can be made again"]
  )
  breaks(
    "reserves the id of a put that broke off",
    changed((inner) => {
      const begun = new Set<string>()
      return {
        put: (folder, id, content) => {
          const name = `${folder.ownerId}/${id}`
          if (begun.has(name)) return Effect.fail(new BlobStoreUnavailable({ reason: "begun already" }))
          begun.add(name)
          return inner.put(folder, id, content)
        }
      }
    }),
    checks["a put whose content breaks off ends with its failure, is never seen, and can be made again"],
    checks["a put that is interrupted is never seen, and can be made again"],
    checks["a destroyed folder has nothing in it, also when it is destroyed again, and can be begun anew"]
  )
  breaks(
    "writes over",
    changed((inner) => ({
      put: (folder, id, content) => Effect.andThen(inner.remove(folder, id), inner.put(folder, id, content))
    })),
    checks["a second put of an id fails and changes nothing"],
    checks["of puts of one id at once, one lands, whole"]
  )
  breaks(
    "writes the names of a folder together",
    filedUnder(({ ownerId, partnerId }) => ({ partnerId: "any", ownerId: `${partnerId}_${ownerId}` })),
    checks["folders are apart, however their names are cut"]
  )
  breaks(
    "keeps something of its own in the folder",
    changed((inner) => ({
      put: (folder, id, content) =>
        Effect.andThen(
          Effect.ignore(inner.put(folder, "key", Stream.succeed(new Uint8Array(32)))),
          inner.put(folder, id, content)
        )
    })),
    checks["a blob may have any name, and none stands for anything else"],
    checks["the list names what is there, in order, and of this folder alone"]
  )
  breaks(
    "lists backwards",
    changed((inner) => ({ list: (folder) => Effect.map(inner.list(folder), (ids) => ids.toReversed()) })),
    checks["the list names what is there, in order, and of this folder alone"],
    checks["a blob may have any name, and none stands for anything else"]
  )
  breaks(
    "removes what begins alike",
    changed((inner) => ({
      remove: Effect.fnUntraced(function* (folder, id) {
        for (const each of yield* inner.list(folder)) {
          if (each.startsWith(id)) yield* inner.remove(folder, each)
        }
      })
    })),
    checks["what was removed is missing, and nothing else; removing what is not there changes nothing"]
  )
  breaks(
    "fails to remove what is not there",
    changed((inner) => ({
      remove: Effect.fnUntraced(function* (folder, id) {
        if (!(yield* inner.list(folder)).includes(id))
          return yield* new BlobStoreUnavailable({ reason: "no such blob" })
        return yield* inner.remove(folder, id)
      })
    })),
    checks["what was removed is missing, and nothing else; removing what is not there changes nothing"]
  )
  breaks(
    "lists what is unfinished and cannot remove it",
    changed((inner) => {
      const begun = new Set<string>()
      return {
        put: (folder, id, content) =>
          Effect.andThen(
            Effect.sync(() => begun.add(id)),
            inner.put(folder, id, content)
          ),
        list: (folder) => Effect.map(inner.list(folder), (ids) => [...new Set([...ids, ...begun])].sort())
      }
    }),
    checks["what is listed can be removed, finished or not, and an unfinished put of it then never lands"]
  )
  breaks(
    "destroys nothing",
    changed(() => ({ destroy: () => Effect.void })),
    checks["a destroyed folder has nothing in it, also when it is destroyed again, and can be begun anew"],
    checks["puts at the time of a destruction land whole or not at all, and later ones land"]
  )
  breaks(
    "lands puts that it says failed",
    changed((inner) => ({
      put: (folder, id, content) =>
        Effect.andThen(
          inner.put(folder, id, content),
          id.startsWith("later")
            ? Effect.void
            : Effect.fail(new BlobStoreUnavailable({ reason: "no answer" }))
        )
    })),
    checks["puts at the time of a destruction land whole or not at all, and later ones land"]
  )
})

const sound = sealedBlobStore(soundManner)
blobStoreSuite("sealed, in maps", sound.layer, Option.some(sound.atRest))

describe("a blob store that at rest", () => {
  type Proof = keyof ReturnType<typeof blobsAtRestChecks>

  const unsealed = (law: string, manner: Partial<SealingManner>, ...proofs: ReadonlyArray<Proof>) => {
    const { atRest, layer } = sealedBlobStore({ ...soundManner, ...manner })
    const broken = blobsAtRestChecks(atRest)
    breaks(law, Layer.merge(layer, Ids.layer), ...proofs.map((proof) => broken[proof]))
  }

  unsealed(
    "has everything in clear",
    { encrypts: "no" },
    "no 16 bytes of a blob lie in clear, during and after a put, whatever becomes of it",
    "the same content never lies there twice the same, be it in one folder or in two",
    "a blob of which any byte was changed is missing, and as it was it is there again"
  )
  unsealed(
    "knows no tags",
    { authenticates: "nothing" },
    "a blob of which any byte was changed is missing, and as it was it is there again",
    "a blob that was cut off or continued is missing",
    "copies of blobs open nothing once their folder is destroyed, also where it was begun anew"
  )
  unsealed(
    "tells bytes before it has proven them",
    { tells: "any bytes" },
    "a blob of which any byte was changed is missing, and as it was it is there again"
  )
  unsealed(
    "does not mark the last frame",
    { ends: "unmarked" },
    "a blob that was cut off or continued is missing"
  )
  unsealed(
    "does not know whose a blob is in its folder",
    { authenticates: "folder" },
    "a blob is missing under another's name, and in another's folder"
  )
  unsealed(
    "knows neither name nor folder of a blob, under one key for all",
    { authenticates: "content", keys: "one for all" },
    "a blob is missing under another's name, and in another's folder"
  )
  unsealed(
    "uses nonces again",
    { nonces: "counted" },
    "the same content never lies there twice the same, be it in one folder or in two"
  )
  unsealed(
    "has one key for all folders",
    { keys: "one for all" },
    "copies of blobs open nothing once their folder is destroyed, also where it was begun anew"
  )
  unsealed(
    "makes a folder's key of its name",
    { keys: "one for each folder name" },
    "copies of blobs open nothing once their folder is destroyed, also where it was begun anew"
  )
  unsealed(
    "leaves the key of what it destroyed",
    { leaves: "the key" },
    "copies of blobs open nothing once their folder is destroyed, also where it was begun anew",
    "neither a destroyed folder's blobs nor what they were sealed with are left at rest"
  )
})
