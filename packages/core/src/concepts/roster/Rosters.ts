import { Clock, Context, Effect, Layer, Option, type Result } from "effect"
import { Actor } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { InvalidAddress, NotFound, UnsupportedNetwork } from "../../kernel/input/Refusals.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { DecidedAgain } from "../../kernel/transact/DecidedAgain.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { cacheMillis, Partners } from "../partner/Partners.ts"
import { isUserId } from "../person/personNames.ts"
import { user } from "../person/User.ts"
import { Settings } from "../settings/Settings.ts"
import { emptyRoster, type PendingChange, type Roster, roster as rosterConcept } from "./Roster.ts"
import { aboutOf, type RosterChange } from "./RosterChange.ts"
import { type RosterCommand, RosterDecider } from "./RosterDecider.ts"
import { RosterRefused } from "./RosterRefused.ts"
import {
  addressBookOf,
  addressOf,
  memberOf,
  newAddressOf,
  oneTierOf,
  roleChangeOf,
  tiersOf
} from "./RosterRequest.ts"
import { alertJob } from "./rosterAlerts.ts"
import { rosterAt, ruleOf } from "./rosterAt.ts"
import { pendingChangePrefix, rosterIdOf } from "./rosterNames.ts"
import { needsNobody } from "./rosterPeople.ts"
import { unsatisfiableRules, unsatisfiableText, withTier } from "./rosterRules.ts"

/** What a command led to. */
export interface RosterOutcome extends Versioned<Roster> {
  readonly at: Instant
  /** The change that was asked for or agreed to, if it waits. */
  readonly pending: Option.Option<PendingChange>
}

type Refused = RosterRefused | InvalidInput | NotFound | StoreUnavailable
type Outcome<E = never> = Effect.Effect<RosterOutcome, Refused | E>
type PlaceFault = InvalidAddress | UnsupportedNetwork

/**
 * Who approves what for each partner. Whoever acts is the `Actor`: a person changes what the role allows, and waits for
 * a second one where payouts would need less; an operator, or the host itself, changes everything at once, and
 * operators are alerted. Inputs are untrusted. A roster that does not exist yet is empty, and begins with its first
 * change.
 */
export class Rosters extends Context.Service<
  Rosters,
  {
    /**
     * At most a second old, and read again in a decision that is made again; version 0 and empty if there is none. A
     * commit that relies on it guards its version.
     */
    readonly get: (partnerId: PartnerId) => Effect.Effect<Versioned<Roster>, StoreUnavailable>
    /** The same as last committed. */
    readonly fresh: (partnerId: PartnerId) => Effect.Effect<Versioned<Roster>, StoreUnavailable>
    /** `TiersRequest`: replaces all tiers of a currency. */
    readonly setTiers: (partnerId: PartnerId, input: unknown) => Outcome
    /** `OneTierRequest`: sets a tier, or takes it away, and leaves the others. */
    readonly setTier: (partnerId: PartnerId, input: unknown) => Outcome
    /** `AddressBookRequest` */
    readonly setAddressBook: (partnerId: PartnerId, input: unknown) => Outcome
    /** `NewBookAddressRequest` */
    readonly addAddress: (partnerId: PartnerId, input: unknown) => Outcome<PlaceFault>
    /** `BookAddressRequest` */
    readonly removeAddress: (partnerId: PartnerId, input: unknown) => Outcome<PlaceFault>
    /** `RoleRequest` */
    readonly addMember: (partnerId: PartnerId, input: unknown) => Outcome
    /** `RoleRequest` */
    readonly changeRole: (partnerId: PartnerId, input: unknown) => Outcome
    /** `MemberRequest` */
    readonly removeMember: (partnerId: PartnerId, input: unknown) => Outcome
    /** Agrees, as the second person, to a change that waits; the delay begins. */
    readonly agree: (partnerId: PartnerId, changeId: string) => Outcome
    /** Takes back a change that waits. */
    readonly withdraw: (partnerId: PartnerId, changeId: string) => Outcome
  }
>()("@quittance/core/concepts/roster/Rosters") {
  static readonly layer = Layer.effect(
    Rosters,
    Effect.gen(function* () {
      const parts = yield* makeParts
      const { settings } = parts
      const changeTo = <E>(partnerId: PartnerId, change: Result.Result<RosterChange, E>) =>
        Effect.flatMap(Effect.fromResult(change), (decoded) => runChange(parts, partnerId, () => decoded))
      const giveRole = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        change: ReturnType<typeof roleChangeOf>
      ) {
        const decoded = yield* Effect.fromResult(change)
        if ("user" in decoded) yield* refuseNobody(parts, decoded.user)
        return yield* runChange(parts, partnerId, () => decoded)
      })
      return Rosters.of({
        get: (partnerId) => cachedRoster(parts, partnerId),
        fresh: (partnerId) => readRoster(parts, partnerId),
        setTiers: (partnerId, input) => changeTo(partnerId, tiersOf(input)),
        setTier: (partnerId, input) =>
          Effect.flatMap(Effect.fromResult(oneTierOf(input)), ({ currency, tier }) =>
            runChange(parts, partnerId, (roster) => ({
              _tag: "SetTiers",
              currency,
              tiers: withTier(ruleOf(roster, currency).tiers, tier)
            }))
          ),
        setAddressBook: (partnerId, input) => changeTo(partnerId, addressBookOf(input)),
        addAddress: (partnerId, input) => changeTo(partnerId, newAddressOf(input, settings)),
        removeAddress: (partnerId, input) => changeTo(partnerId, addressOf(input, settings)),
        addMember: (partnerId, input) => giveRole(partnerId, roleChangeOf("AddMember", input)),
        changeRole: (partnerId, input) => giveRole(partnerId, roleChangeOf("ChangeRole", input)),
        removeMember: (partnerId, input) => changeTo(partnerId, memberOf(input)),
        agree: (partnerId, changeId) =>
          run(parts, partnerId, (acting) => ({
            _tag: "Agree",
            id: changeId,
            delayMillis: settings.approvals.holdMillis,
            ...acting
          })),
        withdraw: (partnerId, changeId) =>
          run(parts, partnerId, (acting) => ({ _tag: "Withdraw", id: changeId, ...acting }))
      })
    })
  )
}

