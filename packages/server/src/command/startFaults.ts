import { Effect } from "effect"
import type { EnvironmentReader } from "../configuration/Environment.ts"
import { type ServeConfiguration, serveConfiguration } from "../configuration/ServeConfiguration.ts"
import { checkMasterKey } from "../start/MasterKey.ts"
import { loadProviders } from "../start/Providers.ts"
import type { StartRefused } from "../start/StartRefused.ts"

/** What a start would refuse before it opens the store. */
export interface StartFaults {
  readonly configuration: ServeConfiguration
  /** Of the configuration file, each with its path. */
  readonly fileFaults: ReadonlyArray<string>
  /** Of variables, and of what a start needs besides right values. */
  readonly otherFaults: ReadonlyArray<string>
}

/** `used`: also what the place lacks in which the configuration is used. */
export const startFaults = Effect.fnUntraced(function* (
  reader: EnvironmentReader,
  processes: number,
  place: "used" | "elsewhere"
): Effect.fn.Return<StartFaults> {
  const configuration = yield* Effect.promise(() => serveConfiguration(reader, processes))
  const { file } = configuration
  return {
    configuration,
    fileFaults: file.faults.map((fault) => `${fault}.`),
    otherFaults: [
      ...reader.problems.filter((problem) => !problem.startsWith(`${file.path}: `)),
      ...(place === "used" ? yield* missingFor(configuration) : [])
    ]
  }
})

/** What a start needs besides right values. */
const missingFor = (configuration: ServeConfiguration): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.all([
      faultOf(checkMasterKey(configuration)),
      faultOf(Effect.scoped(loadProviders(configuration, "command")))
    ]),
    (faults) => faults.flat()
  )

const faultOf = (check: Effect.Effect<unknown, StartRefused>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.match(check, { onSuccess: () => [], onFailure: ({ message }) => [message] })
