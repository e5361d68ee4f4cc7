import { type StorePorts, StoreUnavailable } from "@quittance/core"
import { type Context, Effect } from "effect"
import { aroundStorePorts } from "../faults/aroundStorePorts.ts"
import type { Chance } from "./Chance.ts"
import type { Process, World } from "./World.ts"

/** What goes wrong between processes and their store, as ratios of the calls that it can befall. Changed by the run. */
export interface Trouble {
  /** A write that does not happen and says so. */
  notWritten: number
  /** A write that happens although its caller is told `unknown`. */
  lostAnswer: number
  /** A write that does not happen although its caller is told `unknown`. */
  lostWrite: number
  /** A read without an answer. */
  unreadable: number
  /** A call that takes up to a minute on its way there: longer than any lease. */
  slow: number
}

export const noTrouble: Trouble = { notWritten: 0, lostAnswer: 0, lostWrite: 0, unreadable: 0, slow: 0 }

const slowMillisMax = 60_000

const unavailable = (outcome: "notWritten" | "unknown") =>
  Effect.fail(new StoreUnavailable({ outcome, reason: "trouble on the way to the store" }))

/** The storage ports as one process reaches them: every call takes its turn in the world, and some have trouble. */
export const troubledStore = (
  world: World,
  process: Process,
  store: Context.Context<StorePorts>,
  trouble: Trouble,
  chance: Chance
): Context.Context<StorePorts> => {
  const read = (name: string, effect: Effect.Effect<unknown, unknown>) =>
    world.call(process, name, chance.happens(trouble.unreadable) ? unavailable("notWritten") : effect)

  const write = (name: string, effect: Effect.Effect<unknown, unknown>) => {
    if (chance.happens(trouble.notWritten)) return world.call(process, name, unavailable("notWritten"))
    if (chance.happens(trouble.lostWrite)) return world.call(process, name, unavailable("unknown"))
    if (chance.happens(trouble.lostAnswer)) {
      return world.call(process, name, Effect.andThen(Effect.exit(effect), unavailable("unknown")))
    }
    return world.call(process, name, effect)
  }

  return Effect.runSync(
    Effect.provideContext(
      aroundStorePorts((key) => (effect, member) => {
        const port = key.slice(key.lastIndexOf("/") + 1)
        if (port === "AuditReader") return effect
        // No other member of these ports needs anything.
        const free = effect as Effect.Effect<unknown, unknown>
        const call = member === "commit" ? write : read
        return Effect.suspend(() => {
          const made = call(`${port}.${member}`, free)
          return chance.happens(trouble.slow) ? Effect.delay(made, chance.millisUpTo(slowMillisMax)) : made
        })
      }),
      store
    )
  )
}
