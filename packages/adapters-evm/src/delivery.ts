import { Effect } from "effect"
import { formatUnits } from "viem/utils"
import type { Hex } from "./hex.ts"
import type { Questions } from "./rpc/Rpc.ts"
import { tokenNumber } from "./tokenCalls.ts"

/** Whether a token delivers all that is sent, as a simulated transfer shows. */
export type Delivery =
  | { readonly _tag: "whole" }
  /** It keeps a part, in units of the token. */
  | { readonly _tag: "short"; readonly sent: bigint; readonly received: bigint }
  /** Nothing shows it now, for example because nobody here has any of the token to try it with. */
  | { readonly _tag: "unknown"; readonly reason: string }

/**
 * How much is sent in a simulated transfer at most, in whole tokens: a fee of a small amount is rounded down to
 * nothing.
 */
export const triedTokens = 1_000n

export const nobodyHasAny: Delivery = {
  _tag: "unknown",
  reason: "neither a wallet nor the treasury has any of it to try a transfer with"
}

/**
 * What several nodes or accounts show. One that shows a whole transfer is believed, so that one wrong node stops
 * nothing: if it was wrong, the receipts of payouts show that.
 */
export const deliveryAmong = Effect.fnUntraced(function* <E, R>(
  tries: ReadonlyArray<Effect.Effect<Delivery, E, R>>
) {
  let found: Delivery = nobodyHasAny
  for (const each of tries) {
    const delivery = yield* each
    if (delivery._tag === "whole") return delivery
    if (delivery._tag === "short" || found === nobodyHasAny) found = delivery
  }
  return found
})

/** `basisPointsRate()`: USDT keeps this part, in ten-thousandths. Its owner can change it, and it is 0. */
const rateCall: Hex = "0xdd644f72"

const wholeBasisPoints = 10_000n

/** What a token says about itself, where nothing can be tried. */
export const admitted = (
  node: Pick<Questions, "call">,
  token: Hex,
  otherwise: Delivery
): Effect.Effect<Delivery> =>
  tokenNumber(node, token, rateCall).pipe(
    Effect.map(
      (rate): Delivery =>
        rate > 0n && rate <= wholeBasisPoints
          ? { _tag: "short", sent: wholeBasisPoints, received: wholeBasisPoints - rate }
          : otherwise
    ),
    Effect.orElseSucceed(() => otherwise)
  )

/** In words, after the token's name. */
export const shortText = (
  { received, sent }: Extract<Delivery, { readonly _tag: "short" }>,
  decimals: number
): string =>
  `keeps a part of each transfer: of ${formatUnits(sent, decimals)} sent, ${formatUnits(received, decimals)} arrive. Only a token that delivers all is supported`
