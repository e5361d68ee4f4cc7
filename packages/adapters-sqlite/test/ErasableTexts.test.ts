import { readFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "@quittance/testing"
import type Database from "better-sqlite3"
import { assert, it } from "vitest"
import { prepareErasableTexts } from "../src/ErasableTexts.ts"
import { openDatabase } from "../src/openDatabase.ts"

const newDatabase = (filename = join(temporaryFolder(), "store.db")): Database.Database =>
  openDatabase({
    filename,
    mode: "sandbox",
    readonly: false,
    older: "upgrade",
    maxFileBytes: undefined,
    createdAt: 0
  })

const texts = ["", "{}", "Қазақстан 👩‍👩‍👧‍👦 \u0000 \u2028", "x".repeat(20_000)]

it("a text is opened as it was sealed, until its key is destroyed", () => {
  const database = newDatabase()
  const { destroy, open, seal, sealAlike } = prepareErasableTexts(database)
  const sealed = texts.map(seal)
  assert.deepStrictEqual(sealed.map(open), texts)
  const [first = "", ...others] = sealed
  const alike = sealAlike("told later", first)
  assert.strictEqual(open(alike), "told later")
  destroy(first)
  assert.deepStrictEqual([open(first), open(alike)], [undefined, undefined])
  assert.deepStrictEqual(others.map(open), texts.slice(1))
  database.close()
})

it("what was changed, and what belongs to another key, is not opened", () => {
  const database = newDatabase()
  const { open, seal } = prepareErasableTexts(database)
  const [one, other] = [seal("one"), seal("other")]
  const last = one.at(-2) === "A" ? "B" : "A"
  assert.isUndefined(open(`${one.slice(0, -2)}${last}${one.slice(-1)}`))
  assert.isUndefined(open(one.replace(/^\d+/, /^\d+/.exec(other)?.[0] ?? "")))
  assert.isUndefined(open("99 AAAA"))
  assert.isUndefined(open("no sealed text"))
  database.close()
})

it("of a thousand keys, destroyed in any order while others come, no quarter is left anywhere in the file", () => {
  const filename = join(temporaryFolder(), "store.db")
  const database = newDatabase(filename)
  // Nobody waits for the disk here.
  database.pragma("synchronous = OFF")
  const { destroy, seal } = prepareErasableTexts(database)
  const last = database.prepare("SELECT key FROM erasure_keys ORDER BY seq DESC LIMIT 1").pluck()
  const made = Array.from({ length: 1_000 }, (_, index) => {
    const each = { text: seal("x"), key: last.get() as Buffer }
    // Some at once, while they are the last on their page.
    if (index % 4 === 0) destroy(each.text)
    return each
  })
  // Others when their page is full, also of those that stay.
  for (const { text } of made.filter((_, index) => index % 4 === 2)) destroy(text)
  database.pragma("wal_checkpoint(TRUNCATE)")
  const bytes = readFileSync(filename)
  const quartersLeft = ({ key }: { readonly key: Buffer }): number =>
    [0, 8, 16, 24].filter((start) => bytes.includes(key.subarray(start, start + 8))).length
  assert.deepStrictEqual(
    made.map(quartersLeft),
    made.map((_, index) => (index % 2 === 0 ? 0 : 4))
  )
  database.close()
})
