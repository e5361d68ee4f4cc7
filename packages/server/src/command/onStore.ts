import { statSync } from "node:fs"
import type { InvalidInput } from "@quittance/core"
import { Effect, type Layer } from "effect"
import type { Flag } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { readStoreConfiguration, type StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { loggingLayer } from "../start/logging.ts"
import { requireMasterKey } from "../start/MasterKey.ts"
import { StartRefused } from "../start/StartRefused.ts"
import { runToEnd } from "./runToEnd.ts"

/**
 * Runs a command on the configured store, closed before the answer. The log goes to standard error:
 * standard output belongs to the command. One that seals secrets makes the store where there is none.
 */
export const onStore = <R, E>(
  layerOf: (configuration: StoreConfiguration) => Layer.Layer<R, E>,
  command: Effect.Effect<number, unknown, R>,
  purpose: "seal" | "other" = "other"
): Promise<number> =>
  runToEnd(
    Effect.gen(function* () {
      const configuration = yield* Effect.try({
        try: () => readStoreConfiguration(process.env),
        catch: (error) => error
      })
      yield* purpose === "seal" ? requireMasterKey(configuration) : refuseAbsent(configuration)
      return yield* command.pipe(
        Effect.provide(layerOf(configuration)),
        Effect.provide(loggingLayer(configuration.logLevel, "stderr"))
      )
    })
  )

/** A command that looks or changes never makes an empty store by a wrong path. */
export const refuseAbsent = ({ filename }: StoreConfiguration) =>
  statSync(filename, { throwIfNoEntry: false }) === undefined
    ? Effect.fail(
        new StartRefused({
          message: `There is no store at ${filename}: start the server first, or set QUITTANCE_DB to the store's file.`
        })
      )
    : Effect.void

/** A refused input told in the words of the command line. */
export const usageOf =
  (flags: Readonly<Record<string, Flag["name"]>>) =>
  ({ issues }: InvalidInput): UsageError =>
    new UsageError(
      issues
        .map(({ field, message }) => `${flags[field.split(".")[0] ?? ""] ?? field} ${message}`)
        .join("; ")
        .concat(".")
    )
