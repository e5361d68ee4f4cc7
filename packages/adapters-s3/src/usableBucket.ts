import { randomBytes } from "node:crypto"
import { Effect, Stream } from "effect"
import type { Bucket } from "./Bucket.ts"
import type { BucketFailure } from "./bucketFailure.ts"

/** No document has this name: a folder's has another `/`. */
const probeFolder = "quittance-probe/"

/**
 * Tries everything that documents need, with an object of its own: writing, reading, listing and erasing, and that
 * the server respects the conditions of a write. Without them, two processes would overwrite each other's keys.
 */
export const usableBucket = (bucket: Bucket): Effect.Effect<void, BucketFailure> =>
  Effect.suspend(() => {
    const mark = randomBytes(16)
    const name = `${probeFolder}${mark.toString("hex")}`
    const unconditional: BucketFailure = {
      kind: "refused",
      reason: "the server overwrites objects although the request forbids it (If-None-Match, If-Match)"
    }
    const heeded = (write: Effect.Effect<void, BucketFailure>) =>
      Effect.matchEffect(write, {
        onSuccess: () => Effect.fail(unconditional),
        onFailure: (failure) => (failure.kind === "conflict" ? Effect.void : Effect.fail(failure))
      })
    const tried = Effect.gen(function* () {
      // A retry whose first attempt was written finds it there.
      yield* Effect.catch(bucket.create(name, mark), (failure) =>
        failure.kind === "conflict" ? Effect.void : Effect.fail(failure)
      )
      yield* heeded(bucket.create(name, mark))
      const { etag } = yield* bucket.read(name, 0, mark.length)
      yield* heeded(bucket.replace(name, mark, '"00000000000000000000000000000000"'))
      yield* bucket.replace(name, randomBytes(16), etag)
      yield* Stream.runDrain(bucket.list(name))
      yield* bucket.erase(name)
    })
    return Effect.onError(tried, () => Effect.ignore(bucket.erase(name)))
  })
