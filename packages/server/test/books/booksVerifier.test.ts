import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BooksVerifier, type EndedVerification } from "@quittance/core/adapter"
import { afterwards } from "@quittance/testing"
import { ManagedRuntime } from "effect"
import { assert, describe, expect, it } from "vitest"
import { booksVerifierLayer } from "../../src/books/booksVerifier.ts"

/** Generous, because a loaded machine is slow. */
const soon = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 })

/** A program in the place of `quittance`, and verifiers of two processes of one store. */
const startVerifiers = (program: string) => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-books-"))
  const file = join(folder, "program.mjs")
  writeFileSync(file, program)
  const runtimes = [1, 2].map(() =>
    ManagedRuntime.make(booksVerifierLayer({ folder, niceness: 0, program: file }))
  )
  afterwards(async () => {
    for (const runtime of runtimes) await runtime.dispose()
    rmSync(folder, { recursive: true, force: true })
  })
  const [first, second] = runtimes.map((runtime) => ({
    begin: () => runtime.runPromise(BooksVerifier.use(({ begin }) => begin)),
    standing: () => runtime.runPromise(BooksVerifier.use(({ standing }) => standing)),
    stop: () => runtime.dispose()
  }))
  assert(first !== undefined && second !== undefined)
  const ended = async (): Promise<EndedVerification> => {
    await soon(async () => (await first.standing()).running).toBeNull()
    const { last } = await first.standing()
    assert(last !== null)
    return last
  }
  return { folder, first, second, ended }
}

/** Ends when its folder has a file `go`. */
const waits = `
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
process.send({ checkedCount: 12000 })
setInterval(() => existsSync(join(dirname(process.argv[1]), "go")) && end(), 10)`

describe("the books are verified in a process of their own", () => {
  it("by the command, one at a time, with progress, and the result is kept for every process", async () => {
    const { ended, first, folder, second } = startVerifiers(
      `${waits}
const end = () => { console.log(JSON.stringify({ ok: true, faults: [], args: process.argv.slice(2) })); process.exit(0) }`
    )
    const { running } = await first.begin()
    assert(running !== null)
    await soon(async () => (await second.standing()).running?.checkedCount).toBe(12_000)
    assert.strictEqual((await second.begin()).running?.startedAt, running.startedAt)
    writeFileSync(join(folder, "go"), "")
    const last = await ended()
    assert.deepInclude(last, {
      faultCount: 0,
      sentences: [],
      checkedCount: 12_000,
      startedAt: running.startedAt
    })
    assert.deepStrictEqual((await second.standing()).last, last)
  })

  it("a broken ledger is told with its faults, and a process that died with why", async () => {
    const broken = startVerifiers(
      `console.log(JSON.stringify({ ok: false, faults: ["this", "that"] })); process.exitCode = 1`
    )
    await broken.first.begin()
    assert.deepInclude(await broken.ended(), { faultCount: 2, sentences: ["this", "that"] })
    const dead = startVerifiers(
      `console.error("quittance: the store does not answer."); process.exitCode = 2`
    )
    await dead.first.begin()
    assert.deepInclude(await dead.ended(), {
      faultCount: null,
      sentences: ["quittance: the store does not answer."]
    })
  })

  it("goes on until its result is kept: a process that has ended and was not read yet is no end", async () => {
    const { ended, first, second } = startVerifiers(
      `console.log(JSON.stringify({ ok: true, faults: [] })); process.send({ checkedCount: 7 })`
    )
    await first.begin()
    const seen: Array<unknown> = []
    for (;;) {
      const { last, running } = await second.standing()
      if (last !== null) break
      seen.push(running)
      await new Promise(setImmediate)
    }
    assert.notInclude(seen, null)
    assert.deepInclude(await ended(), { faultCount: 0, checkedCount: 7 })
  })

  it("ends with the server, which forgets no earlier result, and what a dead one left holds nobody up", async () => {
    const { first, folder, second } = startVerifiers(`${waits}\nconst end = () => process.exit(0)`)
    await first.begin()
    await first.stop()
    assert.deepStrictEqual(await second.standing(), { running: null, last: null })
    const left = { pid: 2 ** 30, startedAt: Date.parse("2026-01-01T00:00:00Z"), checkedCount: null }
    writeFileSync(join(folder, "books.running.json"), JSON.stringify(left))
    assert.isNotNull((await second.begin()).running)
    assert.notInclude(readFileSync(join(folder, "books.running.json"), "utf8"), String(left.pid))
  })
})
