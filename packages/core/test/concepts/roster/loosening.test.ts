import { assert, describe, it } from "@effect/vitest"
import {
  type Currency,
  emptyRoster,
  type Roster,
  type RosterChange,
  type RosterCommand,
  RosterDecider,
  roles
} from "@quittance/core/adapter"
import { Result } from "effect"
import * as fc from "fast-check"
import { requirementOf } from "../../../src/concepts/roster/requirementOf.ts"
import { rosterAt } from "../../../src/concepts/roster/rosterAt.ts"
import { mayApprove } from "../../../src/concepts/roster/rosterPeople.ts"

/** Laws of rosters: whatever people do, in whatever order, nothing is loosened by one of them, nor before its time. */

const hour = 3_600_000
const delayMillis = 24 * hour
const t0 = 1_767_225_600_000
const seed = 20260101

const people = ["anna", "boris", "fatima", "olga", "vera", "eve"]
/** Other spellings of people above, and the names behind them. */
const spellings = ["\uff41nna", "bor\uff49s"]
const addresses = ["T1", "T2", "T3"]
const amounts = [0n, 1n, 2n, 3n, 5n, 8n]

const user = fc.constantFrom(...people, ...spellings)
const currency: fc.Arbitrary<Currency> = fc.constantFrom("USDT", "EUR")
const tiers = fc
  .uniqueArray(
    fc.record({ fromMinor: fc.constantFrom(...amounts), approvers: fc.integer({ min: 1, max: 3 }) }),
    {
      selector: ({ fromMinor }) => fromMinor,
      maxLength: 3
    }
  )
  .map((all) => all.sort((one, other) => (one.fromMinor < other.fromMinor ? -1 : 1)))
const role = fc.constantFrom(...roles)
const place = { network: fc.constant("tron"), address: fc.constantFrom(...addresses) }

const change: fc.Arbitrary<RosterChange> = fc.oneof(
  fc.record({ _tag: fc.constant("SetTiers" as const), currency, tiers }),
  fc.record({
    _tag: fc.constant("SetAddressBook" as const),
    currency,
    addressBook: fc.constantFrom("on" as const, "off" as const)
  }),
  fc.record({ _tag: fc.constant("AddAddress" as const), ...place, label: fc.constant("a supplier") }),
  fc.record({ _tag: fc.constant("RemoveAddress" as const), ...place }),
  fc.record({ _tag: fc.constantFrom("AddMember" as const, "ChangeRole" as const), user, role }),
  fc.record({ _tag: fc.constant("RemoveMember" as const), user })
)

/** What happens next; `which` is a change that waits, or one that never was. */
type Step =
  | { readonly kind: "change"; readonly by: string; readonly change: RosterChange }
  | { readonly kind: "agree" | "withdraw"; readonly by: string; readonly which: number }
  | { readonly kind: "wait"; readonly hours: number }

const steps = (by: fc.Arbitrary<string>): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant("change" as const), by, change }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom("agree" as const, "agree" as const, "withdraw" as const),
          by,
          which: fc.nat(3)
        })
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.constantFrom(1, 23, 24, 100) })
      }
    ),
    { maxLength: 30 }
  )

const tiersOf = (...all: ReadonlyArray<readonly [bigint, number]>): RosterChange => ({
  _tag: "SetTiers",
  currency: "USDT",
  tiers: all.map(([fromMinor, approvers]) => ({ fromMinor, approvers }))
})

const begun = (): Roster =>
  [
    { _tag: "AddMember", user: "anna", role: "owner" },
    { _tag: "AddMember", user: "olga", role: "owner" },
    { _tag: "AddMember", user: "boris", role: "finance" },
    { _tag: "AddMember", user: "fatima", role: "finance" },
    { _tag: "AddMember", user: "vera", role: "viewer" },
    { _tag: "AddAddress", network: "tron", address: "T1", label: "a supplier" },
    { _tag: "SetAddressBook", currency: "USDT", addressBook: "on" },
    tiersOf([2n, 1], [5n, 2])
  ].reduce<Roster>(
    (roster, each) =>
      after(roster, {
        _tag: "Change",
        id: "c0",
        change: each as RosterChange,
        by: "operator:root",
        at: t0
      }),
    emptyRoster("prt_a", t0)
  )

const after = (roster: Roster, command: RosterCommand): Roster =>
  Result.match(RosterDecider.decide(roster, command), {
    onFailure: () => roster,
    onSuccess: (events) => events.reduce(RosterDecider.evolve, roster)
  })

