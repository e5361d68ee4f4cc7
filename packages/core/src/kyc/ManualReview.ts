import { Effect, Layer } from "effect"
import { KycChecker } from "./KycChecker.ts"

/**
 * A checker that leaves every check to people: it runs until an operator decides (`KycReviews.decide`). What waits is told by the
 * sessions themselves, so it remembers nothing.
 */
export const layer: Layer.Layer<KycChecker> = Layer.succeed(KycChecker, {
  open: ({ checkId }) => Effect.succeed({ _tag: "Running", checkId }),
  lookup: (checkId) => Effect.succeed({ _tag: "Running", checkId })
})
