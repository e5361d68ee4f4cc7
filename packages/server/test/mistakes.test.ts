import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readFailure, writeFailure } from "../src/start/fileFailure.ts"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

type Variables = Readonly<Record<string, string>>

/** What a new operator does wrong: the sentence names the flag or the variable, and what would be right. */
const mistakes: ReadonlyArray<readonly [args: string, variables: Variables, says: ReadonlyArray<string>]> = [
  ["keys create", {}, ["--partner is missing", "--partner NAME"]],
  ["keys create --operator --partner shop", {}, ["--partner is of a partner's key", "--operator"]],
  ["keys create --operator --bind none", {}, ["--bind is of a partner's key"]],
  ["keys create --operator --scopes crypto:read", {}, ['--scopes must be "*" or "partners:read"']],
  ["keys create --partner shop --scopes terms:write", {}, ["--scopes"]],
  ["keys create --operator --expires-in-days 0", {}, ["--expires-in-days"]],
  ["keys create --operator --allow-ip here", {}, ["--allow-ip here must be an address or CIDR block"]],
  [
    "keys create --operator",
    { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: Buffer.alloc(32, 1).toString("base64") },
    ["--allow-ip is required for an operator key in live mode"]
  ],
  ["keys create --partner shop --scopes crypto:rea", {}, ["--scopes must be", "did you mean crypto:read?"]],
  [
    "keys create --partner shop --scopes crypto:reed,pay:write,kyc:write",
    {},
    ['not "crypto:reed" or "pay:write": did you mean crypto:read']
  ],
  ["invoices export --partner shop --from 2026-02-01 --to 2026-01-01", {}, ["--from must be before --to.\n"]],
  ["chain deploy --network etherium", {}, ['not "etherium": did you mean ethereum?']],
  ["payouts list --status pendin", {}, ['not "pendin": did you mean PENDING?']],
  ["keys create --partner shop --scope crypto:read", {}, ["--scope is not a flag", "--scopes"]],
  ["keys create --partner shop --allow-ip 300.1.1.1", {}, ["--allow-ip 300.1.1.1", "address or CIDR block"]],
  ["keys crate --partner shop", {}, ['"keys crate"', "keys create"]],
  ["keys list", {}, ["There is no store at", "start the server first", "QUITTANCE_DB"]],
  [
    "balance adjust --partner shop --amount 1,000 --reason x",
    {},
    ["--amount must be a decimal number", "1250.5", "thousands separators"]
  ],
  ["payouts resolve x --as done --reason y", {}, ["--as must be completed or failed", '"done"']],
  ["batch import nofile.csv --partner shop", {}, ["There is no file nofile.csv.\n"]],
  ["batch import . --partner shop", {}, [". is a folder, and must be a file.\n"]],
  ["signature check nofile.png", {}, ["There is no file nofile.png.\n"]],
  ["restore nofile.backup", {}, ["There is no file", "nofile.backup: give the backup to restore.\n"]],
  ["restore .", {}, ["is not a file: give the backup to restore.\n"]],
  ["config check nothing.json", {}, ["nothing.json", "there is no such file"]],
  ["serve", { PORT: "abc" }, ["PORT", "a whole number from 0 to 65535"]],
  ["serve", { HOST: "example.com" }, ["HOST", "not an address of this machine", "127.0.0.1"]],
  ["serve", { QUITTANCE_MODE: "prod" }, ["QUITTANCE_MODE", "sandbox or live"]],
  ["serve", { QUITTANCE_MODE: "live" }, ["QUITTANCE_MASTER_KEY is not set", "openssl rand -base64 32"]],
  ["serve", { QUITTANCE_MASTER_KEY: "abc" }, ["QUITTANCE_MASTER_KEY", "openssl rand -base64 32"]],
  ["serve", { QUITTANCE_PUBLIC_URL: "example.com" }, ["QUITTANCE_PUBLIC_URL", "https://pay.example.com"]],
  ["serve", { QUITTANCE_TRUSTED_PROXIES: "proxy" }, ["QUITTANCE_TRUSTED_PROXIES", "10.0.0.0/8"]],
  ["serve", { QUITTANCE_CONFIG: "nothing.json" }, ["nothing.json", "there is no such file"]]
]

const written = temporaryFolder()

describe("a file that cannot be read or written", () => {
  it.each([
    [
      "a backup in a folder that is missing",
      ["backup", "none/store.backup"],
      "its folder does not exist; make it first."
    ],
    [
      "a backup below a file",
      ["backup", "quittance.db/store.backup"],
      "a file lies where its folder must be."
    ],
    [
      "an export in a folder that is missing",
      ["invoices", "export", "--partner", "shop", "--output", "none/invoices.csv"],
      "There is no folder"
    ],
    [
      "an export below a file",
      ["invoices", "export", "--partner", "shop", "--output", "quittance.db/x.csv"],
      "a file lies where a folder must be."
    ],
    [
      "a folder",
      ["invoices", "export", "--partner", "shop", "--output", "."],
      "is a folder, and must be a file."
    ]
  ])("%s is told in plain words", async (_what, args, said) => {
    if (!existsSync(join(written, "quittance.db")))
      await quittance(["keys", "create", "--partner", "shop"], written)
    const { status, stderr } = await quittance(args, written)
    assert.strictEqual(status, 1, stderr)
    assert.include(stderr, said)
    assert.notMatch(stderr, /E[A-Z]{4,}/)
  })

  it.each(
    Object.entries({
      EACCES: ["a.csv may not be read by this user", "a.csv may not be written by this user"],
      EROFS: ["a.csv cannot be read: words", "a.csv lies where nothing can be written"],
      ENOSPC: ["a.csv cannot be read: words", "There is no room on the disk for a.csv"],
      ENOTDIR: ["There is no file a.csv", "a.csv cannot be made: a file lies where a folder must be"]
    })
  )("%s has words for reading and for writing", (code, sentences) => {
    const error = Object.assign(new Error("words"), { code })
    assert.deepStrictEqual([readFailure("a.csv", error), writeFailure("a.csv", error)], sentences)
  })
})

describe("a new operator's mistake", () => {
  it.each(mistakes)("quittance %s, %j", async (args, variables, says) => {
    const folder = temporaryFolder()
    const { status, stderr } = await quittance(args.split(" "), folder, {
      QUITTANCE_DB: join(folder, "quittance.db"),
      ...variables
    })
    assert.notStrictEqual(status, 0)
    for (const said of says) assert.include(stderr, said)
    assert.notMatch(stderr, /\n\s+at /, "no stack trace")
  })
})
