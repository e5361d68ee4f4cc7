import { MemoryStore, type StorePorts } from "@quittance/core"
import { emptyMemoryState, type MemoryState, StoreHold } from "@quittance/core/adapter"
import { Context, Effect, Layer } from "effect"
import { cryptoInvoicePart } from "../parts/cryptoInvoicePart.ts"
import { payoutPart } from "../parts/payoutPart.ts"
import { subscriberPart } from "../parts/subscriberPart.ts"
import { walletPart } from "../parts/walletPart.ts"
import type { Run } from "../Run.ts"
import { play, type SimulationResult, stepCountOfRun } from "../Simulation.ts"
import { LifeLaws } from "./LifeLaws.ts"
import { livesPart } from "./livesPart.ts"

/** A fault of the product or of a provider, planted to prove that the laws find it. */
export interface Flaw {
  readonly store?: (ports: Context.Context<StorePorts>) => Context.Context<StorePorts>
  /** What an address is derived from in place of its salt. */
  readonly saltOf?: (salt: string, state: MemoryState) => string
}

/**
 * Plays one seed on a store in memory that has several lives. Copies of it are put back while the processing side and
 * networks go on. An operator compares and releases it, clients ask again for what it lost, and the processes' clocks
 * jump ahead and back.
 */
export const simulateLives = (
  seed: number,
  { saltOf, store: flawed = (ports) => ports }: Flaw = {}
): Effect.Effect<SimulationResult> =>
  Effect.scoped(
    Effect.gen(function* () {
      const state = emptyMemoryState()
      const laws = new LifeLaws()
      const ports = flawed(yield* Layer.build(MemoryStore.layerOver(state)))
      const chosenPart = livesPart(state, laws)
      const lives = (run: Run) => {
        if (saltOf !== undefined) run.outside.chain.saltOf = (salt) => saltOf(salt, state)
        return chosenPart(run)
      }
      const parts = [payoutPart, cryptoInvoicePart, walletPart, subscriberPart, lives]
      const played = play(`lives ${seed}`, hearing(ports, laws), parts, stepCountOfRun)
      return { seed, ...(yield* Effect.promise(() => played)) }
    })
  )

/** The ports of a store. Its release is reported at the moment when it lands. */
export const hearing = (ports: Context.Context<StorePorts>, laws: LifeLaws): Context.Context<StorePorts> => {
  const hold = Context.get(ports, StoreHold)
  const release = Effect.tap(hold.release, () =>
    Effect.sync(() => {
      laws.isHeld = false
    })
  )
  return Context.add(ports, StoreHold, StoreHold.of({ ...hold, release }))
}
