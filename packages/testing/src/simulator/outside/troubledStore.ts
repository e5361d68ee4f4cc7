import { type StorePorts, StoreUnavailable } from "@quittance/core"
import { type Context, Effect } from "effect"
import { aroundStorePorts } from "../../faults/aroundStorePorts.ts"
import type { Process, World } from "../World.ts"

const slowMillisMax = 60_000

const unavailable = (outcome: "notWritten" | "unknown") =>
  Effect.fail(new StoreUnavailable({ outcome, reason: "trouble on the way to the store" }))

/** The storage ports as one process reaches them: every call takes its turn in the world, and some have trouble. */
export const troubledStore = (
  world: World,
  process: Process,
  store: Context.Context<StorePorts>
): Context.Context<StorePorts> => {
  const { chance } = world
  const read = (name: string, effect: Effect.Effect<unknown, unknown>) =>
    world.call(process, name, chance.happens(world.trouble.unreadable) ? unavailable("notWritten") : effect)

  const write = (name: string, effect: Effect.Effect<unknown, unknown>) => {
    const { trouble } = world
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
          return chance.happens(world.trouble.slow)
            ? Effect.delay(made, chance.millisUpTo(slowMillisMax))
            : made
        })
      }),
      store
    )
  )
}
