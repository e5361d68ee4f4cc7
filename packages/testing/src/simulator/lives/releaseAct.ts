import { AuditReader, Holds, type StorePorts } from "@quittance/core"
import { Context, Effect, Stream } from "effect"
import type { Act } from "../Act.ts"
import type { SimulatedProcess } from "../SimulatedProcess.ts"
import type { World } from "../World.ts"
import type { LifeLaws } from "./LifeLaws.ts"

/** An operator compares the store with the processing side, past all trouble on the way to the store, and releases it. */
export const releaseHold = (
  process: SimulatedProcess,
  store: Context.Context<StorePorts>,
  world: World,
  laws: LifeLaws
): Act => ({
  process,
  name: "release the store",
  effect: Effect.gen(function* () {
    const holds = yield* Holds
    const { listed, unknown } = yield* holds.survey(0)
    if (listed._tag === "Unlisted") return "nothing was listed"
    const known = yield* Effect.scoped(
      Effect.flatMap(Context.get(store, AuditReader).snapshot, ({ payouts }) =>
        Stream.runFold(
          payouts,
          () => new Set<string>(),
          (references, { order }) => references.add(order.reference)
        )
      )
    )
    for (const fault of laws.brokenSurvey(unknown, known)) world.faults.push(fault)
    yield* holds.release
    return `${unknown.length} transfers are unknown`
  }),
  refusals: []
})
