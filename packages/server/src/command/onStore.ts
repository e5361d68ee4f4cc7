import { statSync } from "node:fs"
import type { InvalidInput } from "@quittance/core"
import { Effect, type Layer, Result } from "effect"
import type { Flag } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { readStoreConfiguration, type StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { loggingLayer } from "../start/logging.ts"
import { requireMasterKey } from "../start/MasterKey.ts"
import { StartRefused } from "../start/StartRefused.ts"
import { runToEnd } from "./runToEnd.ts"

interface StoreCommandOptions {
  /** Throws a `UsageError` about what was typed, where the configuration tells what is right. */
  readonly check?: (configuration: StoreConfiguration) => void
  /** `made`: by a command that seals secrets, where there is none. */
  readonly store?: "there" | "made"
}

/**
 * Runs a command on the configured store, closed before the answer. The log goes to standard error: standard output belongs to the
 * command. What was typed is checked before the store is looked for, opened or made: here, or by `checked` before this.
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
      Effect.provide(layerOf(configuration)),
      Effect.provide(loggingLayer(configuration.logLevel, "stderr"))
    )
  })

/** A command that looks or changes never makes an empty store by a wrong path. */
export const requireExistingStore = ({ filename }: StoreConfiguration) =>
  statSync(filename, { throwIfNoEntry: false }) === undefined
    ? Effect.fail(
        new StartRefused({
          message: `There is no store at ${filename}: start the server first, or set QUITTANCE_DB to the store's file.`
        })
      )
    : Effect.void

/** How the fields of an input are typed. */
export type FlagNames = Readonly<Record<string, Flag["name"]>>

/** What the core made of the arguments; throws a `UsageError` where it refuses them. */
export const checked = <A>(flags: FlagNames, result: Result.Result<A, InvalidInput>): A => {
  if (Result.isFailure(result)) throw usageErrorOf(flags)(result.failure)
  return result.success
}

/** A refused input told in the words of the command line. Where in a value it is wrong is told of parts that have names. */
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
