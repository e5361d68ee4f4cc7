import { chmodSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Fiber } from "effect"
import { destroy, ending, folder, list, put, remove } from "./blobs.ts"
import { filesUnder, folderPath, storeAt } from "./filesAtRest.ts"
import { Child } from "./process/Child.ts"

const root = temporaryFolder()

const endOf = (child: Child) => Effect.promise(() => child.end())

const writer = (directory: string, prefix: string, count: number) =>
  new Child("", directory, prefix, String(count))

describe("several processes on one directory", () => {
  it.effect("begin a folder together, under one key", () => {
    const directory = join(root, "together")
    return Effect.gen(function* () {
      const children = ["a", "b"].map((prefix) => writer(directory, prefix, 20))
      const ends = yield* Effect.promise(() => Promise.all(children.map((child) => child.end())))
      const names = ends.flatMap(({ lines }) => lines)
      assert.lengthOf(names, 40)
      for (const name of names) assert.strictEqual(yield* ending(name), "whole", name)
      assert.deepStrictEqual(yield* list(), names.toSorted())
      assert.lengthOf(readdirSync(folderPath(directory, folder)), 41, "the blobs and one key")
    }).pipe(Effect.provide(storeAt(directory)))
  })

  it.effect("leave nothing that cannot be read where one writes and one destroys", () => {
    const directory = join(root, "destroyed")
    return Effect.gen(function* () {
      const child = writer(directory, "a", 40)
      const destroying = yield* Effect.forkChild(Effect.forever(destroy()))
      const { lines } = yield* endOf(child)
      yield* Fiber.interrupt(destroying)
      assert.lengthOf(lines, 40)
      for (const id of yield* list()) assert.strictEqual(yield* ending(id), "whole", id)
      yield* put("later")
      assert.strictEqual(yield* ending("later"), "whole")
      yield* destroy()
      assert.deepStrictEqual(filesUnder(directory), [])
    }).pipe(Effect.provide(storeAt(directory)))
  })
})

describe("a process that is killed", () => {
  it.effect("leaves every answered blob behind, no other in part, and nothing that is not listed", () => {
    const directory = join(root, "killed")
    return Effect.gen(function* () {
      const child = writer(directory, "a", 1_000_000)
      child.killAfter(10)
      const { code, lines } = yield* endOf(child)
      assert.isNull(code, "killed")
      for (const name of lines) assert.strictEqual(yield* ending(name), "whole", name)
      for (const id of yield* list()) assert.include(["whole", "BlobMissing"], yield* ending(id), id)
      for (const id of yield* list()) yield* remove(id)
      const left = readdirSync(folderPath(directory, folder))
      assert.deepStrictEqual(
        left.filter((name) => !/^key\.[0-9a-f]+\.new$/.test(name)),
        ["key"]
      )
      yield* destroy()
      assert.deepStrictEqual(filesUnder(directory), [])
    }).pipe(Effect.provide(storeAt(directory)))
  })
})

describe("a process that", () => {
  it.effect("has no room on the disk says so, and leaves nothing of what it could not write", () => {
    const directory = join(root, "full")
    return Effect.gen(function* () {
      // In blocks of 512 bytes: less than a blob of 200 kB.
      const { lines } = yield* endOf(new Child("ulimit -f 200", directory, "a", "3"))
      assert.lengthOf(lines, 3)
      for (const line of lines) assert.match(line, /^a_\d: there is no room left/)
      assert.deepStrictEqual(readdirSync(folderPath(directory, folder)), ["key"])
    }).pipe(Effect.provide(storeAt(directory)))
  })

  it.effect("may not enter a folder says so without a path", () => {
    // Who runs the tests as root asks for another user, whom modes hold back.
    const asUser = process.getuid?.() === 0 ? ["65534"] : []
    const directory = join(root, "open")
    const partnerPath = join(directory, folder.partnerId)
    return Effect.gen(function* () {
      chmodSync(root, 0o755)
      mkdirSync(directory)
      chmodSync(directory, 0o777)
      mkdirSync(partnerPath, { mode: asUser.length === 0 ? 0o000 : 0o700 })
      const { lines } = yield* endOf(new Child("", directory, "a", "1", ...asUser))
      chmodSync(partnerPath, 0o700)
      assert.deepStrictEqual(lines, ["a_0: it may not be written or read (EACCES)"])
    })
  })
})
