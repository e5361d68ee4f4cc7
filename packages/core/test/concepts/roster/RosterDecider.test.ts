import { assert, describe, it } from "@effect/vitest"
import {
  emptyRoster,
  type Roster,
  type RosterChange,
  type RosterCommand,
  RosterDecider
} from "@quittance/core/adapter"
import { Result } from "effect"
import { type Role, roles } from "../../../src/concepts/roster/Role.ts"
import { requirementOf } from "../../../src/concepts/roster/requirementOf.ts"
import { rosterAt } from "../../../src/concepts/roster/rosterAt.ts"
import { eligibleCount, mayApprove, roleOf, userOf } from "../../../src/concepts/roster/rosterPeople.ts"
import { unsatisfiableRules } from "../../../src/concepts/roster/rosterRules.ts"

const hour = 3_600_000
const delayMillis = 24 * hour
const t0 = 1_767_225_600_000

const usdt = (...tiers: ReadonlyArray<readonly [number, number]>): RosterChange => ({
  _tag: "SetTiers",
  currency: "USDT",
  tiers: tiers.map(([from, approvers]) => ({ fromMinor: BigInt(from) * 1_000_000n, approvers }))
})
const book = (addressBook: "on" | "off"): RosterChange => ({
  _tag: "SetAddressBook",
  currency: "USDT",
  addressBook
})
const entry = (address: string, label = "a supplier"): RosterChange => ({
  _tag: "AddAddress",
  network: "tron",
  address,
  label
})
const add = (user: string, role: Role): RosterChange => ({
  _tag: "AddMember",
  user,
  role
})
const as = (user: string, role: "owner" | "finance" | "viewer"): RosterChange => ({
  _tag: "ChangeRole",
  user,
  role
})
const remove = (user: string): RosterChange => ({ _tag: "RemoveMember", user })

/** A roster and what happens to it, one command after another; ids of changes are `c1`, `c2`, … */
class Story {
  roster: Roster = emptyRoster("prt_a", t0)
  at = t0
  #changes = 0

  #run(command: RosterCommand): string {
    const decided = RosterDecider.decide(this.roster, command)
    if (Result.isFailure(decided)) return decided.failure.reason
    this.roster = decided.success.reduce(RosterDecider.evolve, this.roster)
    return decided.success.map(({ _tag }) => _tag.replace("RosterChange", "").toLowerCase()).join(" ")
  }

  change(by: string, change: RosterChange): string {
    this.#changes++
    return this.#run({ _tag: "Change", by: actor(by), change, id: `c${this.#changes}`, at: this.at })
  }

  agree(by: string, id: string): string {
    return this.#run({ _tag: "Agree", by: actor(by), id, delayMillis, at: this.at })
  }

  withdraw(by: string, id: string): string {
    return this.#run({ _tag: "Withdraw", by: actor(by), id, at: this.at })
  }

  later(hours: number): this {
    this.at += hours * hour
    return this
  }

  needed(amount: number, address = "T1"): number {
    const amountMinor = BigInt(amount) * 1_000_000n
    return requirementOf(this.roster, {
      currency: "USDT",
      amountMinor,
      network: "tron",
      address,
      at: this.at
    }).needed
  }

  get waiting(): ReadonlyArray<string> {
    return rosterAt(this.roster, this.at).pending.map(({ id }) => id)
  }
}

const actor = (by: string): string =>
  by === "operator" ? "operator:root" : by === "system" ? by : by === "key" ? "key:k1" : `user:${by}`

/** Anna and Olga are owners, Boris and Fatima finance, Vera looks; from 100 one approver is needed, from 1000 two. */
const shop = (): Story => {
  const story = new Story()
  for (const change of [
    add("anna", "owner"),
    add("olga", "owner"),
    add("boris", "finance"),
    add("fatima", "finance"),
    add("vera", "viewer"),
    usdt([100, 1], [1_000, 2])
  ])
    assert.strictEqual(story.change("operator", change), "d")
  return story
}

