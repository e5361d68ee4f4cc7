import { assert, beforeEach, describe, it } from "@effect/vitest"
import { S3BlobStore } from "@quittance/adapters-s3"
import { BlobStore, type Vault } from "@quittance/core/adapter"
import { Effect, Layer, Stream } from "effect"
import { contentOf, destroy, ending, folder, isSuccess, list, put, reasonOf } from "./blobs.ts"
import { impatient, objectsIn, vaultWith } from "./bucketAtRest.ts"
import type { Asked, Fault } from "./server/S3Front.ts"
import { region, startS3Server } from "./server/S3Server.ts"

/** A bucket that is slow, overloaded or cut off, while a server works on it. */

const server = await startS3Server()
const { endpoint, front } = server
const bucket = await server.newBucket()
const { names } = objectsIn(server, bucket)

const storeWith = (vault: Layer.Layer<Vault, unknown> = vaultWith()) =>
  S3BlobStore.layer({ bucket, region, endpoint, patience: impatient }).pipe(Layer.provide(vault))

/** This fault at the first request of this kind, and none after it. */
const once = (fault: Fault, isMeant: (asked: Asked) => boolean): void => {
  let isDone = false
  front.faults = (asked) => {
    if (isDone || !isMeant(asked)) return undefined
    isDone = true
    return fault
  }
}

const overloaded: Fault = { status: 503, code: "SlowDown" }
const always = (fault: Fault, isMeant: (asked: Asked) => boolean): void => {
  front.faults = (asked) => (isMeant(asked) ? fault : undefined)
}
const sound = Effect.sync(() => (front.faults = () => undefined))

beforeEach(() => {
  front.faults = () => undefined
})

const isBlob = ({ path }: Asked): boolean => path.includes(".blob")
const writesBlob = (asked: Asked): boolean => asked.method === "PUT" && isBlob(asked)
const readsBlob = (asked: Asked): boolean => asked.method === "GET" && isBlob(asked)

const hourAhead = { status: 403, code: "RequestTimeTooSkewed", date: new Date(Date.now() + 3_600_000) }
const passing: Readonly<Record<string, Fault>> = {
  "is overloaded": overloaded,
  fails: { status: 500, code: "InternalError" },
  "is writing the same object": { status: 409, code: "ConditionalRequestConflict" },
  "cuts the connection": "cut",
  "does not answer": "silence",
  "finds another time": hourAhead
}

it.layer(storeWith())("a bucket that once", (it) => {
  for (const [what, fault] of Object.entries(passing))
    it.effect(`${what} is asked again`, () =>
      Effect.gen(function* () {
        yield* destroy
        for (const isMeant of [
          writesBlob,
          ({ method, path }: Asked) => method === "PUT" && path.includes("/key")
        ]) {
          yield* destroy
          once(fault, isMeant)
          yield* put("doc_1")
        }
        once(fault, readsBlob)
        assert.strictEqual(yield* ending("doc_1"), "whole")
        once(fault, ({ method }) => method === "DELETE")
        yield* destroy
        assert.deepStrictEqual(yield* list, [])
      })
    )

  it.effect("breaks off in the middle of a document is asked for it again", () =>
    Effect.gen(function* () {
      yield* put("doc_2")
      once("halfAnswer", readsBlob)
      assert.strictEqual(yield* ending("doc_2"), "whole")
    })
  )

  it.effect("announces its answers works", () =>
    Effect.gen(function* () {
      always("announcedAnswer", () => true)
      yield* put("doc_4")
      assert.strictEqual(yield* ending("doc_4"), "whole")
      yield* sound
    })
  )

  it.effect("writes a document and loses its answer has written it, once", () =>
    Effect.gen(function* () {
      once("lostAnswer", writesBlob)
      yield* put("doc_3")
      assert.strictEqual(yield* ending("doc_3"), "whole")
      once("lostAnswer", writesBlob)
      assert.strictEqual(yield* reasonOf(put("doc_3")), "there is already a blob doc_3")
      assert.strictEqual(yield* ending("doc_3"), "whole")
    })
  )
})

