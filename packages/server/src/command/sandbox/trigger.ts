import { Settings } from "@quittance/core"
import type { WebhookEventType } from "@quittance/core/adapter"
import { Decoding } from "@quittance/decoding"
import { Effect, Layer, Option } from "effect"
import type { RunCommand } from "../../cli/Command.ts"
import type { StoreConfiguration } from "../../configuration/StoreConfiguration.ts"
import { documentsLayer, picturesLayer } from "../../start/documents.ts"
import { loadProviders } from "../../start/Providers.ts"
import { StartRefused } from "../../start/StartRefused.ts"
import { servicesLayer } from "../../start/services.ts"
import { onStore } from "../onStore.ts"
import { printFacts, printJson, printLine } from "../print.ts"
import { type Caused, eventRecipes } from "./eventRecipes.ts"
import { sandboxOnly, sandboxPartner } from "./sandboxPartner.ts"

/** How long a server may take for what it has to do, and how often we look. */
const waitMillis = 15_000
const lookMillis = 100

/**
 * `quittance trigger`: the real thing happens, by the same operations as through the API, so that it is in the books
 * and in histories, and is delivered as ever. Neither the sandbox's clock nor a delivery is touched.
 */
export const run: RunCommand = (input) => {
  const event = input.operand as WebhookEventType
  let configured: StoreConfiguration
  const trigger = Effect.gen(function* () {
    const partner = yield* sandboxPartner(input, configured)
    const settings = yield* Settings
    // On the others money is real, even if it is that of a test chain.
    const acting = configured.chains.map(({ network }) => network.name)
    const networks = settings.networks.filter(({ name }) => !acting.includes(name))
    const caused = yield* Effect.provideService(eventRecipes[event](partner.id), Settings, {
      ...settings,
      networks
    })
    yield* happened(event, caused)
    const { resourceId } = caused
    if (input.has("--json")) printJson({ event, partner: partner.name, partnerId: partner.id, resourceId })
    else {
      printLine(`${event} happened.\n`)
      printFacts([
        ["Partner", partner.name],
        ["About", resourceId]
      ])
    }
    return 0
  })
  return onStore(
    (configuration) => {
      configured = configuration
      // What a session of identity verification needs; the others do without.
      const documents = Layer.merge(
        documentsLayer(configuration),
        Layer.provide(picturesLayer, Decoding.layer())
      )
      return Layer.unwrap(
        Effect.map(loadProviders(configuration), (providers) =>
          servicesLayer(configuration, { providers, ...(event.startsWith("kyc.") ? { documents } : {}) })
        )
      )
    },
    trigger,
    { check: sandboxOnly("trigger") }
  )
}

/** Waits until a server has done what is left to do. */
const happened = (event: WebhookEventType, { history, resourceId }: Caused) => {
  if (history === undefined) return Effect.void
  const untilTold: Effect.Effect<void, unknown> = Effect.flatMap(history, (told) =>
    told.history.some(({ type }) => type === event)
      ? Effect.void
      : Effect.andThen(
          Effect.sleep(lookMillis),
          Effect.suspend(() => untilTold)
        )
  )
  return Effect.flatMap(Effect.timeoutOption(untilTold, waitMillis), (told) =>
    Option.isSome(told)
      ? Effect.void
      : new StartRefused({
          message: `${resourceId} was made, and nothing made ${event} of it within ${waitMillis / 1_000} s: a server must run on this store, such as npx quittance serve, with simulated providers.`
        })
  )
}
