import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FileBlobStore } from "@quittance/adapters-files"
import { AesGcmVault } from "@quittance/core"
import { BlobStore, Vault } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Fiber, Layer, Stream } from "effect"
import { contentOf, destroy, ending, folder, list, put, remove } from "./blobs.ts"
import { blobFile, filesUnder, folderPath, storeAt } from "./filesAtRest.ts"

/** What a process leaves that was cut off anywhere, and what becomes of it. */

const directory = temporaryFolder()
const path = folderPath(directory, folder)
const inFolder = (name: string): string => join(path, name)
const random = "0123456789abcdef"

const begun = Effect.gen(function* () {
  yield* destroy()
  yield* put("doc_1")
  yield* put("doc_2")
})

/** States that a cut-off `destroy` leaves behind, in their order. */
const halfDestroyed: Record<string, () => void> = {
  "the key out of its place": () => renameSync(inFolder("key"), inFolder(`key.${random}.gone`)),
  "the key overwritten": () => {
    renameSync(inFolder("key"), inFolder(`key.${random}.gone`))
    writeFileSync(inFolder(`key.${random}.gone`), Buffer.alloc(100))
  },
  "the key removed": () => rmSync(inFolder("key")),
  "a blob removed": () => {
    rmSync(inFolder("key"))
    rmSync(blobFile(directory, folder, "doc_1"))
  },
  "all blobs removed": () => {
    for (const name of readdirSync(path)) rmSync(inFolder(name))
  },
  "the folder removed": () => rmSync(path, { recursive: true })
}

it.layer(storeAt(directory))("a destruction", (it) => {
  for (const [state, cutOff] of Object.entries(halfDestroyed)) {
    it.effect(`that was cut off with ${state} left nothing to read, and is finished by the next`, () =>
      Effect.gen(function* () {
        yield* begun
        cutOff()
        for (const id of ["doc_1", "doc_2"]) assert.strictEqual(yield* ending(id), "BlobMissing")
        yield* destroy()
        assert.deepStrictEqual(filesUnder(directory), [])
        assert.deepStrictEqual(readdirSync(join(directory, folder.partnerId)), [])
      })
    )

    it.effect(`that was cut off with ${state} can be followed by a put, under another key`, () =>
      Effect.gen(function* () {
        yield* begun
        const key = readFileSync(inFolder("key"))
        cutOff()
        yield* put("doc_3")
        assert.strictEqual(yield* ending("doc_3"), "whole")
        assert.isFalse(readFileSync(inFolder("key")).equals(key))
        for (const id of ["doc_1", "doc_2"]) assert.strictEqual(yield* ending(id), "BlobMissing")
        yield* destroy()
        assert.deepStrictEqual(filesUnder(directory), [])
      })
    )
  }

  it.effect("writes over the key where it lies on the disk", () =>
    Effect.gen(function* () {
      yield* begun
      // Another name for the same place on the disk.
      const kept = join(directory, "kept")
      linkSync(inFolder("key"), kept)
      const key = readFileSync(kept)
      yield* destroy()
      const left = readFileSync(kept)
      rmSync(kept)
      assert.strictEqual(left.length, key.length)
      assert.notInclude(left.toString("latin1"), key.toString("latin1").slice(0, 8))
    })
  )

  it.effect("writes over the key also where an earlier one had only taken it out of its place", () =>
    Effect.gen(function* () {
      yield* begun
      const kept = join(directory, "kept")
      linkSync(inFolder("key"), kept)
      const key = readFileSync(kept)
      renameSync(inFolder("key"), inFolder(`key.${random}.gone`))
      yield* destroy()
      const left = readFileSync(kept)
      rmSync(kept)
      assert.isFalse(left.equals(key))
    })
  )

  it.effect("ends what a reader gets who had begun before", () =>
    Effect.gen(function* () {
      for (const end of [destroy(), remove("doc_1")]) {
        yield* begun
        const blobs = yield* BlobStore
        let bytes = 0
        const failure = yield* Effect.flip(
          Stream.runForEach(blobs.get(folder, "doc_1"), (piece) => {
            bytes += piece.length
            return end
          })
        )
        assert.strictEqual(failure._tag, "BlobMissing")
        assert.isBelow(bytes, contentOf("doc_1").length)
      }
    })
  )

  it.effect("ends a put that had begun before, which leaves nothing in the folder that came after", () =>
    Effect.gen(function* () {
      yield* begun
      const blobs = yield* BlobStore
      const anew = Effect.andThen(destroy(), put("doc_4"))
      const content = Stream.concat(
        Stream.succeed(contentOf("doc_3")),
        Stream.fromEffectDrain(Effect.provideService(anew, BlobStore, blobs))
      )
      const failure = yield* Effect.flip(blobs.put(folder, "doc_3", content))
      assert.strictEqual(failure._tag, "BlobStoreUnavailable")
      assert.deepStrictEqual(yield* list(), ["doc_4"])
      assert.strictEqual(yield* ending("doc_4"), "whole")
    })
  )
})