/** Plays the steps; `look` sees the roster after each, with its instant. */
const play = (
  all: ReadonlyArray<Step>,
  look: (roster: Roster, at: number, before: Roster, step: Step) => void
): void => {
  let roster = begun()
  let at = t0
  all.forEach((step, index) => {
    const before = roster
    if (step.kind === "wait") at += step.hours * hour
    else {
      const by = `user:${step.by}`
      if (step.kind === "change")
        roster = after(roster, { _tag: "Change", id: `c${index}`, change: step.change, by, at })
      else {
        const pending = rosterAt(roster, at).pending
        const id = pending[step.which % Math.max(1, pending.length)]?.id ?? "c-none"
        roster = after(
          roster,
          step.kind === "agree"
            ? { _tag: "Agree", id, by, delayMillis, at }
            : { _tag: "Withdraw", id, by, at }
        )
      }
    }
    look(roster, at, before, step)
  })
}

/** What payouts of every sort need at an instant, and who may approve them. */
const needs = (roster: Roster, at: number): ReadonlyArray<number> =>
  amounts.flatMap((amountMinor) =>
    addresses.map(
      (address) =>
        requirementOf(roster, { currency: "USDT", amountMinor, network: "tron", address, at }).needed
    )
  )
const approvers = (roster: Roster, at: number): ReadonlyArray<string> =>
  people.filter((person) => mayApprove(roster, person, at))

const isLooser = (now: Roster, nowAt: number, then: Roster, thenAt: number): boolean => {
  const before = needs(then, thenAt)
  return (
    needs(now, nowAt).some((needed, index) => needed < (before[index] ?? 0)) ||
    approvers(now, nowAt).some((person) => !approvers(then, thenAt).includes(person))
  )
}

describe("loosening", () => {
  it.each(["anna", "boris"])(
    "is nothing that %s does alone, in any spelling, however long it waits",
    (person) => {
      const names = fc.constantFrom(person, ...spellings.filter((each) => each.normalize("NFKC") === person))
      fc.assert(
        fc.property(steps(names), (all) =>
          play(all, (roster, at, before) => {
            for (const then of [at, at + delayMillis, at + 1_000 * delayMillis])
              assert.isFalse(isLooser(roster, then, before, at))
          })
        ),
        { numRuns: 300, seed }
      )
    }
  )

  it("by two people or more comes a delay after what they did, and no sooner", () => {
    fc.assert(
      fc.property(steps(fc.constantFrom(...people)), (all) =>
        play(all, (roster, at, before, step) => {
          if (step.kind === "wait") return
          assert.isFalse(isLooser(roster, at, before, at))
          // What holds later was to come before, or was agreed to now.
          const end = at + delayMillis - 1
          assert.isFalse(
            needs(roster, end).some(
              (needed, index) =>
                needed < Math.min(needs(before, end)[index] ?? 0, needs(before, at)[index] ?? 0)
            )
          )
        })
      ),
      { numRuns: 300, seed }
    )
  })

  it("holds only while both who stood for it have a say", () => {
    fc.assert(
      fc.property(steps(fc.constantFrom(...people)), (all) =>
        play(all, (roster, at) => {
          for (const { agreed, by } of rosterAt(roster, at).pending) {
            const may = (actor: string) => mayApprove(roster, actor.slice("user:".length), at)
            assert.isTrue(may(by))
            if (agreed !== undefined) {
              assert.isTrue(may(agreed.by))
              assert.notStrictEqual(agreed.by.normalize("NFKC"), by.normalize("NFKC"))
            }
          }
        })
      ),
      { numRuns: 300, seed }
    )
  })
})

describe("a roster", () => {
  it("always has an owner, one change about each thing, and no person twice", () => {
    fc.assert(
      fc.property(steps(fc.constantFrom(...people)), (all) =>
        play(all, (stored, at) => {
          const { members, pending } = rosterAt(stored, at)
          assert.isTrue(members.some((member) => member.role === "owner"))
          assert.strictEqual(new Set(members.map((member) => member.user)).size, members.length)
          assert.strictEqual(new Set(pending.map(({ id }) => id)).size, pending.length)
        })
      ),
      { numRuns: 200, seed }
    )
  })

  it("is changed by a command once: the same again adds nothing", () => {
    fc.assert(
      fc.property(steps(fc.constantFrom(...people)), (all) =>
        play(all, (roster, at, _, step) => {
          if (step.kind !== "change") return
          const again: RosterCommand = {
            _tag: "Change",
            id: "c-again",
            change: step.change,
            by: `user:${step.by}`,
            at
          }
          assert.deepStrictEqual(
            { ...rosterAt(after(roster, again), at), updatedAt: 0 },
            { ...rosterAt(roster, at), updatedAt: 0 }
          )
        })
      ),
      { numRuns: 200, seed }
    )
  })
})
