import { Context, Effect } from "effect"

/**
 * Whether a decision is being made again, because it may have been based on what is no longer so. Whoever keeps states
 * that were read lately reads them again then: the race may have been lost for one of them.
 */
export const DecidedAgain = Context.Reference<boolean>("@quittance/core/kernel/transact/DecidedAgain", {
  defaultValue: () => false
})

export const again = <A, E, R>(decide: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(decide, DecidedAgain, true)

/** A state that was just read or is kept, for what a decision loads: after a lost race it is read again. */
export const knownFirst = <Known, Loaded extends Known, E, R>(
  known: Known,
  load: () => Effect.Effect<Loaded, E, R>
): Effect.Effect<Known, E, R> =>
  Effect.withFiber<Known, E, R>((fiber) => (fiber.getRef(DecidedAgain) ? load() : Effect.succeed(known)))
