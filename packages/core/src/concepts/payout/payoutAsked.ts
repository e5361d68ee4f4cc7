import { Effect, Option, Result } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import {
  AmountOutOfRange,
  InsufficientFunds,
  InvalidAddress,
  StoreOnHold
} from "../../kernel/input/Refusals.ts"
import { feeOn } from "../../kernel/money/Fee.ts"
import { formatMinor, parseMinor } from "../../kernel/money/Money.ts"
import { LedgerReader } from "../../kernel/ports/LedgerReader.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { canonicalAddress, isAddress } from "../network/Address.ts"
import { addressFault } from "../network/addressFault.ts"
import { Networks } from "../network/Networks.ts"
import { Partners, payoutFeeFor } from "../partner/Partners.ts"
import { makeIsForbidden } from "./forbiddenAddress.ts"
import { type PayoutOrder, payoutTexts, totalMinor } from "./PayoutRecord.ts"
import { decodePayoutRequest, type PayoutRequest } from "./PayoutRequest.ts"

/** What a request asks for, as it is sent and compared. `amountMinor` is undefined if the amount is too large. */
interface ReadPayoutRequest {
  readonly request: PayoutRequest
  readonly amountMinor: bigint | undefined
}

/** A request that has the form of one. */
export const readPayoutRequest = (input: unknown): Effect.Effect<ReadPayoutRequest, InvalidInput> =>
  Effect.gen(function* () {
    const request = yield* Effect.fromResult(decodePayoutRequest(input))
    const amount = parseMinor(request.amount, "USDT")
    if (Result.isFailure(amount) && amount.failure.reason !== "tooLarge")
      return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
    return { request, amountMinor: Result.getOrElse(amount, () => undefined) }
  })

/** The services that requests are checked with, looked up once and not for each call. */
export const makePayoutChecks = Effect.gen(function* () {
  const networks = yield* Networks
  const partners = yield* Partners
  const hold = yield* StoreHold
  const ledger = yield* LedgerReader
  const isForbidden = yield* makeIsForbidden

  return {
    /** What a payout is that may be made: where it goes, in the network's spelling, and what it costs. */
    asked: Effect.fnUntraced(function* (partnerId: PartnerId, { amountMinor, request }: ReadPayoutRequest) {
      const network = yield* networks.find(request.network, "payouts")
      if (!isAddress(network.addressFormat, request.address)) {
        return yield* new InvalidAddress({
          network: network.name,
          fault: "malformed",
          reason: addressFault(network.addressFormat, request.address)
        })
      }
      const address = canonicalAddress(network.addressFormat, request.address)
      if (yield* isForbidden(network, address)) {
        return yield* new InvalidAddress({ network: network.name, fault: "forbidden" })
      }
      if (
        amountMinor === undefined ||
        amountMinor < network.minPayoutMinor ||
        amountMinor > network.maxPayoutMinor
      ) {
        return yield* new AmountOutOfRange({
          field: "amount",
          min: formatMinor(network.minPayoutMinor, network.currency),
          max: formatMinor(network.maxPayoutMinor, network.currency),
          currency: network.currency
        })
      }
      const held = yield* hold.current
      if (Option.isSome(held)) return yield* new StoreOnHold({ reason: held.value.reason })
      const { name, terms } = yield* partners.byId(partnerId)
      const order = {
        partnerId,
        currency: network.currency,
        network: network.name,
        address,
        amountMinor,
        feeMinor: feeOn(amountMinor, payoutFeeFor(network, terms)),
        ...payoutTexts.given(request)
      }
      return { partnerName: name, order }
    }),
    /** Names what is available if it is known. The refusal does not depend on it. */
    uncovered: Effect.fnUntraced(function* (
      order: Pick<PayoutOrder, "amountMinor" | "currency" | "feeMinor" | "partnerId">
    ) {
      const { currency, partnerId } = order
      const balances = yield* Effect.option(ledger.balances(partnerId, currency))
      return yield* new InsufficientFunds({
        requiredMinor: totalMinor(order),
        currency,
        ...(Option.isSome(balances) && { availableMinor: balances.value.available })
      })
    })
  }
})
