import { Context, Effect, Layer, Option, Schema } from "effect"
import type { BankPaymentId } from "../bankPayment/BankPayment.ts"
import type { BankReceipt } from "../invoice/Invoice.ts"
import { FiatCurrency } from "../money/Currency.ts"
import { type Bank, BankRail, type BankPaymentStatus, BankRailUnavailable } from "../ports/BankRail.ts"
import { SandboxStore } from "../ports/SandboxStore.ts"
import type { StoreUnavailable } from "../ports/Store.ts"

/** What the simulated rail remembers of a payment; amounts are decimal text of minor units. */
const RailPayment = Schema.Struct({
  status: Schema.Literals(["awaiting", "declined", "confirmed"]),
  receipt: Schema.NullOr(
    Schema.Struct({
      operationId: Schema.String,
      amountMinor: Schema.String,
      currency: FiatCurrency,
      payerBank: Schema.String,
      bankTime: Schema.Int
    })
  )
})
type RailPayment = typeof RailPayment.Type

const decodePayment = Schema.decodeUnknownSync(Schema.fromJsonString(RailPayment))

/** The banks of the sandbox, for every currency. The last two behave as their names say. */
export const sandboxBanks: ReadonlyArray<Bank> = [
  { id: "sandbox", name: "Sandbox Bank" },
  { id: "steppe", name: "Steppe Bank" },
  { id: "no-answer", name: "No Answer Bank" },
  { id: "declining", name: "Declining Bank" }
]

const unanswered = () => new BankRailUnavailable({ reason: "the sandbox bank's answer was lost" })

/** A simulated rail. Its memory is the store's, so what it knows outlives the process as it would outside. */
export class SandboxBank extends Context.Service<
  SandboxBank,
  {
    /** The bank takes the money of a payment. */
    readonly settle: (id: BankPaymentId, receipt: BankReceipt) => Effect.Effect<void, StoreUnavailable>
  }
>()("@quittance/core/sandbox/SandboxBank") {
  /** The simulated bank, and the rail to it. */
  static readonly layer: Layer.Layer<SandboxBank | BankRail, never, SandboxStore> = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* SandboxStore
      const lost = (failure: StoreUnavailable) => new BankRailUnavailable({ reason: failure.reason })

      const statusOf = (id: BankPaymentId, { receipt, status }: RailPayment): BankPaymentStatus => {
        if (status === "declined") return { _tag: "Declined", reason: "the sandbox bank declined" }
        if (receipt !== null)
          return {
            _tag: "Confirmed",
            receipt: { ...receipt, amountMinor: BigInt(receipt.amountMinor) }
          }
        return { _tag: "Awaiting", link: Option.some(`https://sandbox-bank.example/pay/${id}`) }
      }

      const start: BankRail["Service"]["start"] = Effect.fnUntraced(function* ({ bank, paymentId }) {
        const payment: RailPayment = {
          status: bank === "declining" ? "declined" : "awaiting",
          receipt: null
        }
        const isNew = yield* Effect.mapError(store.insert("bank", paymentId, JSON.stringify(payment)), lost)
        if (!isNew) return { _tag: "Duplicate" } as const
        return bank === "no-answer" ? yield* unanswered() : statusOf(paymentId, payment)
      })

      const lookup: BankRail["Service"]["lookup"] = (paymentId) =>
        store.get("bank", paymentId).pipe(
          Effect.mapError(lost),
          Effect.map((found) =>
            Option.isNone(found)
              ? ({ _tag: "NotFound" } as const)
              : statusOf(paymentId, decodePayment(found.value))
          )
        )

      const settle = Effect.fn("SandboxBank.settle")(function* (id: BankPaymentId, receipt: BankReceipt) {
        const found = yield* store.get("bank", id)
        // The first receipt stands: a bank takes the money of a payment once.
        if (Option.isSome(found) && decodePayment(found.value).receipt !== null) return
        const payment: RailPayment = {
          status: "confirmed",
          receipt: { ...receipt, amountMinor: receipt.amountMinor.toString() }
        }
        yield* store.put("bank", id, JSON.stringify(payment))
      })

      return Context.make(SandboxBank, SandboxBank.of({ settle })).pipe(
        Context.add(BankRail, BankRail.of({ banks: () => Effect.succeed(sandboxBanks), start, lookup }))
      )
    })
  )
}
