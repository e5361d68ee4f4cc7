import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

type Variables = Readonly<Record<string, string>>

/** What a new operator does wrong: the sentence names the flag or the variable, and what would be right. */
const mistakes: ReadonlyArray<readonly [args: string, variables: Variables, says: ReadonlyArray<string>]> = [
  ["keys create", {}, ["--partner is missing", "--partner NAME"]],
  ["keys create --partner shop --scopes crypto:rea", {}, ["--scopes must be", '"crypto:read"']],
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