describe("what a payout needs", () => {
  it("the highest tier that is reached says it", () => {
    const story = shop()
    assert.deepStrictEqual(
      [0, 99, 100, 999, 1_000, 5_000].map((amount) => story.needed(amount)),
      [0, 0, 1, 1, 2, 2]
    )
  })

  it("with the book on, an address that is not in it needs one approval at least", () => {
    const story = shop()
    story.change("anna", book("on"))
    story.change("operator", entry("T1"))
    const { at, roster } = story
    const ask = (amountMinor: bigint, address: string, network = "tron") =>
      requirementOf(roster, { currency: "USDT", amountMinor, network, address, at })
    assert.deepStrictEqual(ask(1n, "T1"), { needed: 0, reasons: [] })
    assert.deepStrictEqual(ask(1n, "T2"), { needed: 1, reasons: ["new_address"] })
    assert.deepStrictEqual(ask(1n, "T1", "tron-nile"), { needed: 1, reasons: ["new_address"] })
    assert.deepStrictEqual(ask(10n ** 9n, "T2"), { needed: 2, reasons: ["amount", "new_address"] })
    assert.deepStrictEqual(ask(10n ** 8n, "T1"), { needed: 1, reasons: ["amount"] })
  })

  it("a partner without a roster needs nothing", () => {
    const amountMinor = 10n ** 14n
    const ruled = { currency: "USDT", amountMinor, network: "tron", address: "T1", at: t0 } as const
    assert.deepStrictEqual(requirementOf(emptyRoster("prt_a", t0), ruled), { needed: 0, reasons: [] })
  })
})

describe("who may approve", () => {
  it("owners and finance may, others may not", () => {
    const { at, roster } = shop()
    assert.deepStrictEqual(
      ["anna", "boris", "vera", "nobody"].map((user) => mayApprove(roster, user, at)),
      [true, true, false, false]
    )
    const story = new Story()
    for (const role of roles) story.change("operator", add(role, role))
    const may = roles.filter((role) => mayApprove(story.roster, role, story.at))
    assert.deepStrictEqual(may, ["owner", "finance"])
    assert.deepStrictEqual(
      [userOf("user:anna"), userOf("key:anna"), userOf("system")],
      ["anna", undefined, undefined]
    )
    assert.strictEqual(eligibleCount(roster, at), 4)
    assert.strictEqual(eligibleCount(roster, at, ["anna", "vera", "anna"]), 3)
  })

  it("three Unicode forms of a name are one person", () => {
    const story = shop()
    story.change("operator", add("René", "finance"))
    for (const form of ["Ren\u00e9", "Rene\u0301", "\uff32en\u00e9"]) {
      assert.strictEqual(roleOf(story.roster, form, story.at), "finance")
      assert.strictEqual(story.change("operator", add(form, "finance")), "")
    }
    story.change("Ren\u00e9", entry("T1"))
    assert.strictEqual(story.agree("Rene\u0301", "c11"), "second_person")
  })
})

describe("tightening", () => {
  it("holds at once", () => {
    const story = shop()
    assert.strictEqual(story.change("anna", usdt([50, 1], [1_000, 3])), "d")
    assert.strictEqual(story.needed(60), 1)
    assert.strictEqual(story.change("anna", book("on")), "d")
    assert.strictEqual(story.needed(1), 1)
  })

  it("a person cannot set a rule that nobody can satisfy; an operator may", () => {
    const story = shop()
    assert.strictEqual(story.change("anna", usdt([100, 4])), "unsatisfiable")
    assert.strictEqual(story.needed(100), 1)
    assert.strictEqual(story.change("operator", usdt([100, 4])), "d")
    assert.deepStrictEqual(unsatisfiableRules(story.roster), [
      { currency: "USDT", approvers: 4, eligible: 4 }
    ])
  })

  it("is judged by itself: a book needs two people, and whatever else is wrong it can be turned off", () => {
    const story = new Story()
    story.change("operator", add("anna", "owner"))
    assert.strictEqual(story.change("anna", book("on")), "unsatisfiable")
    story.change("operator", book("on"))
    story.change("operator", usdt([1, 5]))
    assert.strictEqual(story.change("anna", book("off")), "proposed")
    assert.strictEqual(story.change("anna", usdt([1, 1])), "unsatisfiable")
    story.change("operator", book("off"))
    story.change("operator", add("boris", "finance"))
    assert.strictEqual(story.change("boris", book("on")), "not_entitled")
    assert.strictEqual(story.change("anna", book("on")), "d")
  })

  it("no tier asks for less than one of a smaller amount", () => {
    const story = shop()
    for (const by of ["anna", "operator"])
      assert.strictEqual(story.change(by, usdt([100, 2], [1_000, 1])), "less_for_more")
  })

  it("a person is removed at once, even if a rule can then not be satisfied: payouts wait, none leaves", () => {
    const story = shop()
    assert.strictEqual(story.change("anna", remove("boris")), "d")
    assert.strictEqual(story.change("anna", as("fatima", "viewer")), "d")
    assert.deepStrictEqual(unsatisfiableRules(story.roster), [
      { currency: "USDT", approvers: 2, eligible: 2 }
    ])
    assert.strictEqual(story.needed(1_000), 2)
  })
})

