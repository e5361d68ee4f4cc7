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
 * Everything that Quittance can be asked for: each operation takes what a face was given and answers what it shows. HTTP,
 * `createQuittance` and the command line offer the same operations, each in its own form. Inputs are checked here, whatever their
 * types say.
 */
export class Operations extends Context.Service<Operations, Effect.Success<typeof make>>()(
  "@quittance/core/operations/Operations"
) {
  static readonly layer = Layer.effect(Operations, make)
}
