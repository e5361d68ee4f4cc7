import { Clock, Context, Effect, Layer, Option } from "effect"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import { type BankOperationUsed, type NotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { tracedOption } from "../../kernel/trace/Tracing.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { Settings } from "../settings/Settings.ts"
import type { BankPaymentId, RecordedBankPayment } from "./BankPayment.ts"
import { acceptanceOf } from "./BankPaymentCommits.ts"
import { BankPayments } from "./BankPayments.ts"
import { BankRail, BankRailUnavailable } from "./BankRail.ts"
import { BankReceipts } from "./BankReceipts.ts"

/** For hosts whose rail calls back. */
export class BankCallbacks extends Context.Service<
  BankCallbacks,
  {
    /**
     * Polls the rail for a payment now instead of at the next interval, and records the answer. The
     * callback's content is not trusted, so it needs no authentication.
     */
    readonly refresh: (
      id: BankPaymentId
    ) => Effect.Effect<
      RecordedBankPayment,
      BankOperationUsed | BankRailUnavailable | InvalidInput | NotFound | ProviderMissing | StoreUnavailable
    >
  }
>()("@quittance/core/concepts/bankPayment/BankCallbacks") {
  static readonly layer = Layer.effect(
    BankCallbacks,
    Effect.gen(function* () {
      const { callTimeoutMillis } = (yield* Settings).bankPayment
      const payments = yield* BankPayments
      const receipts = yield* BankReceipts
      const rail = yield* Effect.flatMap(Effect.serviceOption(BankRail), (port) => tracedOption("bank", port))
      const answered = answeredWithin(callTimeoutMillis, (reason) => new BankRailUnavailable({ reason }))

      const refresh = Effect.fn("BankCallbacks.refresh")(function* (id: BankPaymentId) {
        if (Option.isNone(rail)) return yield* new ProviderMissing({ provider: "BankRail" })
        const payment = yield* payments.find(id)
        const { state } = payment
        // Before that the follower has not asked the rail yet, or waits for its answer.
        if (state._tag === "requested" || state._tag === "starting") return state
        const status = yield* answered(rail.value.lookup(id, state.order.bank))
        const at = yield* Clock.currentTimeMillis
        switch (status._tag) {
          case "NotFound":
            return state
          case "Confirmed":
            return yield* receipts.confirmTo(payment, status.receipt)
          case "Awaiting":
          case "Declined": {
            const command =
              status._tag === "Awaiting"
                ? acceptanceOf(status, at)
                : ({ _tag: "Decline", reason: status.reason, at } as const)
            return yield* Effect.map(payments.applyTo(payment, command), ({ state }) => state).pipe(
              // The payment is already further than the rail reports.
              Effect.catchTag("BankPaymentCommandRefused", () => payments.get(state.order.partnerId, id))
            )
          }
        }
      })
      return BankCallbacks.of({ refresh })
    })
  )
}
