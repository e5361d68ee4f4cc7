import { Effect, Option } from "effect"
import type { Actor } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable, VersionGuard } from "../../kernel/ports/Store.ts"
import { apiKey } from "../partner/ApiKey.ts"
import { isUserId } from "../person/personNames.ts"
import { Rosters } from "../roster/Rosters.ts"
import { type Ruled, requirementOf } from "../roster/requirementOf.ts"
import { rosterIdOf } from "../roster/rosterNames.ts"
import { userOf } from "../roster/rosterPeople.ts"
import { Settings } from "../settings/Settings.ts"
import type { PayoutApproval } from "./PayoutApproval.ts"
import type { PayoutOrder } from "./PayoutRecord.ts"

/** What a payout needs by the rules that hold now, and the roster that says so, which must not have changed. */
export interface PayoutNeeds {
  readonly approval: Option.Option<PayoutApproval>
  readonly rosterGuard: VersionGuard
}

/** The roster must still be of this version. */
export const rosterGuardOf = (partnerId: PartnerId, version: number): VersionGuard => ({
  _tag: "Roster",
  partnerId,
  id: rosterIdOf(partnerId),
  version
})

/** The actor as it is recorded with what they ask for; what nobody asked for has none. */
export const createdByOf = (actor: Actor): Option.Option<string> =>
  actor === "system" ? Option.none() : Option.some(actor)

/** The user behind an actor. An operator who signed in is one too, and may be a member by the time of the approval. */
const personOf = (actor: string): string | undefined => {
  const [kind, id = ""] = actor.split(":", 2)
  return kind === "operator" && isUserId(id) ? id : userOf(actor)
}

/**
 * Finds out what a new payout needs. The roster may be a second old, and its version is guarded: so a tightened rule
 * holds at once, and the rules of most partners, who have none, cost no read.
 */
export const makePayoutNeeds = Effect.gen(function* () {
  const rosters = yield* Rosters
  const states = yield* StateReader
  const { lifeMillis } = (yield* Settings).approvals

  /** The users who never approve it: its maker, and who made its maker, if that is a key. */
  const makersOf = Effect.fnUntraced(function* (createdBy: Option.Option<string>) {
    if (Option.isNone(createdBy)) return []
    const user = personOf(createdBy.value)
    if (user !== undefined) return [user]
    if (!createdBy.value.startsWith("key:")) return []
    const id = createdBy.value.slice("key:".length)
    const key = yield* firstOf(states.indexed(apiKey, "by_id", { equal: [id] }))
    return Option.toArray(Option.flatMap(key, ({ state }) => state.createdBy)).flatMap(
      (actor) => personOf(actor) ?? []
    )
  })

  return Effect.fnUntraced(function* (
    order: Omit<Ruled, "at"> & Pick<PayoutOrder, "createdAt" | "createdBy" | "partnerId">
  ): Effect.fn.Return<PayoutNeeds, StoreUnavailable> {
    const { createdAt, createdBy, partnerId } = order
    const { state: roster, version } = yield* rosters.get(partnerId)
    const rosterGuard = rosterGuardOf(partnerId, version)
    if (version === 0) return { approval: Option.none(), rosterGuard }
    const { needed, reasons } = requirementOf(roster, { ...order, at: createdAt })
    if (needed === 0) return { approval: Option.none(), rosterGuard }
    const makers = yield* makersOf(createdBy)
    return {
      approval: Option.some({ needed, reasons, expiresAt: createdAt + lifeMillis, makers }),
      rosterGuard
    }
  })
})
