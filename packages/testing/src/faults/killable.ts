import type { StorePorts } from "@quittance/core"
import { Context, Effect, Layer } from "effect"
import { type Around, aroundEffects } from "./aroundEffects.ts"
import { aroundStorePorts } from "./aroundStorePorts.ts"
import { KillSwitch } from "./KillSwitch.ts"

/** Ports of a process that can be killed: kill points lie before and after each call that matters to others. */

/** A call of a process that can be killed, with kill points before and after it. */
export const killableCall =
  (killSwitch: KillSwitch["Service"], name: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      yield* killSwitch.pass(`before ${name}`)
      const exit = yield* Effect.exit(call)
      yield* killSwitch.pass(`after ${name}`)
      return yield* exit
    })

const withKillPoints =
  (killSwitch: KillSwitch["Service"], port: string): Around =>
  (effect, member) =>
    killableCall(killSwitch, `${port}.${member}`)(effect)

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
        member === "commit" ? counted(effect, member) : Effect.andThen(killSwitch.dieIfKilled, effect)
    })
  })
)

/** `PayoutProcessor` of `@quittance/core/ports/PayoutProcessor`. */
const nameOf = (key: string): string => key.slice(key.lastIndexOf("/") + 1)