it.layer(storeWith())("while a bucket", (it) => {
  const lasting: Readonly<Record<string, readonly [Fault, RegExp]>> = {
    "is overloaded": [overloaded, /overloaded or has failed \(SlowDown, status 503\)$/],
    "does not answer": ["silence", /it does not answer in time$/],
    "only announces its answers": ["announcements", /it does not answer in time$/],
    "is cut off": ["cut", /there is no connection to it \(\w+\)$/],
    "refuses the credentials": [{ status: 403, code: "ExpiredToken" }, /its credentials have expired/],
    "finds another time": [hourAhead, /the clocks of this machine and of the server differ/]
  }
  for (const [what, [fault, reason]] of Object.entries(lasting))
    it.effect(`${what}, documents are unavailable, and then again as they were`, () =>
      Effect.gen(function* () {
        yield* destroy
        yield* put("doc_1")
        always(fault, () => true)
        const attempts = [
          put("doc_2"),
          destroy,
          list,
          Effect.flatMap(BlobStore, (b) => b.remove(folder, "doc_1"))
        ]
        for (const said of yield* Effect.all(attempts.map(reasonOf), { concurrency: "unbounded" }))
          assert.match(said, reason)
        assert.strictEqual(yield* ending("doc_1"), "BlobStoreUnavailable")
        yield* sound
        assert.deepStrictEqual(yield* list, ["doc_1"])
        assert.strictEqual(yield* ending("doc_1"), "whole")
        yield* put("doc_2")
      })
    )
})

it.layer(storeWith())("a document whose writing failed", (it) => {
  it.effect("is not there, although the bucket had written it", () =>
    Effect.gen(function* () {
      yield* destroy
      let writes = 0
      front.faults = (asked) => {
        if (!writesBlob(asked)) return undefined
        writes += 1
        return writes === 1 ? "lostAnswer" : overloaded
      }
      yield* reasonOf(put("doc_1"))
      assert.isAbove(writes, 1)
      yield* sound
      assert.deepStrictEqual(yield* Effect.promise(names), ["prt_1/kyc_1/key"])
      yield* put("doc_1")
      assert.strictEqual(yield* ending("doc_1"), "whole")
    })
  )

  it.effect("is not there where its folder was destroyed meanwhile", () =>
    Effect.gen(function* () {
      yield* destroy
      const blobs = yield* BlobStore
      const content = Stream.concat(
        Stream.succeed(contentOf()),
        Stream.fromEffectDrain(Effect.provideService(destroy, BlobStore, blobs))
      )
      const reason = yield* reasonOf(blobs.put(folder, "doc_1", content))
      assert.strictEqual(reason, "the folder of the blob doc_1 was removed meanwhile")
      assert.deepStrictEqual(yield* Effect.promise(names), [])
    })
  )
})

describe("several servers on one bucket", () => {
  it.effect("begin a folder together under one key, and one of them writes a name", () =>
    Effect.gen(function* () {
      yield* Effect.provide(destroy, storeWith())
      const stores = yield* Effect.forEach([1, 2, 3], () => Layer.build(Layer.fresh(storeWith())))
      const landed = yield* Effect.all(
        stores.flatMap((store, index) => [
          Effect.provide(isSuccess(put("doc_1")), store),
          Effect.provide(Effect.as(put(`own_${index}`), true), store)
        ]),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        landed.filter((is) => is),
        4
      )
      for (const store of stores)
        for (const id of ["doc_1", "own_0", "own_1", "own_2"])
          assert.strictEqual(yield* Effect.provide(ending(id), store), "whole")
    }).pipe(Effect.scoped)
  )

  it.effect("stop a reader that had begun before a destruction", () =>
    Effect.gen(function* () {
      yield* destroy
      yield* put("doc_1", contentOf(3_000_000))
      const blobs = yield* BlobStore
      let bytes = 0
      const failure = yield* Effect.flip(
        Stream.runForEach(blobs.get(folder, "doc_1"), (piece) => {
          bytes += piece.length
          return destroy
        })
      )
      assert.strictEqual(failure._tag, "BlobMissing")
      assert.isBelow(bytes, 1_100_000)
    }).pipe(Effect.provide(storeWith()))
  )
})
