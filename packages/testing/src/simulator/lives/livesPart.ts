import { Holds, type MadeTransfer, Payouts } from "@quittance/core"
import { AuditReader, type MemoryState, payout, StoreHold } from "@quittance/core/adapter"
import { Context, Effect, Stream } from "effect"
import type { Act, Part } from "../Part.ts"
import { correctBalance } from "../parts/corrections.ts"
import { drain } from "../parts/drain.ts"
import type { Correction, Run } from "../Run.ts"
import type { LifeLaws } from "./LifeLaws.ts"
import { memorySnapshot } from "./memorySnapshot.ts"
import { signatureActs } from "./signatureActs.ts"

/** A copy of the store. */
interface Snapshot {
  readonly putBack: () => void
  /** The corrections that it knows of. */
  readonly corrections: ReadonlyArray<Correction>
}

const snapshotsMax = 3
const second = 1_000
const hour = 3_600 * second
const usdt = 1_000_000n

/**
 * The lives of a store in memory. Somebody keeps copies of it and puts one back while the world outside goes on. An
 * operator compares and releases it, and the processes' clocks jump ahead and back.
 */
export const livesPart =
  (state: MemoryState, laws: LifeLaws, restoreRatio = 0.08) =>
  (run: Run): Part => {
    const { chance, outside, store, world } = run
    const { processor } = outside
    const signatures = signatureActs(run, () => laws.isHeld)
    const snapshots: Array<Snapshot> = []

    const keepCopy = (): void => {
      snapshots.push({ putBack: memorySnapshot(state), corrections: [...run.corrections] })
      if (snapshots.length > snapshotsMax) snapshots.shift()
      world.note("operator", "keeps a copy of the store")
    }

    /** The processes end. One of its copies takes the place of the store, on hold, and new processes start on it. */
    const restore = async (): Promise<void> => {
      const snapshot = chance.oneOfAny(snapshots)
      if (snapshot === undefined) return
      for (const process of run.processes) world.kill(process)
      snapshot.putBack()
      run.putBackCount += 1
      run.corrections.splice(0, run.corrections.length, ...snapshot.corrections)
      for (const { storeWasPutBack } of run.parts) storeWasPutBack?.()
      laws.isHeld = true
      world.note("operator", "puts a copy of the store back")
      const place = Context.get(store, StoreHold).place({ reason: "it was put back", since: world.clock })
      await Effect.runPromise(place)
      for (const request of run.requests) await request.forgetIfLost()
      await run.step([])
    }

    const turnClocks = (): void => {
      if (world.clockAheadMillis > 0) {
        if (!chance.happens(0.5)) return
        world.clockAheadMillis = 0
        world.note("clock", "goes back")
      } else if (chance.happens(0.1)) {
        world.clockAheadMillis = chance.oneOf([13 * second, hour / 10, hour, 2 * hour])
        world.note("clock", `jumps ${world.clockAheadMillis} ahead`)
      }
    }

    /** The references of all payouts that the store knows. */
    const knownReferences = Effect.scoped(
      Effect.flatMap(Context.get(store, AuditReader).snapshot, ({ states }) =>
        Stream.runFold(
          states(payout),
          () => new Set<string>(),
          (references, { order }) => references.add(order.reference)
        )
      )
    )

    /** An operator compares the store with the processing side, without any trouble on the way, and releases it. */
    const release: Act = {
      name: "release the store",
      effect: Effect.gen(function* () {
        const holds = yield* Holds
        const { different, listed, unknown } = yield* holds.survey(0)
        if (listed._tag === "Unlisted") return "nothing was listed"
        checkSurvey(unknown, yield* knownReferences)
        // What was approved and sent in what the store has lost has left.
        const payouts = yield* Payouts
        for (const { differences, payout } of different)
          if (differences.includes("status") && payout._tag === "awaiting")
            yield* payouts.resolve(payout.order.id, "completed", "made in what the store has lost")
        yield* holds.release
        return `${unknown.length} transfers are unknown`
      })
    }

    const checkSurvey = (unknown: ReadonlyArray<MadeTransfer>, known: ReadonlySet<string>): void => {
      const shown = new Set(unknown.map(({ reference }) => reference))
      for (const { reference } of processor.transfers)
        if (!shown.has(reference) && !known.has(reference))
          run.say(`the transfer ${reference} is unknown to the store and was not shown`)
    }

    return {
      name: "lives",
      weight: 35,
      happens: async () => {
        turnClocks()
        if (snapshots.length === 0 || chance.happens(0.15)) keepCopy()
        if (chance.happens(restoreRatio)) await restore()
      },
      acts: () => [...signatures(), [laws.isHeld ? 6 : 0, () => release]],
      brokenBy: (commit) => laws.brokenBy(commit),
      settle: {
        // The store is released, and clients get all that they asked for.
        calm: async () => {
          if (laws.isHeld) await run.step([release])
          // What was put back may lack the money that was there when clients were answered first.
          for (const partnerId of run.partnerIds)
            await run.step([correctBalance(run, partnerId, 10_000_000n * usdt)])
          for (const request of run.requests)
            if (request.answer === undefined && request.isUnclear) await run.step([request.send()])
          await run.step([drain])
        }
      },
      closeBooks: async () => {
        for (const law of laws.brokenBySending(processor.transfers)) run.say(law)
        const known = await Effect.runPromise(knownReferences)
        for (const { payoutId, reference } of processor.transfers)
          if (!known.has(reference)) run.say(`the transfer ${reference} of ${payoutId} is known to no store`)
      }
    }
  }
