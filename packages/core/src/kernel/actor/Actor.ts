import { Context } from "effect"

/**
 * Who caused an event.
 *
 * - `system`: what the program decides by itself.
 * - `customer`: a person at a hosted page.
 * - `user:ID`: a person whom the host names, `key:ID`: a partner's key, by the id of its record.
 * - `operator:NAME`: an operator, by the name of their account on the machine. Partners see `operator`.
 * - `provider:NAME`: what an outside party answered or reported, such as `provider:payouts` or a network.
 *
 * It contains no control character, so it can be a field of a text that a hash covers.
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
 * `system`.
 */
export const Actor = Context.Reference<Actor>("@quittance/core/kernel/actor/Actor", {
  defaultValue: () => "system"
})

/** As a store has it: events of before there were actors have none. */
export type RecordedActor = Actor | "unknown"

/** The actor in a stored cell. */
export const recordedActor = (cell: string | null): RecordedActor =>
  cell === null ? "unknown" : (cell as Actor)

/** How an actor is shown: only operators see which operator it was. */
export const actorShown = (actor: RecordedActor, to: "partner" | "operator"): string =>
  to === "partner" && actor.startsWith("operator:") ? "operator" : actor
