import { statSync } from "node:fs"
import { type InvalidInput, NotFound } from "@quittance/core"
import { InvalidCursor } from "@quittance/core/adapter"
import { Effect, Layer, Result } from "effect"
import type { Flag } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { readStoreConfiguration, type StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { loggingLayer } from "../start/logging.ts"
import { requireMasterKey } from "../start/MasterKey.ts"
import { StartRefused } from "../start/StartRefused.ts"
import { storeLayer } from "../start/services.ts"
import { runToEnd } from "./runToEnd.ts"
import { withWhatIsThere } from "./unknownName.ts"

interface StoreCommandOptions {
  /** Throws a `UsageError` about the arguments, if the configuration decides what is right. */
  readonly check?: (configuration: StoreConfiguration) => void
  /** `made`: created if missing, for a command that seals secrets. */
  readonly store?: "there" | "made"
}

/**
 * Runs a command on the configured store, which is closed before the answer. The log goes to standard error:
 * standard output belongs to the command. The arguments are checked before the store is looked for, opened or
 * created: here, or by `checked` before this.
 */
export const onStore = <R, E>(
  layerOf: (configuration: StoreConfiguration) => Layer.Layer<R, E>,
  command: Effect.Effect<number, unknown, R>,
  options?: StoreCommandOptions
): Promise<number> => runToEnd(onStoreEffect(layerOf, command, options))

/** The same for a command that does something else first. */
export const onStoreEffect = <R, E>(
  layerOf: (configuration: StoreConfiguration) => Layer.Layer<R, E>,
  command: Effect.Effect<number, unknown, R>,
  { check = () => undefined, store = "there" }: StoreCommandOptions = {}
) =>
  Effect.gen(function* () {
    const configuration = yield* Effect.tryPromise({
      try: async () => {
        const read = await readStoreConfiguration(process.env)
        check(read)
        return read
      },
      catch: (error) => error
    })
    yield* store === "made" ? requireMasterKey(configuration) : requireExistingStore(configuration)
    return yield* command.pipe(
      Effect.catch((error) => {
        if (error instanceof InvalidCursor) return Effect.fail(new UsageError(`--${error.message}.`))
        return error instanceof NotFound ? withWhatIsThere(error) : Effect.fail(error)
      }),
      Effect.provide(layerOf(configuration)),
      Effect.provide(loggingLayer(configuration.logLevel, "stderr"))
    )
  })

/** A command that reads or changes never creates an empty store in a wrong place. */
const requireExistingStore = (configuration: StoreConfiguration): Effect.Effect<void, StartRefused> =>
  configuration.store._tag === "sqlite"
    ? requireExistingFile(configuration.store)
    : Effect.scoped(Effect.asVoid(Layer.build(storeLayer(configuration, "read"))))

export const requireExistingFile = ({ filename }: { readonly filename: string }) =>
  statSync(filename, { throwIfNoEntry: false }) === undefined
    ? Effect.fail(
        new StartRefused({
          message: `There is no store at ${filename}: start the server first, or set QUITTANCE_DB to the store's file.`
        })
      )
    : Effect.void

/** The flag of each input field. */
export type FlagNames = Readonly<Record<string, Flag["name"]>>

/** The decoded arguments; throws a `UsageError` if core refuses them. */
export const checked = <A>(flags: FlagNames, result: Result.Result<A, InvalidInput>): A => {
  if (Result.isFailure(result)) throw usageErrorOf(flags)(result.failure)
  return result.success
}

/** A refused input in the terms of the command line. For values with named parts, the faulty part is named. */
export const usageErrorOf =
  (flags: FlagNames) =>
  ({ issues }: InvalidInput): UsageError =>
    new UsageError(
      issues
        .map(({ field, message }) => {
          const [first = "", ...path] = field.split(".")
          const parts = path.filter((part) => !/^\d+$/.test(part))
          return `${[flags[first] ?? first, ...parts].join(" ")} ${message}`
        })
        .join("; ")
        .concat(".")
    )
