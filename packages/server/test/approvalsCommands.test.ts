import { assert, beforeAll, describe, it } from "@effect/vitest"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

describe("quittance approvals", () => {
  const folder = temporaryFolder()
  const run = (...args: ReadonlyArray<string>) => quittance(["approvals", ...args], folder)
  const shop = ["--partner", "shop"]
  const text = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await run(...args)
    assert.deepStrictEqual([status, stderr], [0, ""])
    return stdout
  }
  const jsonOf = async (...args: ReadonlyArray<string>) => JSON.parse(await text(...args, ...shop, "--json"))
  const refusal = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await run(...args, ...shop)
    assert.strictEqual(stdout, "")
    return [status, stderr.replace(/^quittance: /, "").split("\n")[0]]
  }

  beforeAll(async () => {
    const made = await quittance(["keys", "create", ...shop], folder)
    assert.strictEqual(made.status, 0, made.stderr)
  }, 60_000)

  it("a partner without rules needs no approval", async () => {
    assert.strictEqual(await text("show", ...shop), "Payouts of shop need no approval.\n")
    const { members, rules, warnings } = await jsonOf("show")
    assert.deepStrictEqual([members, rules, warnings], [[], [], []])
  })

  it("an operator's rule holds at once, with a warning where too few people can approve", async () => {
    const set = await text("set", ...shop, "--currency", "USDT", "--from", "1000", "--approvers", "2")
    assert.include(set, "From 1000 USDT: 2 approvers")
    assert.include(set, "Warning: a rule for USDT asks for 2 approvers, so 3 people must be able to approve")
    const { pending, roster } = await jsonOf("set", "--from", "0.5", "--approvers", "1")
    assert.isNull(pending)
    assert.deepStrictEqual(roster.rules, [
      {
        currency: "USDT",
        tiers: [
          { from: 0.5, approvers: 1 },
          { from: 1000, approvers: 2 }
        ],
        addressBook: "off"
      }
    ])
    await text("set", ...shop, "--from", "0.5", "--approvers", "0")
    const { roster: after } = await jsonOf("set", "--address-book", "on")
    assert.deepStrictEqual(after.rules, [
      { currency: "USDT", tiers: [{ from: 1000, approvers: 2 }], addressBook: "on" }
    ])
  })

  it("people get a role, another one, or none, and the last owner keeps theirs", async () => {
    for (const [user, role] of [
      ["anna", "owner"],
      ["boris", "viewer"],
      ["boris", "finance"],
      ["vera", "viewer"],
      ["vera", "none"]
    ] as const)
      await text("set-role", ...shop, "--user", user, "--role", role)
    const { members } = await jsonOf("show")
    assert.deepStrictEqual(
      members.map(({ role, user }: { readonly role: string; readonly user: string }) => [user, role]),
      [
        ["anna", "owner"],
        ["boris", "finance"]
      ]
    )
    assert.deepStrictEqual(await refusal("set-role", "--user", "anna", "--role", "none"), [
      1,
      "anna is the only owner: make another member an owner first."
    ])
  })

  it("addresses enter and leave the book", async () => {
    const place = ["--network", "tron", "--address", address]
    await text("add-address", ...shop, ...place, "--label", "our supplier")
    const shown = await text("show", ...shop)
    assert.match(shown, new RegExp(`tron +${address} +our supplier +operator:`))
    await text("remove-address", ...shop, ...place)
    assert.isEmpty((await jsonOf("show")).addressBook)
    assert.strictEqual((await refusal("remove-address", ...place))[0], 1)
  })

  it("who did what is told, operators by name", async () => {
    const { history } = await jsonOf("history")
    const [first] = history
    assert.match(first.actor, /^operator:./)
    assert.deepInclude(first.details, {
      what: "tiers",
      currency: "USDT",
      tiers: [{ from: 1000, approvers: 2 }]
    })
    assert.match(await text("history", ...shop), /what tiers, currency USDT, tiers from 1000 approvers 2\n/)
  })

  it.each<readonly [status: number, sentence: string, args: ReadonlyArray<string>]>([
    [2, "Name what changes: --from with --approvers, or --address-book.", ["set"]],
    [
      2,
      "Name what changes: --from with --approvers, or --address-book.",
      ["set", "--from", "1", "--approvers", "1", "--address-book", "on"]
    ],
    [2, "Give both --from, the amount, and --approvers, how many people.", ["set", "--from", "1"]],
    [
      2,
      '--approvers must be a whole number from 0 to 20, not "two".',
      ["set", "--from", "1", "--approvers", "two"]
    ],
    [2, "--approvers must be from 0 to 20.", ["set", "--from", "1", "--approvers", "21"]],
    [2, "--from must be 0 or more.", ["set", "--from=-1", "--approvers", "1"]],
    [
      1,
      "a tier must not ask for fewer approvers than one of a smaller amount.",
      ["set", "--from", "2000", "--approvers", "1"]
    ],
    [
      1,
      "address must be a valid address on tron: it has 2 characters instead of 34: copy it again; an address here is T and 33 letters and digits.",
      ["add-address", "--network", "tron", "--address", "T1", "--label", "x"]
    ],
    [
      2,
      "--label must have 1 to 100 characters on one line, with no space at either end.",
      ["add-address", "--network", "tron", "--address", address, "--label", " "]
    ],
    [
      2,
      "--user must be the id of a person: 1 to 100 visible characters without spaces.",
      ["set-role", "--user", "an na", "--role", "owner"]
    ],
    [1, "there is no change chg_1 that waits: it holds, was withdrawn, or never was.", ["agree", "chg_1"]]
  ])("refuses with %d: %s", async (status, sentence, args) => {
    const before = await jsonOf("show")
    assert.deepStrictEqual(await refusal(...args), [status, sentence])
    assert.deepStrictEqual(await jsonOf("show"), before)
  })
})
