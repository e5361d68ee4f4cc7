import { Context, Effect, Layer } from "effect"
import { makeCryptoOperations } from "./cryptoOperations.ts"
import { makeFiatOperations } from "./fiatOperations.ts"
import { makeKycOperations } from "./kycOperations.ts"
import { makeOperatorOperations } from "./operatorOperations.ts"
import { makeSandboxOperations } from "./sandboxOperations.ts"
import { makeWebhookOperations } from "./webhookOperations.ts"

const make = Effect.gen(function* () {
  return {
    ...(yield* makeOperatorOperations),
    ...(yield* makeCryptoOperations),
    ...(yield* makeFiatOperations),
    ...(yield* makeKycOperations),
    ...(yield* makeWebhookOperations),
    ...(yield* makeSandboxOperations)
  }
})

/**
 * All operations of Quittance: each takes decoded input and returns its view. HTTP, `createQuittance` and the
 * command line offer the same operations, each in its own form. Inputs are validated here, whatever their
 * types.
 */
export class Operations extends Context.Service<Operations, Effect.Success<typeof make>>()(
  "@quittance/core/operations/Operations"
) {
  static readonly layer = Layer.effect(Operations, make)
}
