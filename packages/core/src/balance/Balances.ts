import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { amountField, decoderOf, InvalidInput, optionalField, textUpTo } from "../input/Input.ts"
import { type Balance, balanceOf } from "../ledger/Balance.ts"
import { formatMinor, parseMinor } from "../money/Money.ts"
import type { PartnerId } from "../partner/Partner.ts"
import { Ids } from "../ports/Ids.ts"
import { LedgerReader } from "../ports/LedgerReader.ts"
import { emptyCommit, Store, StoreUnavailable } from "../ports/Store.ts"

/** Adjustments stay far below what a JSON number can carry exactly: a billion USDT. */
const adjustmentLimitMinor = 1_000_000_000_000_000n

const decodeAdjustment = decoderOf(
  Schema.Struct({
    amount: Schema.Union([amountField, Schema.String]),
    reason: optionalField(textUpTo(500))
  })
)

/** A partner's USDT balance and its manual corrections. */
export class Balances extends Context.Service<
  Balances,
  {
    readonly get: (partnerId: PartnerId) => Effect.Effect<Balance, StoreUnavailable>
    /**
     * Adds a signed amount to the balance as an adjustment; an operator may take it below zero. `input` is untrusted:
     * `amount` (decimal) and `reason`.
     */
    readonly adjust: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<Balance, InvalidInput | StoreUnavailable>
  }
>()("@quittance/core/balance/Balances") {
  static readonly layer = Layer.effect(
    Balances,
    Effect.gen(function* () {
      const store = yield* Store
      const ids = yield* Ids
      const reader = yield* LedgerReader

      const get = (partnerId: PartnerId) => Effect.map(reader.balances(partnerId, "USDT"), balanceOf)

      const adjust = Effect.fn("Balances.adjust")(function* (partnerId: PartnerId, input: unknown) {
        const request = yield* Effect.fromResult(decodeAdjustment(input))
        const amount = parseMinor(request.amount, "USDT")
        if (Result.isFailure(amount))
          return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
        const amountMinor = amount.success
        const magnitude = amountMinor < 0n ? -amountMinor : amountMinor
        if (magnitude === 0n || magnitude > adjustmentLimitMinor) {
          const limit = formatMinor(adjustmentLimitMinor, "USDT")
          return yield* InvalidInput.of(
            "amount",
            "out_of_range",
            `must not be 0 and at most ${limit} either way`
          )
        }
        const at = yield* Clock.currentTimeMillis
        const id = yield* ids.prefixed("adj_")
        const [debit, credit] =
          amountMinor > 0n ? (["adjustments", "available"] as const) : (["available", "adjustments"] as const)
        const event = {
          id: yield* ids.prefixed("evt_"),
          partnerId,
          subjectId: id,
          version: 1,
          at,
          event: { _tag: "BalanceAdjusted", amountMinor, reason: request.reason ?? "" }
        } as const
        const written = store.commit({
          ...emptyCommit,
          entries: [
            {
              partnerId,
              currency: "USDT",
              kind: "balance.adjusted",
              subjectId: id,
              at,
              postings: [{ debit, credit, amountMinor: magnitude }],
              limit: "waived"
            }
          ],
          events: [event]
        })
        yield* written.pipe(
          Effect.catchTags({
            ClaimTaken: Effect.die,
            VersionConflict: Effect.die,
            LimitExceeded: Effect.die,
            LeaseLost: Effect.die,
            StoreUnavailable: Effect.fnUntraced(function* (failure) {
              if (failure.outcome === "notWritten") return yield* failure
              // Without an answer to this question either, unknown is all that can be said.
              const landed = yield* Effect.mapError(store.committed(event), () => failure)
              if (!landed)
                return yield* new StoreUnavailable({ outcome: "notWritten", reason: failure.reason })
            })
          })
        )
        // The correction has landed: that its balance cannot be read must not sound as if nothing was written.
        return yield* Effect.mapError(
          get(partnerId),
          ({ reason }) => new StoreUnavailable({ outcome: "unknown", reason })
        )
      })

      return Balances.of({ get, adjust })
    })
  )
}
