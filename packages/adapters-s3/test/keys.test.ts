import { assert, describe, it } from "@effect/vitest"
import { S3BlobStore } from "@quittance/adapters-s3"
import { EnvelopeVault, LocalKeyService, MemoryStore } from "@quittance/core"
import { BlobStore, Vault } from "@quittance/core/adapter"
import { Effect, Layer, Stream } from "effect"
import { destroy, ending, folder, put } from "./blobs.ts"
import { objectsIn, storeIn } from "./bucketAtRest.ts"
import { region, startS3Server } from "./server/S3Server.ts"

const server = await startS3Server()
const key = "kyc/test/prt_1/kyc_1/key"

/** The vault that the store has now: `storeIn` sealed with the first key directly. */
const newVault = Layer.fresh(EnvelopeVault.layer).pipe(
  Layer.provideMerge(
    Layer.merge(
      LocalKeyService.layer(btoa("b".repeat(32)), [btoa("a".repeat(32))]),
      Layer.fresh(MemoryStore.layer)
    )
  )
)

const resealing = <E, R>(bucket: string, vault: Layer.Layer<Vault, E, R>) =>
  S3BlobStore.layer({ bucket, prefix: "kyc/test", region, endpoint: server.endpoint }).pipe(
    Layer.provide(vault)
  )

const reseal = (purpose: "reseal" | "check") =>
  Effect.flatMap(BlobStore, (blobs) => Stream.runCollect(blobs.reseal(purpose)))

describe("the keys of documents", () => {
  it.effect("are resealed in their places", () =>
    Effect.gen(function* () {
      const bucket = yield* Effect.promise(server.newBucket)
      const { read } = objectsIn(server, bucket)
      yield* Effect.provide(put("doc_1"), storeIn(server, bucket))
      const before = yield* Effect.promise(() => read(key))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* reseal("check"), [{ folder, found: "resealed" }])
        assert.deepStrictEqual(yield* Effect.promise(() => read(key)), before)
        assert.deepStrictEqual(yield* reseal("reseal"), [{ folder, found: "resealed" }])
        assert.deepStrictEqual(yield* reseal("reseal"), [{ folder, found: "kept" }])
        assert.strictEqual(yield* ending("doc_1"), "whole")
        yield* put("doc_2")
      }).pipe(Effect.provide(resealing(bucket, newVault)))
      assert.match(Buffer.from(yield* Effect.promise(() => read(key))).toString(), /^v2\./)
    })
  )

  it.effect("are destroyed for good by a redaction that comes while they are resealed", () =>
    Effect.gen(function* () {
      const bucket = yield* Effect.promise(server.newBucket)
      yield* Effect.provide(put("doc_1"), storeIn(server, bucket))
      const destroying = Layer.effect(
        Vault,
        Effect.map(Vault, (inner) =>
          Vault.of({
            ...inner,
            renew: (sealed, context) =>
              Effect.tap(inner.renew(sealed, context), () =>
                Effect.provide(Effect.orDie(destroy), Layer.orDie(storeIn(server, bucket)))
              )
          })
        )
      ).pipe(Layer.provide(newVault))
      yield* Effect.provide(reseal("reseal"), resealing(bucket, destroying))
      assert.deepStrictEqual(yield* Effect.promise(objectsIn(server, bucket).names), [])
    })
  )
})
