import { Deposits, Settings } from "@quittance/core"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { loadProviders } from "../start/Providers.ts"
import { servicesLayer } from "../start/services.ts"
import { offeredNetworkFault } from "./offeredNetworkFault.ts"
import { onStore } from "./onStore.ts"
import { printJson, printTable } from "./print.ts"

/** `quittance deposits rescan`: reads every address ever given out and credits new deposits. */
export const run: RunCommand = (input) => {
  const asked = input.text("--network")
  const rescan = Effect.gen(function* () {
    const deposits = yield* Deposits
    const { networks } = yield* Settings
    const names = networks.map(({ name }) => name)
    const counts: Record<string, number> = {}
    for (const name of asked === undefined ? names : [asked]) counts[name] = yield* deposits.rescan(name)
    if (input.has("--json")) printJson({ addresses: counts })
    else
      printTable(
        ["NETWORK", "ADDRESSES READ"],
        Object.entries(counts).map(([name, count]) => [name, String(count)])
      )
    return 0
  })
  return onStore(
    (configuration) =>
      Layer.unwrap(
        Effect.map(loadProviders(configuration), (providers) =>
          servicesLayer(configuration, { providers, vault: "none" })
        )
      ),
    rescan,
    {
      check: (configuration) => {
        const fault = offeredNetworkFault(
          input,
          configuration.settings.networks.map(({ name }) => name)
        )
        if (fault !== undefined) throw fault
      }
    }
  )
}
