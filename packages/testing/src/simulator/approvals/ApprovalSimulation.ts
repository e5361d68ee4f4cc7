import { MemoryStore, type StorePorts } from "@quittance/core"
import { emptyMemoryState } from "@quittance/core/adapter"
import { type Context, Effect, Layer } from "effect"
import { LifeLaws } from "../lives/LifeLaws.ts"
import { hearing } from "../lives/LivesSimulation.ts"
import { livesPart } from "../lives/livesPart.ts"
import { payoutPartOf } from "../parts/payoutPart.ts"
import type { Run } from "../Run.ts"
import { play, type SimulationResult } from "../Simulation.ts"
import { ApprovalLaws } from "./ApprovalLaws.ts"
import { approvalPart, people } from "./approvalPart.ts"

const stepCount = 48

/** Rarer than where only restores matter: on hold nobody decides anything. */
const restoreRatio = 0.025

/**
 * Plays one seed about payouts that need approvals, on a store in memory that has several lives: people decide at once,
 * operators change who may and what needs them, processes are killed, and old copies of the store are put back.
 */
export const simulateApprovals = (
  seed: number,
  flawed: (ports: Context.Context<StorePorts>) => Context.Context<StorePorts> = (ports) => ports
): Effect.Effect<SimulationResult & { readonly sentCount: number }> =>
  Effect.scoped(
    Effect.gen(function* () {
      const state = emptyMemoryState()
      const laws = new ApprovalLaws(state)
      const lives = new LifeLaws()
      const ports = hearing(flawed(yield* Layer.build(MemoryStore.layerOver(state))), lives)
      const payouts = payoutPartOf(({ chance }) =>
        chance.happens(0.8) ? `user:${chance.oneOf(people)}` : "system"
      )
      const parts = [
        (run: Run) => ({ ...payouts(run), weight: 40 }),
        (run: Run) => ({ ...livesPart(state, lives, restoreRatio)(run), weight: 12 }),
        approvalPart(laws)
      ]
      const played = yield* Effect.promise(() => play(`approvals ${seed}`, ports, parts, stepCount))
      return { seed, ...played, sentCount: laws.sentCount }
    })
  )