describe("loosening by a person", () => {
  const loosenings: ReadonlyArray<readonly [string, RosterChange]> = [
    ["fewer approvers", usdt([100, 1])],
    ["a higher beginning", usdt([200, 1], [1_000, 2])],
    ["no tiers", usdt()],
    ["a tier split above", usdt([100, 1], [1_000, 1], [5_000, 2])],
    ["more for small, less for large amounts", usdt([1, 1])]
  ]
  for (const [name, change] of loosenings)
    it(`${name} needs a second person and then a day`, () => {
      const story = shop()
      const needs = () => [1, 100, 150, 1_000, 6_000].map((amount) => story.needed(amount)).join()
      const before = needs()
      assert.strictEqual(story.change("anna", change), "proposed")
      story.later(1_000)
      assert.strictEqual(needs(), before)
      assert.strictEqual(story.agree("anna", "c7"), "second_person")
      assert.strictEqual(story.agree("vera", "c7"), "second_person")
      assert.strictEqual(story.agree("stranger", "c7"), "second_person")
      assert.strictEqual(story.agree("boris", "c7"), "agreed")
      assert.strictEqual(story.agree("boris", "c7"), "")
      story.at += delayMillis - 1
      assert.strictEqual(needs(), before)
      story.at += 1
      assert.notStrictEqual(needs(), before)
    })

  it("turning the book off does too", () => {
    const story = shop()
    story.change("olga", book("on"))
    assert.strictEqual(story.change("olga", book("off")), "proposed")
    assert.strictEqual(story.agree("fatima", "c8"), "agreed")
    assert.strictEqual(story.later(23).needed(1), 1)
    assert.strictEqual(story.later(1).needed(1), 0)
  })

  it("a new entry of the book does too, whether the book is on or not", () => {
    const story = shop()
    assert.strictEqual(story.change("boris", entry("T1")), "proposed")
    story.change("olga", book("on"))
    assert.strictEqual(story.agree("fatima", "c7"), "agreed")
    assert.strictEqual(story.later(23).needed(1), 1)
    assert.strictEqual(story.later(1).needed(1), 0)
    assert.strictEqual(story.change("fatima", { _tag: "RemoveAddress", network: "tron", address: "T1" }), "d")
    assert.strictEqual(story.needed(1), 1)
  })

  it("a new person with a say does too while there is a rule, and so does a role with more say", () => {
    const story = shop()
    assert.strictEqual(story.change("anna", add("anna-2", "finance")), "proposed")
    assert.strictEqual(story.change("anna", add("dev", "developer")), "d")
    assert.strictEqual(story.change("anna", as("vera", "finance")), "proposed")
    assert.strictEqual(story.change("anna", as("boris", "owner")), "proposed")
    assert.strictEqual(story.agree("boris", "c10"), "second_person")
    assert.isFalse(mayApprove(story.roster, "anna-2", story.at))
    assert.strictEqual(story.agree("boris", "c9"), "agreed")
    assert.isFalse(mayApprove(story.roster, "vera", story.at))
    assert.isTrue(mayApprove(story.roster, "vera", story.at + delayMillis))
  })

  it("the first people come without a second one, as long as no rule asks for anybody", () => {
    const story = new Story()
    story.change("operator", add("anna", "owner"))
    assert.strictEqual(story.change("anna", add("boris", "finance")), "d")
  })

  it("adding people needs nobody again when no rule asks for anybody any more", () => {
    const story = shop()
    story.change("operator", usdt())
    assert.strictEqual(story.change("anna", add("zoe", "finance")), "d")
  })

  it("is agreed to one by one: another change goes on waiting for its second person", () => {
    const story = shop()
    story.change("anna", usdt())
    story.change("anna", entry("T1"))
    story.agree("boris", "c8")
    story.change("anna", book("on"))
    story.later(24)
    assert.deepStrictEqual([story.needed(1), story.needed(100), story.waiting], [0, 1, ["c7"]])
  })

  it("is judged again when the second person agrees", () => {
    const story = shop()
    assert.strictEqual(story.change("anna", usdt([200, 1], [1_000, 2])), "proposed")
    story.change("anna", remove("boris"))
    story.change("anna", remove("fatima"))
    assert.strictEqual(story.agree("olga", "c7"), "unsatisfiable")
  })

  it("an operator, or the host itself, ends the delay of what was agreed to", () => {
    for (const by of ["operator", "system"]) {
      const story = shop()
      story.change("anna", usdt())
      story.agree("boris", "c7")
      assert.strictEqual(story.agree(by, "c7"), "agreed")
      assert.strictEqual(story.needed(5_000), 0)
    }
  })

  it("an operator needs nobody, and agrees at once", () => {
    const story = shop()
    assert.strictEqual(story.change("anna", usdt()), "proposed")
    assert.strictEqual(story.agree("operator", "c7"), "agreed")
    assert.strictEqual(story.needed(5_000), 0)
  })
})

