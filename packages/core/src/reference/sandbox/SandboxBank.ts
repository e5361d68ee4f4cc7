import { Context, Effect, Layer, Option, Schema, Semaphore } from "effect"
import type { BankPaymentId } from "../../concepts/bankPayment/BankPayment.ts"
import {
  type Bank,
  type BankPaymentStatus,
  BankRail,
  BankRailUnavailable
} from "../../concepts/bankPayment/BankRail.ts"
import type { BankReceipt } from "../../concepts/bankPayment/BankReceipt.ts"
import type { BankTransfers } from "../../concepts/bankPayment/BankTransfers.ts"
import { transferRail, withTransferBank } from "../../concepts/bankPayment/transferRail.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"

/** The simulated rail's record of a payment; amounts are decimal text of minor units. */
const RailPayment = Schema.Struct({
  /** What the customer must pay; absent for payments started by an earlier version. */
  asked: Schema.optionalKey(
    Schema.Struct({ bank: Schema.String, amountMinor: Schema.String, currency: FiatCurrency })
  ),
  status: Schema.Literals(["awaiting", "declined", "confirmed"]),
  /** The unguessable end of the link; absent for payments from before the bank had a page. */
  token: Schema.optionalKey(Schema.String),
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
export type RailPayment = typeof RailPayment.Type

const decodePayment = Schema.decodeUnknownSync(Schema.fromJsonString(RailPayment))

/** The banks of the sandbox, for every currency. The last two behave as their names say. */
export const sandboxBanks: ReadonlyArray<Bank> = [
  { id: "sandbox", name: "Sandbox Bank" },
  { id: "steppe", name: "Steppe Bank" },
  { id: "no-answer", name: "No Answer Bank" },
  { id: "declining", name: "Declining Bank" }
]

/** What is to be transferred, where no adapter knows the account's country. */
const plainInstructions: BankTransfers["Service"]["instructions"] = (
  { account, currency },
  { amountMinor, reference }
) => ({
  ...{ beneficiary: "Sandbox", account, bankIds: [] },
  ...{ amountMinor, currency, reference, note: reference }
})

const unanswered = () => new BankRailUnavailable({ reason: "the sandbox bank's answer was lost" })

/** A simulated rail. Its state is in the store, so it survives the process, as outside. */
export class SandboxBank extends Context.Service<
  SandboxBank,
  {
    /** The bank takes the money of a payment. */
    readonly settle: (id: BankPaymentId, receipt: BankReceipt) => Effect.Effect<void, StoreUnavailable>
    /** The bank takes no money for a payment; money already taken stays. */
    readonly decline: (id: BankPaymentId) => Effect.Effect<void, StoreUnavailable>
    /** The bank's record of a payment. Only someone who also knows its `token` may see it or decide. */
    readonly find: (id: BankPaymentId) => Effect.Effect<Option.Option<RailPayment>, StoreUnavailable>
  }
>()("@quittance/core/reference/sandbox/SandboxBank") {
  /** The simulated bank, and its rail. */
  static readonly layer: Layer.Layer<SandboxBank | BankRail, never, SandboxStore | Ids> = Layer.effectContext(
    Effect.gen(function* () {
      const { banks: accounts, publicUrl } = yield* Settings
      const ids = yield* Ids
      const store = yield* SandboxStore
      const oneByOne = yield* Semaphore.make(1)
      const lost = (failure: StoreUnavailable) => new BankRailUnavailable({ reason: failure.reason })

      const find: SandboxBank["Service"]["find"] = (id) =>
        Effect.map(store.get("bank", id), (found) => Option.map(found, decodePayment))

      const statusOf = (id: BankPaymentId, { receipt, status, token }: RailPayment): BankPaymentStatus => {
        if (status === "declined") return { _tag: "Declined", reason: "the sandbox bank declined" }
        if (receipt !== null)
          return {
            _tag: "Confirmed",
            receipt: { ...receipt, amountMinor: BigInt(receipt.amountMinor) }
          }
        const link = Option.map(
          Option.fromUndefinedOr(token),
          (end) => `${publicUrl}/sandbox/bank/${id}/${end}`
        )
        return { _tag: "Awaiting", link }
      }

      const start: BankRail["Service"]["start"] = Effect.fnUntraced(function* (request) {
        const { amountMinor, bank, currency, paymentId } = request
        const payment: RailPayment = {
          asked: { bank, amountMinor: amountMinor.toString(), currency },
          status: bank === "declining" ? "declined" : "awaiting",
          token: yield* ids.token(16),
          receipt: null
        }
        const isNew = yield* Effect.mapError(store.insert("bank", paymentId, JSON.stringify(payment)), lost)
        if (!isNew) return { _tag: "Duplicate" } as const
        return bank === "no-answer" ? yield* unanswered() : statusOf(paymentId, payment)
      })

      const lookup: BankRail["Service"]["lookup"] = (paymentId) =>
        find(paymentId).pipe(
          Effect.mapError(lost),
          Effect.map((found) =>
            Option.isNone(found) ? ({ _tag: "NotFound" } as const) : statusOf(paymentId, found.value)
          )
        )

      /** The first receipt counts: a bank takes the money of a payment once. */
      const change = (id: BankPaymentId, changed: Pick<RailPayment, "status" | "receipt">) =>
        Effect.gen(function* () {
          const known = yield* find(id)
          if (Option.isSome(known) && known.value.receipt !== null) return
          const payment: RailPayment = { ...Option.getOrUndefined(known), ...changed }
          yield* store.put("bank", id, JSON.stringify(payment))
        }).pipe(oneByOne.withPermit)

      const settle: SandboxBank["Service"]["settle"] = (id, receipt) =>
        change(id, {
          status: "confirmed",
          receipt: { ...receipt, amountMinor: receipt.amountMinor.toString() }
        })

      const decline: SandboxBank["Service"]["decline"] = (id) =>
        change(id, { status: "declined", receipt: null })

      const links = BankRail.of({ banks: () => Effect.succeed(sandboxBanks), start, lookup })
      const transfers = transferRail({ accounts, instructions: plainInstructions })

      return Context.make(SandboxBank, SandboxBank.of({ settle, decline, find })).pipe(
        Context.add(BankRail, BankRail.of(withTransferBank(Option.some(links), transfers)))
      )
    })
  )
}
