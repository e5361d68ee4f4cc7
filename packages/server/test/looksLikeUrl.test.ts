import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { publicUrlFault } from "@quittance/core/adapter"
import { documentsPlace } from "../src/configuration/DocumentsPlace.ts"
import { EnvironmentReader, Wrong } from "../src/configuration/Environment.ts"
import { looksLikeUrl } from "../src/configuration/looksLikeUrl.ts"
import { parseStore } from "../src/configuration/StorePlace.ts"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { readConfiguration } from "./readConfiguration.ts"

const urls = [
  "postgresql//me@host/money",
  "postgres//host/money",
  "postgress//host/money",
  "postgre//host/money",
  "postgres/me:pw@host/money",
  "postgresql/me@host/money",
  "postgres:/me@host/money",
  "postgres:money",
  "postgre://me@host/money",
  "psotgresql:/host/money",
  "://me@host/money",
  "//me@host/money",
  "me@host/money",
  "me:pw@host/money",
  "localhost:5432/money",
  "127.0.0.1:5432/money",
  "[::1]:5432/money",
  "host/money?sslmode=require",
  "mysql://me@host/money",
  "mysql//host/money",
  "http://host/money",
  "http//host/money",
  "https:host",
  "file:quittance.db",
  "file:///data/quittance.db",
  "sqlite:quittance.db",
  "sqlite:///data/quittance.db",
  "sqlite3//quittance.db",
  "jdbc:postgresql://host/money",
  '"postgres://me@host/money"',
  "'data/quittance.db'",
  "$DATABASE_URL",
  "/postgres://me@host/money",
  ":memory:"
]

const paths = [
  "quittance.db",
  "data/quittance.db",
  "data//quittance.db",
  "./data/quittance.db",
  "../quittance.db",
  "/var/lib/quittance/quittance.db",
  "//var//lib/quittance.db",
  "/srv/shop@home/quittance.db",
  "./me@host/money",
  "postgres/quittance.db",
  "postgres.db",
  "sqlite",
  "https",
  "s3/quittance.db",
  String.raw`C:\data\quittance.db`,
  "C:/data/quittance.db",
  String.raw`\\server\share@2\quittance.db`,
  String.raw`data\quittance.db`,
  "shop@home.db",
  "Магазин/касса.db",
  "data/what?.db",
  "data (1)/quittance.db"
]

describe("a store", () => {
  it.each(urls)("%s is no path, and no store", (text) => {
    assert.instanceOf(parseStore(text), Wrong)
    assert.isTrue(looksLikeUrl(text))
  })

  it.each(paths)("%s is a path", (text) => {
    assert.deepStrictEqual(parseStore(text), { _tag: "sqlite", filename: resolve(text) })
  })
})

describe("what looks like a URL and is none is refused, and makes no file,", () => {
  it.each<readonly [ReadonlyArray<string>, string, Readonly<Record<string, string>>]>([
    [["serve"], "QUITTANCE_DB", { QUITTANCE_DB: "postgresql//me:s3cret@host/money" }],
    [["keys", "create", "--partner", "shop"], "QUITTANCE_DB", { QUITTANCE_DB: "me:s3cret@host/money" }],
    [["serve"], "QUITTANCE_DATA", { QUITTANCE_DATA: "s3//bucket/s3cret" }],
    [["serve"], "QUITTANCE_DOCUMENTS", { QUITTANCE_DOCUMENTS: "s3//bucket/s3cret" }],
    [["serve"], "QUITTANCE_MASTER_KEY_FILE", { QUITTANCE_MASTER_KEY_FILE: "file:s3cret" }],
    [["backup", "s3://bucket/s3cret"], "FILE", {}],
    [["backup", "postgresql//me:s3cret@host/money"], "FILE", {}],
    [["restore", "postgres://me:s3cret@host/money"], "FILE", {}],
    [["invoices", "export", "--partner", "shop", "--output", "s3://bucket/s3cret"], "--output", {}],
    [["kyc", "show", "kyc_1", "--save-to", "s3:bucket/s3cret"], "--save-to", {}],
    [["store", "copy", "--from", "file:s3cret", "--to", "postgres://me@host/money"], "--from", {}],
    [["store", "copy", "--from", "quittance.db", "--to", "postgresql//me:s3cret@host/money"], "--to", {}]
  ])("%j", async (args, name, variables) => {
    const folder = temporaryFolder()
    const { status, stderr, stdout } = await quittance(args, folder, variables)
    assert.notStrictEqual(status, 0)
    assert.match(stderr, new RegExp(`^quittance: ${name} .*must be .*\n$`))
    // A password may be in it. Folders are shown as they always were.
    if (!/DATA|DOCUMENTS|FILE$/.test(name)) assert.notInclude(stderr + stdout, "s3cret")
    assert.isEmpty(readdirSync(folder))
  })

  it("as a bucket", () => {
    for (const text of [
      "s3:/bucket/kyc",
      "s3:bucket",
      "s3//bucket/kyc",
      "s3:///kyc",
      "S3//bucket",
      "https//bucket/kyc"
    ]) {
      const reader = new EnvironmentReader({ QUITTANCE_DOCUMENTS: text, AWS_REGION: "eu-central-1" })
      documentsPlace(reader, join("data", "documents"))
      assert.lengthOf(reader.problems, 1, text)
    }
  })

  it("as a node, and as the start of links", async () => {
    const wrong = [
      "http:/node",
      "http//node",
      "https://https://node",
      "https://http//node",
      "http:///node",
      "node:8545",
      "//node"
    ]
    for (const url of wrong) {
      const { faults } = await readConfiguration({ networks: { ethereum: { rpcUrls: [url] } } })
      assert.include(faults.join(), "must be an http or https URL", url)
      assert.isString(publicUrlFault(url), url)
    }
    for (const url of ["http://127.0.0.1:8545", "https://httpbin.example/https/key", "https://https.example"])
      assert.isUndefined(publicUrlFault(url))
  })
})
