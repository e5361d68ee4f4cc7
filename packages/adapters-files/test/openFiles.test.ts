import { existsSync, readdirSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { contentOf, folder, list, pieces, put } from "./blobs.ts"
import { filesUnder, inDirectory } from "./filesAtRest.ts"

const root = temporaryFolder()

describe("open files", () => {
  const openUnder = (directory: string) =>
    readdirSync("/proc/self/fd").filter((descriptor) => {
      try {
        return readlinkSync(join("/proc/self/fd", descriptor)).startsWith(directory)
      } catch {
        // The one of this very listing.
        return false
      }
    })

  it.effect.skipIf(!existsSync("/proc/self/fd"))("are closed by whatever ends a put or get", () =>
    inDirectory(
      join(root, "descriptors"),
      Effect.fnUntraced(function* (directory) {
        const blobs = yield* BlobStore
        yield* put("doc_1")
        const [written, read] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holding = (reached: Deferred.Deferred<void>) =>
          Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
        const endless = Stream.concat(pieces(contentOf("x")), Stream.fromEffectDrain(holding(written)))
        const putting = yield* Effect.forkScoped(blobs.put(folder, "doc_2", endless))
        const getting = yield* Effect.forkScoped(
          Stream.runForEach(blobs.get(folder, "doc_1"), () => holding(read))
        )
        yield* Effect.all([Deferred.await(written), Deferred.await(read)])
        assert.lengthOf(openUnder(directory), 2)
        yield* Fiber.interrupt(putting)
        yield* Fiber.interrupt(getting)
        yield* Effect.flip(
          blobs.put(folder, "doc_3", Stream.concat(pieces(contentOf("x")), Stream.fail("broken")))
        )
        yield* Stream.runDrain(Stream.take(blobs.get(folder, "doc_1"), 1))
        yield* Effect.flip(Stream.runDrain(blobs.get(folder, "doc_2")))
        assert.deepStrictEqual(openUnder(directory), [])
        assert.deepStrictEqual(yield* list(), ["doc_1"])
        assert.lengthOf(filesUnder(directory), 2)
      })
    )
  )
})
