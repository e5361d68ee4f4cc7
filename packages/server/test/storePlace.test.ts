import { dirname, join, resolve } from "node:path"
import { assert, describe, expect, it } from "@effect/vitest"
import { temporaryFolder } from "@quittance/testing"
import { documentsName } from "../src/configuration/DocumentsPlace.ts"
import { readStoreConfiguration } from "../src/configuration/StoreConfiguration.ts"
import { storeName } from "../src/configuration/StorePlace.ts"
import type { Environment } from "../src/configuration/variables.ts"

const read = (environment: Environment) => readStoreConfiguration(environment)

const url = "postgres://me:s3cret@db.example:5433/money?sslmode=verify-full"

describe("QUITTANCE_DB", () => {
  it("is a SQLite file where it says nothing else, and everything else lies beside it", async () => {
    const without = await read({})
    assert.deepStrictEqual(without.store, { _tag: "sqlite", filename: resolve("data/quittance.db") })
    const filename = join(temporaryFolder(), "shop.db")
    const named = await read({ QUITTANCE_DB: filename, QUITTANCE_DATA: "./elsewhere" })
    assert.deepStrictEqual(named.store, { _tag: "sqlite", filename })
    for (const [{ credentialsFile, documents, masterKeyFile }, folder] of [
      [without, resolve("data")],
      // The folder of a file is its own, whatever QUITTANCE_DATA says.
      [named, dirname(filename)]
    ] as const)
      assert.deepStrictEqual(
        [credentialsFile, documentsName(documents), masterKeyFile],
        ["sandbox-credentials.json", "documents", "master.key"].map((name) => join(folder, name))
      )
  })

  it("is a PostgreSQL database, and QUITTANCE_DATA the folder of what would lie beside a file", async () => {
    for (const [QUITTANCE_DATA, folder] of [
      [undefined, resolve("data")],
      ["./here", resolve("here")]
    ] as const) {
      const { credentialsFile, documents, masterKeyFile, store } = await read({
        QUITTANCE_DB: url,
        QUITTANCE_DATA
      })
      assert.deepStrictEqual(store, { _tag: "postgres", url })
      assert.deepStrictEqual(
        [credentialsFile, documentsName(documents), masterKeyFile],
        ["sandbox-credentials.json", "documents", "master.key"].map((name) => join(folder, name))
      )
    }
    const own = { QUITTANCE_DOCUMENTS: "/mnt/documents", QUITTANCE_MASTER_KEY_FILE: "/run/key" }
    const named = await read({ QUITTANCE_DB: url, QUITTANCE_DATA: "./here", ...own })
    assert.deepStrictEqual(
      [documentsName(named.documents), named.masterKeyFile],
      ["/mnt/documents", "/run/key"]
    )
  })

  it.each([
    [url, "postgres://me@db.example:5433/money?sslmode=verify-full"],
    ["postgresql://db.example/money", "postgresql://db.example/money"],
    ["postgres://me:s3%2Fcret@[::1]/money", "postgres://me@[::1]/money"],
    ["postgres:///money?host=/run/postgresql&password=s3cret", "postgres:///money?host=%2Frun%2Fpostgresql"],
    [
      "postgres://db.example/money?sslpassword=s3cret&sslcert=a.crt",
      "postgres://db.example/money?sslcert=a.crt"
    ]
  ])("%s is shown without a password", async (text, shown) => {
    const { store } = await read({ QUITTANCE_DB: text })
    assert.deepStrictEqual(store, { _tag: "postgres", url: text })
    assert.strictEqual(storeName(store), shown)
  })

  it("may have its host behind the database, as services with sockets write it", async () => {
    for (const [text, expected] of [
      [
        "postgres://me:s3cret@/money?host=/cloudsql/shop:eu:one",
        "postgres://me:s3cret@%2Fcloudsql%2Fshop%3Aeu%3Aone/money"
      ],
      [
        "postgres://me@/money?host=/run/postgresql&port=5433",
        "postgres://me@%2Frun%2Fpostgresql/money?port=5433"
      ]
    ] as const) {
      const { store } = await read({ QUITTANCE_DB: text })
      assert.deepStrictEqual(store, { _tag: "postgres", url: expected })
      assert.notInclude(storeName(store), "s3cret")
    }
  })

  it.each([
    "postgres:money",
    "postgres://db.example",
    "postgres://me:s3cret@db.example/",
    "postgres://me:s3cret@db.example/money/more",
    "postgres://me:s3cret@db.example:port/money",
    "postgres://me:s3cret@/money",
    "postgres://me:s3%cret@db.example/money",
    "postgres://me:s3%ffcret@db.example/money",
    "postgres://me:s3 cret@db.example/money",
    // These passwords are not encoded.
    "postgres://me:s3/cret@db.example/money",
    "postgres://me:s3?cret@db.example/money",
    "postgres://me:s3#cret@db.example/money",
    "postgres://me:53/cret@db.example/money",
    "postgres://me:53/cret@db.example",
    "postgres://me:53/money?cret@db.example/money",
    "postgres://me:53?cret@db.example/money",
    "postgres://me:53#cret@db.example/money",
    "postgres://me:53/money#cret@db.example/money"
  ])("%s is refused in one sentence that does not repeat it", async (text) => {
    await expect(read({ QUITTANCE_DB: text })).rejects.toThrow(
      /^QUITTANCE_DB has a wrong value; it must be a URL such as postgres:\/\/user:password@host:5432\/database, with \/ \? # @ : and % in user and password percent-encoded\.$/
    )
  })

  it.each([":memory:", "mysql://me:s3cret@db.example/money", "file:quittance.db"])(
    "%s is no store",
    async (text) => {
      await expect(read({ QUITTANCE_DB: text })).rejects.toThrow(
        /^QUITTANCE_DB has a wrong value; it must be the path of a SQLite file, such as \.\/data\/quittance\.db, or a postgres:\/\/ URL\.$/
      )
    }
  )
})

it.each([undefined, url])("a wrong QUITTANCE_DATA is refused, with QUITTANCE_DB=%s", async (QUITTANCE_DB) => {
  await expect(read({ QUITTANCE_DB, QUITTANCE_DATA: "s3://bucket/data" })).rejects.toThrow(
    /^QUITTANCE_DATA is "s3:\/\/bucket\/data"; it must be the path of a folder, such as \.\/data\.$/
  )
})
