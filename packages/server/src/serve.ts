import { Effect, Exit, Scope } from "effect"
import { readServeConfiguration } from "./configuration/ServeConfiguration.ts"
import type { Environment } from "./configuration/variables.ts"
import { loggingLayer } from "./start/logging.ts"
import { warnOfStrangeVariables } from "./start/printStart.ts"
import { startServer } from "./start/startServer.ts"

/** A server that runs inside the host's process. */
export interface QuittanceServer {
  /** Where it listens; undefined in a process of workers only. */
  readonly url: string | undefined
  /** Stops accepting, finishes the work in flight and closes the store. */
  readonly close: () => Promise<void>
}

/**
 * Starts a server like `quittance serve` in the host's own process; signals and uncaught errors stay the
 * host's. Rejects with one sentence if a variable is invalid or the store is refused.
 */
export const serve = async (environment: Environment = process.env): Promise<QuittanceServer> => {
  const configuration = await readServeConfiguration(environment)
  const scope = Scope.makeUnsafe()
  const logging = loggingLayer(configuration.logLevel)
  const exit = await Effect.runPromiseExit(
    Effect.andThen(warnOfStrangeVariables(configuration), startServer(configuration)).pipe(
      Scope.provide(scope),
      Effect.provide(logging)
    )
  )
  const close = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void))
  if (Exit.isSuccess(exit)) return { url: exit.value.url, close }
  await close()
  return Effect.runPromise(Effect.failCause(exit.cause))
}
