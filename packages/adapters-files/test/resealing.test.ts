import { linkSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FileBlobStore } from "@quittance/adapters-files"
import { EnvelopeVault, LocalKeyService, MemoryStore } from "@quittance/core"
import { BlobStore, Vault } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Layer, Stream } from "effect"
import { filesUnder, folderPath, storeAt } from "./filesAtRest.ts"

const folder = { partnerId: "prt_1", ownerId: "kyc_1" }
const bytes = Uint8Array.from([1, 2, 3])

/** The vault that the store has now: `storeAt` sealed with the first key directly. */
const vault = Layer.fresh(EnvelopeVault.layer).pipe(
  Layer.provideMerge(
    Layer.merge(
      LocalKeyService.layer(btoa("b".repeat(32)), [btoa("a".repeat(32))]),
      Layer.fresh(MemoryStore.layer)
    )
  )
)

const put = (id: string) => Effect.flatMap(BlobStore, (blobs) => blobs.put(folder, id, Stream.succeed(bytes)))
const get = (id: string) => Effect.flatMap(BlobStore, (blobs) => Stream.runCollect(blobs.get(folder, id)))
const reseal = (purpose: "reseal" | "check") =>
  Effect.flatMap(BlobStore, (blobs) => Stream.runCollect(blobs.reseal(purpose)))

describe("the keys of documents", () => {
  it.effect("are resealed in their places, and the ones before are in no file", () =>
    Effect.gen(function* () {
      const directory = temporaryFolder()
      yield* Effect.provide(put("doc_1"), storeAt(directory))
      const keyFile = join(folderPath(directory, folder), "key")
      const before = readFileSync(keyFile, "latin1")
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* reseal("check"), [{ folder, found: "resealed" }])
        assert.strictEqual(readFileSync(keyFile, "latin1"), before)
        assert.deepStrictEqual(yield* reseal("reseal"), [{ folder, found: "resealed" }])
        assert.deepStrictEqual(yield* reseal("reseal"), [{ folder, found: "kept" }])
        assert.deepStrictEqual(yield* get("doc_1"), [Buffer.from(bytes)])
        yield* put("doc_2")
      }).pipe(Effect.provide(FileBlobStore.layer({ directory }).pipe(Layer.provide(vault))), Effect.scoped)
      assert.match(readFileSync(keyFile, "latin1"), /^v2\./)
      assert.deepStrictEqual(readdirSync(folderPath(directory, folder)), ["doc_1.blob", "doc_2.blob", "key"])
      for (const path of filesUnder(directory)) assert.notInclude(readFileSync(path, "latin1"), before)
    })
  )

  it.effect("that were being replaced when a crash came are replaced by the next run", () =>
    Effect.gen(function* () {
      const directory = temporaryFolder()
      yield* Effect.provide(put("doc_1"), storeAt(directory))
      const path = folderPath(directory, folder)
      // The second name that a key gets before it is replaced.
      linkSync(join(path, "key"), join(path, "key.0123456789abcdef.gone"))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* reseal("reseal"), [{ folder, found: "resealed" }])
        assert.deepStrictEqual(yield* get("doc_1"), [Buffer.from(bytes)])
      }).pipe(Effect.provide(FileBlobStore.layer({ directory }).pipe(Layer.provide(vault))))
      assert.deepStrictEqual(readdirSync(path), ["doc_1.blob", "key"])
    })
  )

  it.effect("may be resealed while a document is written under them", () =>
    Effect.gen(function* () {
      const directory = temporaryFolder()
      yield* Effect.provide(put("doc_1"), storeAt(directory))
      yield* Effect.gen(function* () {
        const blobs = yield* BlobStore
        const content = Stream.concat(
          Stream.succeed(bytes),
          Stream.fromEffect(Effect.as(Stream.runDrain(blobs.reseal("reseal")), bytes))
        )
        yield* blobs.put(folder, "doc_2", content)
        assert.strictEqual((yield* get("doc_2"))[0]?.length, 6)
      }).pipe(Effect.provide(FileBlobStore.layer({ directory }).pipe(Layer.provide(vault))))
    })
  )

  it.effect("that nobody here can open are told, and stay", () =>
    Effect.gen(function* () {
      const directory = temporaryFolder()
      yield* Effect.provide(put("doc_1"), storeAt(directory, "z"))
      const left = yield* Effect.provide(
        reseal("reseal"),
        FileBlobStore.layer({ directory }).pipe(Layer.provide(vault))
      )
      assert.deepStrictEqual(left, [{ folder, found: "refused" }])
      yield* Effect.provide(get("doc_1"), storeAt(directory, "z"))
    })
  )

  it.effect("are destroyed for good by a redaction that comes while they are resealed", () =>
    Effect.gen(function* () {
      const directory = temporaryFolder()
      yield* Effect.provide(put("doc_1"), storeAt(directory))
      const destroying = Layer.effect(
        Vault,
        Effect.map(Vault, (inner) =>
          Vault.of({
            ...inner,
            renew: (sealed, context) =>
              Effect.tap(inner.renew(sealed, context), () =>
                Effect.provide(
                  Effect.orDie(Effect.flatMap(BlobStore, (blobs) => blobs.destroy(folder))),
                  Layer.orDie(storeAt(directory))
                )
              )
          })
        )
      ).pipe(Layer.provide(vault))
      yield* Effect.provide(
        reseal("reseal"),
        FileBlobStore.layer({ directory }).pipe(Layer.provide(destroying))
      )
      assert.deepStrictEqual(filesUnder(directory), [])
    })
  )
})
