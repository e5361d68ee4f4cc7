import type { StorePorts } from "@quittance/core"
import { Context, Effect, Layer } from "effect"
import { type Around, aroundEffects } from "./aroundEffects.ts"
import { aroundStorePorts } from "./aroundStorePorts.ts"
import { KillSwitch } from "./KillSwitch.ts"

/** Ports of a process that can be killed: kill points lie before and after each call that matters to others. */

const withKillPoints =
  (killSwitch: KillSwitch["Service"], port: string): Around =>
  (effect, member) =>
    Effect.gen(function* () {
      yield* killSwitch.pass(`before ${port}.${member}`)
      const exit = yield* Effect.exit(effect)
      yield* killSwitch.pass(`after ${port}.${member}`)
      return yield* exit
    })

/** A provider's port (`PayoutProcessor`, `DepositAddresses`) with kill points around every call. */
export const killableProvider = <I, S extends object>(
  port: Context.Key<I, S>
): Layer.Layer<I, never, I | KillSwitch> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const killSwitch = yield* KillSwitch
      const context = yield* Effect.context<I>()
      const around = withKillPoints(killSwitch, nameOf(port.key))
      return Context.make(port, aroundEffects(Context.get(context, port), around))
    })
  )

/** All storage ports, with kill points around every `Store.commit`. A dead process reads and claims nothing either. */
export const killableStore: Layer.Layer<StorePorts, never, StorePorts | KillSwitch> = Layer.effectContext(
  Effect.gen(function* () {
    const killSwitch = yield* KillSwitch
    return yield* aroundStorePorts((port): Around => {
      const counted = withKillPoints(killSwitch, nameOf(port))
      return (effect, member) =>
        member === "commit" ? counted(effect, member) : Effect.andThen(killSwitch.beAlive, effect)
    })
  })
)

/** `PayoutProcessor` of `@quittance/core/ports/PayoutProcessor`. */
const nameOf = (key: string): string => key.slice(key.lastIndexOf("/") + 1)
