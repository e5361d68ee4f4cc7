import {
  emptyCommit,
  emptyRoster,
  type Roster,
  type RosterEvent,
  roster as rosterConcept,
  rosterIdOf,
  StateReader,
  Store
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"

/** Rosters, written as they are to be: how they come to be so is tested beside their machine. */

/** Writes the roster of a partner after this change. */
export const writeRoster = Effect.fnUntraced(function* (
  partnerId: string,
  change: (roster: Roster) => Partial<Roster>
) {
  const states = yield* StateReader
  const store = yield* Store
  const at = yield* Clock.currentTimeMillis
  const id = rosterIdOf(partnerId)
  const found = yield* states.get(rosterConcept, partnerId, id)
  const version = Option.match(found, { onNone: () => 0, onSome: (each) => each.version })
  const previous = Option.getOrUndefined(Option.map(found, ({ state }) => state))
  const before = previous ?? emptyRoster(partnerId, at)
  const state: Roster = { ...before, ...change(before), updatedAt: at }
  const event: RosterEvent = {
    _tag: "RosterChanged",
    change: { _tag: "SetTiers", currency: "USDT", tiers: [] },
    by: "operator:test",
    at
  }
  yield* store.commit({
    ...emptyCommit,
    aggregates: [
      previous === undefined
        ? { _tag: "Roster", state, expectedVersion: 0 }
        : { _tag: "Roster", state, expectedVersion: version, previous }
    ],
    events: [
      {
        id: `evt_roster_${partnerId}_${version}`,
        ...{ partnerId, subjectId: id, version: version + 1, at, actor: "operator:test", event }
      }
    ]
  })
})

/** Owners and finance people who may approve, and a viewer who may not. */
export const peopled = (partnerId: string, approvers: ReadonlyArray<string>) =>
  writeRoster(partnerId, () => ({
    members: [
      ...approvers.map((user) => ({ user, role: "finance" as const, since: 0 })),
      { user: "vic", role: "viewer" as const, since: 0 }
    ]
  }))

/** Payouts of this much or more need so many approvers. */
export const ruled = (partnerId: string, fromMinor: bigint, approvers: number) =>
  writeRoster(partnerId, ({ rules }) => ({
    rules: [
      {
        currency: "USDT" as const,
        addressBook: rules[0]?.addressBook ?? "off",
        tiers: [{ fromMinor, approvers }]
      }
    ]
  }))
