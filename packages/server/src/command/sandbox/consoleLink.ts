import { SignInLinks } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../../cli/Command.ts"
import type { StoreConfiguration } from "../../configuration/StoreConfiguration.ts"
import { madeSignInLink } from "../../start/madeSignInLink.ts"
import { servicesLayer } from "../../start/services.ts"
import { onStore } from "../onStore.ts"
import { printJson, printLine } from "../print.ts"
import { sandboxOnly, sandboxPartner } from "./sandboxPartner.ts"

/** `quittance console link`: whoever has this terminal looks at the sandbox as the partner's owner. */
export const run: RunCommand = (input) => {
  let configured: StoreConfiguration
  const link = Effect.gen(function* () {
    const partner = yield* sandboxPartner(input, configured)
    const { expiresAt, url } = yield* madeSignInLink(partner.id)
    if (input.has("--json")) printJson({ url, expiresAt, partner: partner.name, partnerId: partner.id })
    else
      printLine(
        `The link that signs in as an owner of ${partner.name}. It opens once, until ${expiresAt}:\n\n${url}`
      )
    return 0
  })
  return onStore(
    (configuration) => {
      configured = configuration
      return Layer.provideMerge(SignInLinks.layer, servicesLayer(configuration))
    },
    link,
    { check: sandboxOnly("console link") }
  )
}