/** The services that rosters use, looked up once and not for each call, and the rosters read lately. */
const makeParts = Effect.gen(function* () {
  return {
    runCommand: (yield* makeTransact).runCommand,
    states: yield* StateReader,
    ids: yield* Ids,
    settings: yield* Settings,
    partners: yield* Partners,
    cache: new Map<PartnerId, { readonly roster: Versioned<Roster>; readonly until: number }>()
  }
})
type Parts = Effect.Success<typeof makeParts>

/** So many rosters are kept at most. */
const keptMax = 1_000

const readRoster = Effect.fnUntraced(function* ({ cache, states }: Parts, partnerId: PartnerId) {
  const now = yield* Clock.currentTimeMillis
  const found = yield* states.get(rosterConcept, partnerId, rosterIdOf(partnerId))
  const roster = Option.getOrElse(
    found,
    (): Versioned<Roster> => ({ state: emptyRoster(partnerId, now), version: 0 })
  )
  // Each may have a thousand addresses, so those of partners that nobody asks for any more are not kept.
  if (cache.size >= keptMax) cache.clear()
  cache.set(partnerId, { roster, until: now + cacheMillis })
  return roster
})

const cachedRoster = Effect.fnUntraced(function* (parts: Parts, partnerId: PartnerId) {
  const now = yield* Clock.currentTimeMillis
  const cached = parts.cache.get(partnerId)
  return cached !== undefined && now < cached.until && !(yield* DecidedAgain)
    ? cached.roster
    : yield* readRoster(parts, partnerId)
})

/**
 * A user of this store who is disabled stays out for ever. Whoever else is named here is known to the host alone. Who
 * is disabled at the same instant is taken out by that.
 */
const refuseNobody = Effect.fnUntraced(function* ({ states }: Parts, id: string) {
  if (!isUserId(id)) return
  const found = yield* states.get(user, id, id)
  if (Option.isNone(found) || Option.isSome(found.value.state.disabledAt))
    return yield* new RosterRefused({
      reason: "unknown",
      message: `${id} must be a user who is not disabled: invite the person instead`
    })
})

interface Acting {
  readonly by: string
  readonly at: Instant
}

/** A change whose content may follow from the roster at that instant. */
const runChange = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  changeOf: (roster: Roster) => RosterChange
) {
  const id = yield* parts.ids.prefixed(pendingChangePrefix)
  return yield* run(parts, partnerId, (acting, roster) => ({
    _tag: "Change",
    id,
    change: changeOf(roster),
    ...acting
  }))
})

const run = Effect.fn("Rosters.change")(function* (
  parts: Parts,
  partnerId: PartnerId,
  commandOf: (acting: Acting, roster: Roster) => RosterCommand
) {
  const { name } = yield* parts.partners.byId(partnerId)
  const by = yield* Actor
  const at = yield* Clock.currentTimeMillis
  const acting = { by, at }
  let command: RosterCommand | undefined
  let before: Roster | undefined
  const { events, state, version } = yield* parts.runCommand({
    machine: RosterDecider,
    commandTag: "ChangeRoster",
    command: (loaded: Versioned<Roster>) => {
      before = rosterAt(loaded.state, at)
      command = commandOf(acting, before)
      return command
    },
    partnerId,
    subjectId: rosterIdOf(partnerId),
    at,
    load: readRoster(parts, partnerId),
    commit: ({ loaded, next }) => ({
      aggregates: [writeOver("Roster", loaded, next)],
      jobs: needsNobody(by) ? [alertJob(partnerId, at)] : []
    })
  })
  parts.cache.delete(partnerId)
  const after = rosterAt(state, at)
  // An operator is told in the answer.
  if (before !== undefined && events.length > 0 && !needsNobody(by))
    yield* alertOfUnsatisfiable(name, before, after)
  return {
    state,
    version,
    at,
    pending: Option.fromUndefinedOr(command && waitingFor(after, command))
  } satisfies RosterOutcome
})

const waitingFor = ({ pending }: Roster, command: RosterCommand): PendingChange | undefined => {
  switch (command._tag) {
    case "Change":
      return pending.find(({ change }) => aboutOf(change) === aboutOf(command.change))
    case "Agree":
      return pending.find(({ id }) => id === command.id)
    case "Withdraw":
      return undefined
  }
}

/** Nothing is sent that a rule holds back, but a rule that nobody can satisfy holds back all of it. */
export const alertOfUnsatisfiable = (name: string, before: Roster, after: Roster) => {
  const already = new Set(unsatisfiableRules(before).map(({ currency }) => currency))
  return Effect.forEach(
    unsatisfiableRules(after).filter(({ currency }) => !already.has(currency)),
    (rule) =>
      raiseAlert("roster.unsatisfiable", `payouts of ${name} wait in vain: ${unsatisfiableText(rule)}`),
    { discard: true }
  )
}