describe("what waits is dropped", () => {
  it("by a later tightening of the same, also when it was agreed to", () => {
    const story = shop()
    story.change("anna", usdt())
    story.agree("boris", "c7")
    assert.strictEqual(story.later(1).change("olga", usdt([100, 2], [1_000, 3])), "d dropped")
    assert.strictEqual(story.later(100).needed(1_000), 3)
    assert.deepStrictEqual(story.waiting, [])
  })

  it("by saying again what is", () => {
    const story = shop()
    story.change("anna", usdt([100, 1]))
    story.agree("boris", "c7")
    assert.strictEqual(story.change("olga", usdt([100, 1], [1_000, 2])), "dropped")
    assert.strictEqual(story.later(100).needed(1_000), 2)
  })

  it("by another proposal about the same, so two are never composed", () => {
    const story = shop()
    story.change("anna", usdt([100, 1]))
    assert.strictEqual(story.change("olga", usdt([1_000, 2])), "dropped proposed")
    assert.strictEqual(story.agree("boris", "c7"), "unknown")
  })

  it("by the removal of who proposed it, before and after the second person", () => {
    for (const isAgreed of [false, true]) {
      const story = shop()
      story.change("anna", usdt())
      if (isAgreed) story.agree("boris", "c7")
      assert.strictEqual(story.change("olga", remove("anna")), "d dropped")
      assert.strictEqual(story.agree("boris", "c7"), "unknown")
      assert.strictEqual(story.later(100).needed(1_000), 2)
    }
  })

  it("by the removal of who agreed, or a role without a say", () => {
    for (const change of [remove("boris"), as("boris", "viewer")]) {
      const story = shop()
      story.change("anna", usdt())
      story.agree("boris", "c7")
      assert.strictEqual(story.change("olga", change), "d dropped")
      assert.strictEqual(story.later(100).needed(1_000), 2)
    }
  })

  it("not by what is about something else, nor while who stood for it keeps the say that it needs", () => {
    const story = shop()
    story.change("operator", add("paul", "owner"))
    story.change("anna", usdt([100, 1]))
    story.agree("paul", "c8")
    story.change("paul", entry("T1"))
    story.change("paul", as("vera", "finance"))
    assert.strictEqual(story.change("anna", as("paul", "finance")), "d dropped")
    assert.deepStrictEqual(story.waiting, ["c8", "c9"])
    assert.strictEqual(story.change("anna", remove("fatima")), "d")
    assert.strictEqual(story.change("anna", remove("paul")), "d dropped dropped")
    assert.deepStrictEqual(story.waiting, [])
  })

  it("by the removal of an address that was to come", () => {
    const story = shop()
    const gone = { _tag: "RemoveAddress", network: "tron", address: "T1" } as const
    story.change("boris", entry("T1"))
    story.agree("fatima", "c7")
    assert.strictEqual(story.change("boris", { ...gone, network: "ethereum" }), "unknown")
    assert.strictEqual(story.change("boris", gone), "dropped")
    assert.strictEqual(story.change("boris", gone), "unknown")
    story.change("operator", entry("T1"))
    story.change("operator", { ...entry("T1"), network: "ethereum" } as RosterChange)
    assert.strictEqual(story.change("boris", gone), "d")
    assert.deepStrictEqual(
      story.roster.addressBook.map(({ network }) => network),
      ["ethereum"]
    )
  })

  it("by whoever could have made the change", () => {
    const story = shop()
    story.change("boris", entry("T1"))
    assert.strictEqual(story.withdraw("vera", "c7"), "not_entitled")
    assert.strictEqual(story.withdraw("fatima", "c7"), "withdrawn")
    assert.strictEqual(story.withdraw("fatima", "c7"), "unknown")
  })

  it("not once it holds", () => {
    const story = shop()
    story.change("anna", usdt())
    story.agree("boris", "c7")
    story.later(24)
    assert.strictEqual(story.withdraw("olga", "c7"), "unknown")
    assert.strictEqual(story.change("olga", remove("anna")), "d")
    assert.strictEqual(story.needed(1_000), 0)
  })
})

