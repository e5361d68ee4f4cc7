import type { ChainOperators } from "@quittance/adapters-evm"
import type { ChainJournal, ChainNetworks } from "@quittance/core/adapter"
import { nearest } from "@quittance/core/nearest"
import { type Effect, Layer } from "effect"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import type { StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { chainsLayer } from "../start/chains.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"

interface ChainCommandOptions {
  /** Whether it seals or opens a key of a wallet. Others work without the master key. */
  readonly vault?: "masterKey" | "none"
  /** `made`: this may be the first command of a deployment. */
  readonly store?: "there" | "made"
}

/**
 * Runs a command on the networks on which the server acts by itself. The one that `--network` names must be among them.
 */
export const onChain = (
  input: CommandInput,
  command: Effect.Effect<number, unknown, ChainOperators | ChainNetworks | ChainJournal>,
  { store = "there", vault = "none" }: ChainCommandOptions = {}
): Promise<number> =>
  onStore(
    (configuration) =>
      chainsLayer(configuration.chains).pipe(Layer.provideMerge(servicesLayer(configuration, { vault }))),
    command,
    { store, check: (configuration) => checkNetwork(configuration, input.text("--network")) }
  )

const checkNetwork = ({ chains, file }: StoreConfiguration, asked: string | undefined): void => {
  const names = chains.map(({ network }) => network.name)
  if (asked === undefined || names.includes(asked)) return
  const lacking = file.lacking.find(({ name }) => name === asked)
  if (lacking !== undefined)
    throw new UsageError(
      `--network ${asked} is not complete: networks.${asked} lacks ${lacking.lacks.join(", ")} in the configuration file.`
    )
  const near = nearest(
    asked,
    file.lacking.map(({ name }) => name)
  )
  if (names.length === 0 && near !== undefined)
    throw new UsageError(
      `--network must be a network that the configuration file completes, not "${asked}": did you mean ${near}?`
    )
  const offered = names.length === 0 ? "a network that the configuration file completes" : names.join(" or ")
  throw new UsageError(`--network must be ${offered}, not "${asked}".`)
}
