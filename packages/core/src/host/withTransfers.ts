import { Effect, Layer } from "effect"
import { BankRail } from "../concepts/bankPayment/BankRail.ts"
import { BankTransfers } from "../concepts/bankPayment/BankTransfers.ts"
import { transferRail, withTransferBank } from "../concepts/bankPayment/transferRail.ts"

const railLayer = Layer.effect(
  BankRail,
  Effect.gen(function* () {
    const own = yield* Effect.serviceOption(BankRail)
    return BankRail.of(withTransferBank(own, transferRail(yield* BankTransfers)))
  })
)

/**
 * The host's providers with the accounts that customers transfer money to: transfers are offered beside the banks of
 * the host's own rail, or of a sandbox's, and alone where there is none.
 */
export const withTransfers = <R, E, F>(
  providers: Layer.Layer<never, E, R>,
  transfers: Layer.Layer<BankTransfers, F>
): Layer.Layer<BankRail | BankTransfers, E | F, R> =>
  railLayer.pipe(Layer.provideMerge(transfers), Layer.provideMerge(providers))