describe("refused", () => {
  it("what the role does not include, and whatever a key or a stranger asks", () => {
    const story = shop()
    assert.strictEqual(story.change("boris", usdt([1, 1])), "not_entitled")
    assert.strictEqual(story.change("boris", remove("vera")), "not_entitled")
    assert.strictEqual(story.change("vera", entry("T1")), "not_entitled")
    assert.strictEqual(story.change("stranger", usdt([1, 1])), "not_entitled")
    assert.strictEqual(story.change("key", usdt([1, 1])), "not_entitled")
  })

  it("to remove the last owner, or give them another role, also by an operator", () => {
    const story = shop()
    assert.strictEqual(story.change("olga", remove("anna")), "d")
    for (const by of ["olga", "operator"]) {
      assert.strictEqual(story.change(by, remove("olga")), "last_owner")
      assert.strictEqual(story.change(by, as("olga", "finance")), "last_owner")
    }
  })

  it("what is not there, is there in another way, or was proposed by another person", () => {
    const story = shop()
    assert.strictEqual(story.change("anna", remove("nobody")), "unknown")
    assert.strictEqual(story.change("anna", as("nobody", "owner")), "unknown")
    assert.strictEqual(story.change("anna", add("vera", "finance")), "taken")
    assert.strictEqual(
      story.change("anna", { _tag: "RemoveAddress", network: "tron", address: "T1" }),
      "unknown"
    )
    story.change("operator", entry("T1"))
    assert.strictEqual(story.change("boris", entry("T1", "another label")), "taken")
    assert.strictEqual(story.change("boris", entry("T2")), "proposed")
    assert.strictEqual(story.change("boris", entry("T2")), "")
    assert.strictEqual(story.change("fatima", entry("T2")), "proposed_already")
  })

  it("more than 500 members, and more than 100 changes that wait", () => {
    const story = shop()
    for (let each = 5; each < 500; each++) story.change("operator", add(`user-${each}`, "viewer"))
    assert.strictEqual(story.change("operator", add("one-more", "viewer")), "full")
    for (let each = 0; each < 100; each++)
      assert.strictEqual(story.change("boris", entry(`T${each}`)), "proposed")
    assert.strictEqual(story.change("boris", entry("T-new")), "full")
    assert.strictEqual(story.change("boris", entry("T5", "another label")), "dropped proposed")
  })

  it("more than a thousand addresses, those that wait included", () => {
    const story = shop()
    for (let each = 0; each < 999; each++) story.change("operator", entry(`T${each}`))
    assert.strictEqual(story.change("boris", entry("T-new")), "proposed")
    assert.strictEqual(story.change("fatima", entry("T-newer")), "full")
    assert.strictEqual(story.change("operator", entry("T-newer")), "full")
  })
})
