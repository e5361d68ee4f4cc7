import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { scopes } from "@quittance/core/adapter"
import { commands } from "../src/cli/commands.ts"
import { commandHelp } from "../src/cli/help.ts"
import { keyScopeFamilies } from "../src/cli/keyScopes.ts"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

const key = ["keys", "create", "--partner", "shop"]
const adjust = ["balance", "adjust", "--partner", "shop", "--reason", "test", "--amount"]
const decide = ["kyc", "decide", "kyc_1", "--as", "failed"]
const analytics = ["analytics", "--partner", "shop"]
const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") }

type Typed = readonly [
  args: ReadonlyArray<string>,
  expected: RegExp,
  variables?: Readonly<Record<string, string>>
]

describe("what is typed is checked before a store is looked for, opened or made", () => {
  it.each([
    [[...key, "--scopes", "foo"], /^--scopes must be .*crypto:read/],
    [[...key, "--scopes", "crypto:read,foo"], /^--scopes must be .*crypto:read/],
    [["keys", "create", "--partner", " shop"], /^--partner must have 1 to 100 characters/],
    [[...key, "--allow-ip", "10.0.0"], /^--allow-ip 10\.0\.0 must be an address or CIDR block\.$/],
    [[...key, "--bind", "all"], /^--bind must be none, idempotency or query/],
    [[...key, "--expires-in-days", "4000"], /^--expires-in-days must be from 1 to 3650\.$/],
    [key, /^--scopes is required in live mode, of one family: crypto:read, .*; or transit:read/, live],
    [[...key, "--scopes", "*"], /^--scopes must be of one family in live mode: crypto:read/, live],
    [[...key, "--scopes", "crypto:read,kyc:write"], /^--scopes must be of one family in live mode/, live],
    [[...adjust, "much"], /^--amount must be a decimal number such as 1250.5, without thousands separators/],
    [[...adjust, "0"], /^--amount must not be 0/],
    [[...adjust, "1.2345678"], /^--amount /],
    [[...adjust, "1", "--reason", "x".repeat(501)], /^--reason is given twice/],
    [["balance", "adjust", "--partner", "shop", "--amount", "1", "--reason", "x".repeat(501)], /^--reason /],
    [[...decide, "--reason", "blah"], /^--reason must be one of document_unreadable, /],
    [
      [...decide, "--reason", "document_expired", "--comment", "a mask"],
      /^--comment is for the reason other\.$/
    ],
    [[...decide, "--by", " "], /^--by must name who decided\.$/],
    [
      ["kyc", "decide", "kyc_1", "--as", "completed", "--reason", "other"],
      /^--reason is only for --as failed/
    ],
    [[...analytics, "--timezone", "Mars"], /^--timezone must be the name of a time zone/],
    [[...analytics, "--from", "2026-02-02", "--to", "2026-02-01"], /^--from must be before to\.$/],
    [[...analytics, "--csv", "--json"], /^--json and --csv exclude each other/],
    [["deposits", "rescan", "--network", "mars"], /^--network must be one of tron, .*, not "mars"\.$/],
    [["webhooks", "deliveries", "whk_1", "--event", "paid"], /^--event must be one of invoice\.created, /],
    [["payouts", "release", "--since", "noon"], /^--since must be an ISO 8601/],
    [["invoices", "export", "--partner", "shop", "--from", "noon"], /^--from must be an ISO 8601/],
    [["batch", "import", "a.csv", "--partner", "shop", "--wait"], /^--wait needs --send-emails/],
    [["payouts", "resolve", "1", "--as", "failed", "--reason", "x".repeat(501)], /^--reason /],
    [["payments", "return", "pmt_1", "--reason", "x".repeat(501)], /^--reason /]
  ] satisfies ReadonlyArray<Typed>)("%j", async (...[args, expected, variables = {}]: Typed) => {
    const folder = temporaryFolder()
    const { status, stderr, stdout } = await quittance(args, folder, variables)
    assert.deepStrictEqual([status, stdout], [2, ""], stderr)
    const [, sentence = ""] = /^quittance: (.*)\n$/.exec(stderr) ?? []
    assert.match(sentence, expected)
    assert.isEmpty(readdirSync(folder))
  })

  it("a key for the id of a partner makes no store, where nobody has an id", async () => {
    const folder = temporaryFolder()
    const partner = `prt_${"0".repeat(32)}`
    const { status, stderr } = await quittance(["keys", "create", "--partner", partner], folder)
    assert.strictEqual(status, 1)
    assert.include(stderr, "There is no store at ")
    assert.isEmpty(readdirSync(folder))
  })

  it("a file that is not there is told before the store is opened", async () => {
    const folder = temporaryFolder()
    const args = ["batch", "import", join(folder, "none.csv"), "--partner", "shop"]
    const { status, stderr } = await quittance(args, folder)
    assert.strictEqual(status, 1)
    assert.match(stderr, /There is no file \S*none\.csv\.\n/)
    assert.isFalse(existsSync(join(folder, "quittance.db")))
  })

  it("keys create lists every scope in its help", () => {
    const create = commands.find(({ words }) => words.join(" ") === "keys create")
    const help = create === undefined ? "" : commandHelp(create)
    for (const scope of scopes) assert.match(help, new RegExp(`\\b${scope}\\b`))
    assert.sameMembers(keyScopeFamilies.flat(), [...scopes])
  })
})
