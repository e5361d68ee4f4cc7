import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@quittance/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { contentOf, destroy, ending, folder, put } from "./blobs.ts"
import { blobFile, folderPath, storeAt } from "./filesAtRest.ts"

/** Somebody who can write in the directory makes nothing else of a document but a missing one. */

const directory = temporaryFolder()
const seed = 20260101

const headerBytes = 13
const frameBytes = 65_536 + 16

/** Where header and frames of a blob of 200 000 bytes lie in its file. */
const parts = (file: Buffer): ReadonlyArray<Buffer> => [
  file.subarray(0, headerBytes),
  ...Array.from({ length: Math.ceil((file.length - headerBytes) / frameBytes) }, (_, index) =>
    file.subarray(headerBytes + index * frameBytes, headerBytes + (index + 1) * frameBytes)
  )
]

/** Two blobs in one folder and one in another, all new. */
const blobs = Effect.gen(function* () {
  const other = { ...folder, ownerId: "kyc_2" }
  yield* Effect.all([destroy(), destroy(other)])
  yield* put("doc_1")
  yield* put("doc_2")
  yield* put("doc_1", contentOf("doc_1"), other)
  const fileOf = (id: string, of = folder) => blobFile(directory, of, id)
  return { other, own: fileOf("doc_1"), second: fileOf("doc_2"), foreign: fileOf("doc_1", other) }
})

/** The blob with these bytes is missing, and with its own it is there again. */
const missingWith = Effect.fnUntraced(function* (path: string, bytes: Uint8Array, what: string) {
  const before = readFileSync(path)
  writeFileSync(path, bytes)
  assert.strictEqual(yield* ending("doc_1"), "BlobMissing", what)
  writeFileSync(path, before)
  assert.strictEqual(yield* ending("doc_1"), "whole")
})

it.layer(storeAt(directory))("a document", (it) => {
  it.effect(`is missing with any byte of any part of it changed (seed ${seed})`, () =>
    Effect.gen(function* () {
      const { own } = yield* blobs
      const file = readFileSync(own)
      assert.deepStrictEqual(
        parts(file).map(({ length }) => length),
        [headerBytes, frameBytes, frameBytes, frameBytes, 200_000 - 3 * 65_536 + 16]
      )
      let start = 0
      for (const part of parts(file)) {
        const [first, last] = [start, start + part.length - 1]
        start += part.length
        // The middle of a part, its first byte, its last, and a byte of its tag.
        const at = fc.oneof(fc.integer({ min: first, max: last }), fc.constantFrom(first, last, last - 7))
        const change = fc.record({ at, bits: fc.integer({ min: 1, max: 255 }) })
        for (const { at, bits } of fc.sample(change, { seed, numRuns: 12 })) {
          const changed = Buffer.from(file)
          changed[at] = (changed[at] ?? 0) ^ bits
          yield* missingWith(own, changed, `byte ${at} ^ ${bits}`)
        }
      }
    })
  )

  it.effect("is missing with its frames in any other order, fewer or more of them", () =>
    Effect.gen(function* () {
      const { own } = yield* blobs
      const [header, a, b, c, last] = parts(readFileSync(own))
      if (header === undefined || a === undefined || b === undefined) return assert.fail("too few frames")
      if (c === undefined || last === undefined) return assert.fail("too few frames")
      const orders = {
        exchanged: [b, a, c, last],
        "the last one first": [last, a, b, c],
        "cut after the header": [],
        "cut after the first": [a],
        "cut before the last": [a, b, c],
        "one dropped": [a, c, last],
        "the first dropped": [b, c, last],
        "one doubled": [a, a, b, c, last],
        "the last doubled": [a, b, c, last, last],
        "all of them twice": [a, b, c, last, a, b, c, last],
        "the last alone": [last]
      }
      for (const [what, frames] of Object.entries(orders))
        yield* missingWith(own, Buffer.concat([header, ...frames]), what)
      yield* missingWith(own, Buffer.concat([header, a, b, c, last, Buffer.alloc(1)]), "a byte more")
      yield* missingWith(own, Buffer.alloc(0), "empty")
      yield* missingWith(own, header.subarray(0, 5), "a piece of the header")
    })
  )

  it.effect("is missing with any part of another document, of its folder or of another one", () =>
    Effect.gen(function* () {
      const { foreign, own, second } = yield* blobs
      const ours = parts(readFileSync(own))
      for (const path of [second, foreign]) {
        const theirs = parts(readFileSync(path))
        for (const index of ours.keys()) {
          const mixed = ours.map((part, at) => (at === index ? (theirs[at] ?? part) : part))
          yield* missingWith(own, Buffer.concat(mixed), `part ${index} of ${path.slice(directory.length)}`)
        }
        yield* missingWith(own, Buffer.concat(theirs), "the whole file")
      }
    })
  )

  it.effect("is missing with its folder's key changed, cut off or exchanged", () =>
    Effect.gen(function* () {
      const { other } = yield* blobs
      const keyFile = join(folderPath(directory, folder), "key")
      const key = readFileSync(keyFile)
      for (let at = 0; at < key.length; at += 5) {
        const changed = Buffer.from(key)
        changed[at] = changed[at] === 0x41 ? 0x42 : 0x41
        yield* missingWith(keyFile, changed, `character ${at} of the key`)
        yield* missingWith(keyFile, key.subarray(0, at), `the first ${at} characters of the key`)
      }
      const foreignKey = readFileSync(join(folderPath(directory, other), "key"))
      yield* missingWith(keyFile, foreignKey, "the key of another folder")
      yield* missingWith(keyFile, Buffer.alloc(1_000_000, "A"), "a very long key")
    })
  )

  it.effect("is missing where its whole folder was copied to another owner, key included", () =>
    Effect.gen(function* () {
      yield* blobs
      const third = { ...folder, ownerId: "kyc_3" }
      cpSync(folderPath(directory, folder), folderPath(directory, third), { recursive: true })
      assert.lengthOf(readdirSync(folderPath(directory, third)), 3)
      assert.strictEqual(yield* ending("doc_1", third), "BlobMissing")
    })
  )
})

describe("another master key", () => {
  it.effect("opens nothing, and writes nothing into a folder that it cannot open", () =>
    Effect.gen(function* () {
      yield* Effect.provide(blobs, storeAt(directory))
      const outcome = Effect.gen(function* () {
        assert.strictEqual(yield* ending("doc_1"), "BlobMissing")
        const failure = yield* Effect.flip(put("doc_9"))
        assert.strictEqual(failure.reason, "the key of its folder cannot be decrypted")
      })
      yield* Effect.provide(outcome, storeAt(directory, "b"))
      assert.strictEqual(yield* Effect.provide(ending("doc_1"), storeAt(directory)), "whole")
    })
  )
})
