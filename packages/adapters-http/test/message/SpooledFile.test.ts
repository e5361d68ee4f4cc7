import { readdirSync } from "node:fs"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Stream } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { spooled } from "../../src/message/SpooledFile.ts"

const { TMPDIR } = process.env
afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

const collected = (bytes: Stream.Stream<Uint8Array, unknown>) =>
  Effect.map(Stream.runCollect(bytes), (all) => Buffer.concat(all))

describe("a spooled file", () => {
  it("can be read again, and has no name that a crash could leave", async () => {
    const folder = temporaryFolder()
    process.env.TMPDIR = folder
    const pieces = [Buffer.alloc(70_000, 1), Buffer.alloc(1, 2), Buffer.alloc(200_000, 3)]
    const read = Effect.scoped(
      Effect.gen(function* () {
        const file = yield* spooled(Stream.fromIterable(pieces))
        return [yield* collected(file), yield* collected(file), readdirSync(folder)] as const
      })
    )
    const [first, second, names] = await Effect.runPromise(read)
    assert.isTrue(first.equals(Buffer.concat(pieces)))
    assert.isTrue(second.equals(first))
    assert.isEmpty(names)
  })

  it("is refused where there is no place for it", async () => {
    process.env.TMPDIR = `${temporaryFolder()}/none`
    const failure = await Effect.runPromise(Effect.flip(Effect.scoped(spooled(Stream.empty))))
    assert.match(failure.message, /^the file cannot be kept while it is read: ENOENT/)
  })
})
