import { statSync } from "node:fs"
import { pathToFileURL } from "node:url"
import type { DepositAddressesPromises, PayoutProcessorPromises, Providers } from "@quittance/core"
import { Effect } from "effect"
import { StartRefused } from "./StartRefused.ts"

const refuse = (path: string, problem: string) =>
  new StartRefused({
    message: `QUITTANCE_PROVIDERS is "${path}"; ${problem}.`
  })

/** Takes the host's own providers from its ES module; without one there are none. */
export const loadProviders = Effect.fnUntraced(function* (path: string | undefined) {
  if (path === undefined) return {}
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    return yield* refuse(path, "it must be the path of an ES module, and there is no such file")
  }
  const module: Record<string, unknown> = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(path).href),
    catch: (cause) =>
      refuse(path, `it cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  const payoutProcessor = module.payoutProcessor
  const depositAddresses = module.depositAddresses
  if (payoutProcessor === undefined && depositAddresses === undefined) {
    return yield* refuse(path, "it must export payoutProcessor, depositAddresses or both")
  }
  if (payoutProcessor !== undefined && !isProcessor(payoutProcessor)) {
    return yield* refuse(path, "its payoutProcessor must have the functions submit, lookup and abandon")
  }
  if (depositAddresses !== undefined && !isAddresses(depositAddresses)) {
    return yield* refuse(path, "its depositAddresses must have the functions derive and transfers")
  }
  return { payoutProcessor, depositAddresses } satisfies Providers
})

const hasFunctions = (value: unknown, names: ReadonlyArray<string>): boolean =>
  typeof value === "object" &&
  value !== null &&
  names.every((name) => name in value && typeof Reflect.get(value, name) === "function")

const isProcessor = (value: unknown): value is PayoutProcessorPromises =>
  hasFunctions(value, ["submit", "lookup", "abandon"])

const isAddresses = (value: unknown): value is DepositAddressesPromises =>
  hasFunctions(value, ["derive", "transfers"])

/** The providers that are missing, by the name that brings them. */
export const missingProviders = (providers: Providers): ReadonlyArray<string> => [
  ...(providers.payoutProcessor === undefined ? ["payoutProcessor (payouts answer 503)"] : []),
  ...(providers.depositAddresses === undefined ? ["depositAddresses (crypto invoices answer 503)"] : [])
]
