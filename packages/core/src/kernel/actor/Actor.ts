import { Context, Effect } from "effect"

/**
 * Who caused an event.
 *
 * - `system`: what the program decides by itself.
 * - `customer`: a person at a hosted page.
 * - `user:ID`: a person, by the id of their user or as the host names them; `key:ID`: a partner's key, by the id of its
 *   record.
 * - `operator:NAME`: an operator, by the name of their account on the machine, or by the id of their key or user.
 *   Partners see `operator`.
 * - `provider:NAME`: what an outside party answered or reported. NAME is `payouts` (the payout processor), `bank` (the
 *   bank rail), `kyc` (the checker), `mail` (the mailer) or the name of a network.
 *
 * The part behind the colon has 1 to 100 visible characters and no space.
 */
export type Actor =
  | "system"
  | "customer"
  | `user:${string}`
  | `key:${string}`
  | `operator:${string}`
  | `provider:${string}`

/**
 * The actor of what is committed here. Whoever lets somebody in provides it; work that nobody asked for is of the
 * `system`. A commit under a text that is no actor is a defect.
 */
export const Actor = Context.Reference<Actor>("@quittance/core/kernel/actor/Actor", {
  defaultValue: () => "system"
})

const named = /^(?:user|key|operator|provider):[^\s\p{C}]{1,100}$/u

/** Without control characters, so an actor can be a field of a text that a hash covers. */
export const isActor = (text: string): text is Actor =>
  text === "system" || text === "customer" || named.test(text)

/** What is right where a text is no actor. */
export const actorExpected =
  "must be system, customer, or user:ID, key:ID, operator:NAME or provider:NAME with 1 to 100 visible characters and no space behind the colon"

/** What this actor does. */
export const actingAs = <A, E, R>(actor: Actor, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Actor, actor)

/** Outside parties that are no network. */
type Provider = "payouts" | "bank" | "kyc" | "mail"

/** Of what an outside party answered. */
export const provider = (name: Provider): Actor => `provider:${name}`

/** Of what a network reported, or its node. */
export const networkActor = (network: string): Actor => `provider:${network}`

/** As a store has it: events of before there were actors have none. */
export type RecordedActor = Actor | "unknown"

/** The actor in a stored cell. */
export const recordedActor = (cell: string | null): RecordedActor =>
  cell === null ? "unknown" : (cell as Actor)

/** How an actor is shown: only operators see which operator it was. */
export const actorShown = (actor: RecordedActor, to: "partner" | "operator"): string =>
  to === "partner" && actor.startsWith("operator:") ? "operator" : actor
