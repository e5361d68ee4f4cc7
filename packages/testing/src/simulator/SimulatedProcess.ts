import { Ids, PreCheck, Quittance, Settings, type StorePorts } from "@quittance/core"
import { Cause, Clock, Context, Effect, Layer, Logger, Random, References, Scope } from "effect"
import { Chance } from "./Chance.ts"
import type { Outside } from "./outside/Outside.ts"
import { troubledStore } from "./outside/troubledStore.ts"
import { settings } from "./settings.ts"
import type { Process, World } from "./World.ts"

/** Quittance as a host composes it, on ports that lead through the world. */
export interface SimulatedProcess extends Process {
  readonly context: Context.Context<Quittance.Quittance>
}

/** Starts a process. A restarted one has a new name, and therefore new ids. */
export const startProcess = (
  world: World,
  store: Context.Context<StorePorts>,
  outside: Outside,
  name: string
): SimulatedProcess => {
  const process = { name, isDead: false }
  const references = Context.make(Clock.Clock, world.clockOf(process)).pipe(
    Context.add(Random.Random, new Chance(`${name} of ${world.chance.random.nextIntUnsafe()}`).random),
    Context.add(Logger.CurrentLoggers, new Set([noteAlarms(world, process)])),
    Context.add(References.MinimumLogLevel, "Error"),
    Context.add(Settings, settings)
  )
  const storePorts = Layer.succeedContext(troubledStore(world, process, store))
  const providers = outside.portsFor(process)
  const ports = Layer.mergeAll(
    storePorts,
    providers,
    // Whoever asks for the checker gets it behind the check of pictures.
    Layer.provide(PreCheck.layer, [providers, storePorts]),
    Ids.layerSeeded
  )
  const services = Effect.runSync(
    Layer.build(Layer.provide(Quittance.layer, ports)).pipe(
      Effect.provideService(Scope.Scope, Scope.makeUnsafe()),
      Effect.provideContext(references)
    )
  )
  return Object.assign(process, { context: Context.merge(references, services) })
}

/** Errors in the log belong to the run's trace; a defect among them is a fault of the run. */
const noteAlarms = (world: World, process: Process) =>
  Logger.make<unknown, void>(({ cause, message }) => {
    const [text] = Array.isArray(message) ? message : [message]
    world.note(process.name, `! ${text}`)
    if (Cause.hasDies(cause)) world.faults.push(`${text}: ${Cause.pretty(cause)}`)
  })
