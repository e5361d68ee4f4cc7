import { Context, Effect, Layer } from "effect"
import { makeActorOperations } from "./actorOperations.ts"
import { makeAttentionOperations } from "./attentionOperations.ts"
import { makeBooksOperations } from "./booksOperations.ts"
import { makeBrandingOperations } from "./brandingOperations.ts"
import { makeCryptoOperations } from "./cryptoOperations.ts"
import { makeFiatOperations } from "./fiatOperations.ts"
import { makeKeyOperations } from "./keyOperations.ts"
import { makeKycOperations } from "./kycOperations.ts"
import { makeListOperations } from "./listOperations.ts"
import { makeNetworkOperations } from "./networkOperations.ts"
import { makeOperatorOperations } from "./operatorOperations.ts"
import { makePayoutOperations } from "./payoutOperations.ts"
import { makePersonOperations } from "./personOperations.ts"
import { makeRefusalOperations } from "./refusalOperations.ts"
import { makeRosterOperations } from "./rosterOperations.ts"
import { makeSandboxOperations } from "./sandboxOperations.ts"
import { makeSearchOperations } from "./searchOperations.ts"
import { makeStatementOperations } from "./statementOperations.ts"
import { makeWebhookOperations } from "./webhookOperations.ts"

const make = Effect.gen(function* () {
  const operations = {
    ...(yield* makeOperatorOperations),
    ...(yield* makeNetworkOperations),
    ...(yield* makeBooksOperations),
    ...(yield* makeAttentionOperations),
    ...(yield* makeBrandingOperations),
    ...(yield* makeKeyOperations),
    ...(yield* makeCryptoOperations),
    ...(yield* makePayoutOperations),
    ...(yield* makeFiatOperations),
    ...(yield* makeStatementOperations),
    ...(yield* makeKycOperations),
    ...(yield* makeWebhookOperations),
    ...(yield* makeRosterOperations),
    ...(yield* makePersonOperations),
    ...(yield* makeActorOperations),
    ...(yield* makeSearchOperations),
    ...(yield* makeRefusalOperations),
    ...(yield* makeSandboxOperations)
  }
  return withLists(operations, yield* makeListOperations)
})

/** Each list is beside the other operations of its name. */
const withLists = <Made extends object, Lists extends object>(operations: Made, lists: Lists) => {
  const named = new Map<string, object>(Object.entries(operations))
  const both = Object.entries(lists).map(([name, list]) => [name, { ...named.get(name), ...list }])
  return { ...operations, ...Object.fromEntries(both) } as Made & Lists
}

/**
 * All operations of Quittance: each takes decoded input and returns its view. HTTP, `createQuittance` and the
 * command line offer the same operations, each in its own form. Inputs are validated here, whatever their
 * types.
 */
export class Operations extends Context.Service<Operations, Effect.Success<typeof make>>()(
  "@quittance/core/host/operations/Operations"
) {
  static readonly layer = Layer.effect(Operations, make)
}
