import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { camtText, TransferAccounts } from "@quittance/adapters-bank-transfer"
import {
  AesGcmVault,
  type GivenSettings,
  Ids,
  MemoryStore,
  Operations,
  Quittance,
  Settings,
  settingsOf
} from "@quittance/core"
import { BankTransfers } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Layer, Result } from "effect"
import { folderFindings } from "../src/command/doctor/folderFindings.ts"
import { statementFolderOf } from "../src/statements/StatementFolder.ts"
import { makeLook } from "../src/statements/watchStatements.ts"

const iban = "DE89370400440532013000"
const transfers = TransferAccounts.layer({
  main: { currency: "EUR", beneficiary: "Shop", iban, bank: "Bank" }
})
const services = Layer.unwrap(
  Effect.map(BankTransfers, ({ accounts: banks }) => {
    const given: GivenSettings = { banks }
    return Quittance.layerSandboxWith(transfers).pipe(
      Layer.provideMerge(Layer.succeed(Settings, Result.getOrThrow(settingsOf(given))))
    )
  })
).pipe(
  Layer.provide(transfers),
  Layer.provideMerge(
    Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")))
  )
)

const payment = { payer: "Ann", payerAccount: "AT180000000000000000", payerBank: "TESTAT00XXX", text: "tea" }

/** A statement of one credit. */
const statement = (bankReference: string): string =>
  camtText(
    {
      ...{ account: iban, currency: "EUR", openingMinor: 0n, day: "2026-03-02" },
      entries: [
        {
          ...{ direction: "credit", isReversal: false, status: "booked", bookedOn: "2026-03-02" },
          payments: [{ ...payment, amountMinor: 500n, bankReference }]
        }
      ]
    },
    { message: "053", version: "08" }
  )

const [mine, another] = [`host/${process.pid}/aa`, `host/${process.pid}/bb`]

const watched = () => {
  const root = temporaryFolder()
  const folder = statementFolderOf(root, "main")
  const put = (name: string, text: string) => writeFileSync(join(folder.inbox, name), text)
  const names = (place: string) => (existsSync(place) ? readdirSync(place).sort() : [])
  return { root, folder, put, names }
}

const recorded = Effect.flatMap(Operations, ({ statements }) =>
  Effect.map(statements.list(), ({ items }) => items.length)
)

describe("a watched folder", () => {
  it.effect("imports what is complete, once, and moves it away without losing any file", () =>
    Effect.gen(function* () {
      const { folder, names, put } = watched()
      const look = yield* makeLook(folder, mine)
      yield* look
      assert.deepStrictEqual(names(folder.inbox), ["done", "refused", "taken"])
      put("day.xml", statement("b-1").slice(0, 300))
      yield* look
      assert.include(names(folder.inbox), "day.xml")
      // It was still being written.
      put("day.xml", statement("b-1"))
      put("wrong.xml", "<Document/>")
      put(".hidden.xml", statement("b-2"))
      put("empty.xml", "")
      mkdirSync(join(folder.inbox, "other"))
      symlinkSync(join(folder.inbox, ".hidden.xml"), join(folder.inbox, "link.xml"))
      yield* look
      assert.deepStrictEqual([names(folder.done), yield* recorded], [[], 0])
      yield* look
      assert.deepStrictEqual([names(folder.done), yield* recorded], [["day.xml"], 1])
      assert.deepStrictEqual(names(folder.refused), ["wrong.xml", "wrong.xml.txt"])
      assert.match(
        readFileSync(join(folder.refused, "wrong.xml.txt"), "utf8"),
        /^wrong\.xml is refused: .+\.\n$/
      )
      assert.deepStrictEqual(names(folder.inbox), [
        ".hidden.xml",
        "done",
        "empty.xml",
        "link.xml",
        "other",
        "refused",
        "taken"
      ])
      put("day.xml", statement("b-1"))
      put("wrong.xml", "<Document/>")
      yield* Effect.andThen(look, look)
      assert.deepStrictEqual([names(folder.done), yield* recorded], [["day (2).xml", "day.xml"], 1])
      assert.lengthOf(names(folder.refused), 4)
    }).pipe(Effect.provide(services))
  )

  it.effect("is shared by processes, and what one had taken that is gone is imported by another", () =>
    Effect.gen(function* () {
      const { folder, names, put } = watched()
      const looks = [yield* makeLook(folder, mine), yield* makeLook(folder, another)]
      const lookAtOnce = Effect.all(looks, { concurrency: "unbounded" })
      yield* lookAtOnce
      for (const name of ["1", "2", "3"]) put(`${name}.xml`, statement(name))
      yield* Effect.andThen(lookAtOnce, lookAtOnce)
      assert.deepStrictEqual(names(folder.done), ["1.xml", "2.xml", "3.xml"])
      assert.strictEqual(yield* recorded, 3)
      // Of this machine, with the number of this process, and so certainly gone.
      const left = join(folder.taken, encodeURIComponent(`host/${process.pid}/cc`))
      mkdirSync(left)
      writeFileSync(join(left, "4.xml"), statement("4"))
      yield* Effect.andThen(lookAtOnce, Effect.andThen(lookAtOnce, lookAtOnce))
      assert.include(names(folder.done), "4.xml")
      assert.isFalse(existsSync(left))
      assert.strictEqual(yield* recorded, 4)
    }).pipe(Effect.provide(services))
  )

  it("that cannot be used is a fault of the doctor, in one sentence with its path", () => {
    const { folder, root } = watched()
    const settings = Result.getOrThrow(
      settingsOf({
        banks: [
          {
            ...{ name: "main", currency: "EUR", account: iban },
            ...{ timeZone: "UTC", settlementDays: 5 }
          }
        ]
      })
    )
    const found = () =>
      folderFindings({ settings, statements: root }).map(({ message, status }) => [status, message])
    assert.deepStrictEqual(found(), [["ok", `statements in ${root} are imported into main.`]])
    mkdirSync(folder.inbox)
    writeFileSync(folder.done, "")
    assert.deepStrictEqual(found(), [["fault", `${folder.done} is a file, and must be a folder.`]])
    const [none] = folderFindings({ settings: { ...settings, banks: [] }, statements: root })
    assert.strictEqual(none?.status, "fault")
    assert.isEmpty(folderFindings({ settings, statements: undefined }))
    if (process.getuid?.() === 0) return
    chmodSync(root, 0o500)
    assert.match(String(found()[0]?.[1]), /may not be written by this user/)
    chmodSync(root, 0o700)
  })
})