describe("a put that has the key in hand", () => {
  /** A vault that does this once, when it has opened a key. */
  const vaultThat = (then: Effect.Effect<void, unknown>) =>
    Layer.effect(
      Vault,
      Effect.map(Vault, (inner) => {
        let isDone = false
        return Vault.of({
          ...inner,
          open: Effect.fnUntraced(function* (sealed, context) {
            const opened = yield* inner.open(sealed, context)
            if (!isDone)
              yield* Effect.andThen(
                Effect.sync(() => (isDone = true)),
                Effect.orDie(then)
              )
            return opened
          })
        })
      })
    ).pipe(Layer.provide(AesGcmVault.layer(btoa("a".repeat(32)))))

  it.effect("of a folder that is destroyed and begun anew fails, and leaves nothing there", () =>
    Effect.gen(function* () {
      const anew = Effect.andThen(destroy(), put("doc_4"))
      const late = FileBlobStore.layer({ directory }).pipe(
        Layer.provide(vaultThat(Effect.provide(anew, storeAt(directory))))
      )
      yield* begun
      const failure = yield* Effect.flip(Effect.provide(put("doc_3"), late))
      assert.strictEqual(failure._tag, "BlobStoreUnavailable")
      assert.deepStrictEqual(readdirSync(path), ["doc_4.blob", "key"])
      assert.strictEqual(yield* ending("doc_4"), "whole")
    }).pipe(Effect.provide(storeAt(directory)))
  )
})

it.layer(storeAt(directory))("a put", (it) => {
  it.effect("that was cut off is listed, missing, and can be removed or made again", () =>
    Effect.gen(function* () {
      yield* begun
      const bytes = readFileSync(blobFile(directory, folder, "doc_1"))
      for (const length of [0, 10, 70_000, bytes.length]) {
        writeFileSync(inFolder(`doc_3.${random}.part`), bytes.subarray(0, length))
        assert.deepStrictEqual(yield* list(), ["doc_1", "doc_2", "doc_3"])
        assert.strictEqual(yield* ending("doc_3"), "BlobMissing")
        yield* put("doc_3")
        assert.strictEqual(yield* ending("doc_3"), "whole")
        yield* remove("doc_3")
        assert.deepStrictEqual(yield* list(), ["doc_1", "doc_2"])
        assert.lengthOf(readdirSync(path), 3)
      }
    })
  )

  it.effect("that was cut off after the blob had its name is listed once and removed wholly", () =>
    Effect.gen(function* () {
      yield* begun
      linkSync(blobFile(directory, folder, "doc_1"), inFolder(`doc_1.${random}.part`))
      assert.deepStrictEqual(yield* list(), ["doc_1", "doc_2"])
      assert.strictEqual(yield* ending("doc_1"), "whole")
      yield* remove("doc_1")
      assert.deepStrictEqual(readdirSync(path), ["doc_2.blob", "key"])
    })
  )

  it.effect("that is interrupted at any moment leaves nothing, and one that was answered everything", () =>
    Effect.gen(function* () {
      yield* begun
      const turn = Effect.promise(() => new Promise(setImmediate))
      for (let turns = 0; turns < 60; turns++) {
        const putting = yield* Effect.forkChild(put("doc_3"))
        const isNamed = () => existsSync(blobFile(directory, folder, "doc_3"))
        let turnsSinceDraft = 0
        const isTime = (turn: number) => {
          if (turns % 3 === 0) return isNamed()
          // After it has removed its draft, a put has nothing left to do that could fail.
          if (turns % 3 === 1)
            return isNamed() && readdirSync(path).length === 4 && ++turnsSinceDraft > turns / 3
          return turn === turns
        }
        for (let each = 0; !isTime(each) && putting.pollUnsafe() === undefined; each++) yield* turn
        yield* Fiber.interrupt(putting)
        const isAnswered = (yield* Fiber.await(putting))._tag === "Success"
        assert.strictEqual(yield* ending("doc_3"), isAnswered ? "whole" : "BlobMissing", `round ${turns}`)
        assert.lengthOf(readdirSync(path), isAnswered ? 4 : 3)
        yield* remove("doc_3")
      }
    })
  )

  it.effect("goes on where another one was cut off while it made the key", () =>
    Effect.gen(function* () {
      yield* begun
      const key = readFileSync(inFolder("key"))
      for (const draft of [Buffer.alloc(0), key.subarray(0, 20), key]) {
        yield* destroy()
        yield* put("doc_1")
        for (const name of ["key", "doc_1.blob"]) rmSync(inFolder(name))
        writeFileSync(inFolder(`key.${random}.new`), draft)
        yield* put("doc_2")
        assert.strictEqual(yield* ending("doc_2"), "whole")
        assert.deepStrictEqual(yield* list(), ["doc_2"])
      }
      yield* destroy()
      assert.deepStrictEqual(filesUnder(directory), [])
    })
  )
})

describe("the directory as a whole", () => {
  it.effect("is no proof, where it is gone, that documents are destroyed or missing", () =>
    Effect.gen(function* () {
      const gone = join(directory, "gone")
      yield* Effect.gen(function* () {
        yield* put("doc_1")
        rmSync(gone, { recursive: true })
        for (const attempt of [destroy(), remove("doc_1"), Effect.asVoid(list()), put("doc_1")]) {
          assert.strictEqual((yield* Effect.flip(attempt))._tag, "BlobStoreUnavailable")
        }
        assert.strictEqual(yield* ending("doc_1"), "BlobStoreUnavailable")
      }).pipe(Effect.provide(storeAt(gone)))
    })
  )
})
