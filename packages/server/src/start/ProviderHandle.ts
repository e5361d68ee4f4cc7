import { BankCallbacks, Deposits, KycChecks, type Providers } from "@quittance/core"
import type { BankPaymentId } from "@quittance/core/adapter"
import { type Context, Deferred, Effect, type Scope } from "effect"

/** Which part of the work the process with the providers does; a command ends soon. */
export type ProviderRole = "all" | "http" | "worker" | "command"

/** The level of a log line. */
export type ProviderLogLevel = "debug" | "info" | "warn" | "error"

/**
 * The handle that a server gives its providers, so that they can report what they see. A refused call rejects
 * with an error that says why; an unhandled rejection ends nothing. Calls before the server has started wait
 * for it.
 */
export interface ProviderHandle {
  /** The role of the process. It is enough that one process watches the outside: its reports apply to all. */
  readonly role: ProviderRole
  /** Something happened at a deposit address: it is read on the network now, not at the next poll. */
  readonly refreshDeposits: (network: string, address: string) => Promise<void>
  /** Something happened to a bank payment: the rail is polled now. A callback's content is not trusted. */
  readonly refreshBankPayment: (paymentId: BankPaymentId) => Promise<void>
  /** Something happened to a KYC check: the checker is polled now. */
  readonly refreshKycCheck: (checkId: string) => Promise<void>
  /** Writes to the server's log. */
  readonly log: (
    level: ProviderLogLevel,
    message: string,
    facts?: { readonly [name: string]: unknown }
  ) => void
}

/** The type of a providers file's default export: creates the providers, with the server's handle. */
export type ProviderFactory = (quittance: ProviderHandle) => Providers | Promise<Providers>

/** A call that the handle refuses now. The message says when it is possible. */
export class ProviderCallRefused extends Error {
  override readonly name = "ProviderCallRefused"
}

type Refreshing = BankCallbacks | Deposits | KycChecks

/** The handle, and the functions that follow the life of its process. */
export interface GivenHandle {
  readonly handle: ProviderHandle
  /** From now on calls wait for the start. Before, the code that creates the providers would wait for itself. */
  readonly made: Effect.Effect<void>
  /** Executes waiting and new calls, until the scope closes. */
  readonly started: (services: Context.Context<Refreshing>) => Effect.Effect<void, never, Scope.Scope>
}

const logAt = {
  debug: Effect.logDebug,
  info: Effect.logInfo,
  warn: Effect.logWarning,
  error: Effect.logError
} as const satisfies { readonly [L in ProviderLogLevel]: unknown }

/** A handle for the providers of one process; its calls are refused after the scope closes. */
export const makeProviderHandle = Effect.fnUntraced(function* (role: ProviderRole) {
  const context = yield* Effect.context<never>()
  const run = Effect.runPromiseWith(context)
  const services = yield* Deferred.make<Context.Context<Refreshing>, ProviderCallRefused>()
  let refusal: string | undefined =
    role === "command"
      ? "not available in a command: call it in a running server"
      : "the providers are still being created: call this later"
  const refuse = (why: string) =>
    Effect.suspend(() => {
      refusal = why
      return Deferred.fail(services, new ProviderCallRefused(`${why}.`))
    })

  const call = (use: Effect.Effect<unknown, unknown, Refreshing>): Promise<void> => {
    const carriedOut = Effect.suspend(() =>
      refusal === undefined
        ? Effect.flatMap(Deferred.await(services), (found) => Effect.provideContext(use, found))
        : Effect.fail(new ProviderCallRefused(`${refusal}.`))
    )
    const called = run(Effect.mapError(Effect.asVoid(carriedOut), withMessage))
    // An unhandled rejection must not end the server; a caller that handles it still gets it.
    called.catch((error: unknown) => run(Effect.logDebug("a provider's call was refused", error)))
    return called
  }

  const handle: ProviderHandle = {
    role,
    refreshDeposits: (network, address) =>
      call(Effect.flatMap(Deposits, (deposits) => deposits.refresh(network, address))),
    refreshBankPayment: (paymentId) =>
      call(Effect.flatMap(BankCallbacks, (callbacks) => callbacks.refresh(paymentId))),
    refreshKycCheck: (checkId) => call(Effect.flatMap(KycChecks, (checks) => checks.refresh(checkId))),
    log: (level, message, facts = {}) => {
      Effect.runSyncWith(context)(Effect.annotateLogs(logAt[level](message), facts))
    }
  }
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(Deferred.isDone(services), (isOver) =>
      isOver || role === "command" ? Effect.void : refuse("the server did not start")
    )
  )
  const given: GivenHandle = {
    handle,
    made: Effect.sync(() => {
      if (role !== "command") refusal = undefined
    }),
    started: (found) =>
      Effect.asVoid(
        Effect.acquireRelease(Deferred.succeed(services, found), () => refuse("the server has stopped"))
      )
  }
  return given
})

/** Failures of ports carry their reason as a field. */
const withMessage = (failure: unknown): unknown => {
  if (!(failure instanceof Error) || failure.message !== "" || !("reason" in failure)) return failure
  return new Error(`it cannot be done now: ${String(failure.reason)}`, { cause: failure })
}
