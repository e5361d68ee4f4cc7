import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  checkIdempotencyKey,
  claimsOf,
  idempotentRequest,
  makeIdempotency,
  requestForm
} from "../../kernel/idempotency/Idempotency.ts"
import { amountField, decoderOf, InvalidInput, optionalField, textUpTo } from "../../kernel/input/Input.ts"
import type { IdempotencyConflict, NotFound } from "../../kernel/input/Refusals.ts"
import { type Balance, balanceOf } from "../../kernel/ledger/Ledger.ts"
import { Currency } from "../../kernel/money/Currency.ts"
import { formatMinor, parseMinor } from "../../kernel/money/Money.ts"
import type { Claim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { LedgerReader } from "../../kernel/ports/LedgerReader.ts"
import { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { type BalanceStatement, makeBalanceStatements } from "./BalanceStatement.ts"
import { type BalanceAdjusted, balanceAnnouncement } from "./balanceAnnouncements.ts"
import { adjustmentPrefix, balanceClaims } from "./balanceNames.ts"

/** Adjustments stay far below what a JSON number can carry exactly: a billion USDT. */
export const adjustmentLimitMinor = 1_000_000_000_000_000n

/**
 * A manual correction: a signed decimal amount of USDT, and the reason. Only with `allowNegative` may a debit
 * take the available balance below zero.
 */
export const BalanceAdjustment = Schema.Struct({
  amount: Schema.Union([amountField({ description: "In USDT, signed.", examples: [100] }), Schema.String]),
  reason: optionalField(textUpTo(500)),
  allowNegative: optionalField(Schema.Boolean)
})
export interface BalanceAdjustment extends Schema.Schema.Type<typeof BalanceAdjustment> {}

const decodeAdjustment = decoderOf(BalanceAdjustment)

/** The debit would take the available balance below zero without `allowNegative`. Decimal, in USDT. */
export class AdjustmentBelowZero extends Schema.TaggedError<AdjustmentBelowZero>()("AdjustmentBelowZero", {
  amount: Schema.String
}) {
  get code() {
    return "adjustment_below_zero" as const
  }

  override get message(): string {
    return `the available balance does not cover ${this.amount} USDT, so this adjustment would take it below zero`
  }
}

interface Adjustment {
  /** Not 0; a debit is negative. */
  readonly amountMinor: bigint
  readonly reason: string
  readonly allowNegative: boolean
}

/** Decodes an untrusted request for an adjustment; see `Balances.adjust`. */
export const adjustmentOf = (input: unknown): Result.Result<Adjustment, InvalidInput> =>
  Result.gen(function* () {
    const request = yield* decodeAdjustment(input)
    const amountMinor = yield* Result.mapError(parseMinor(request.amount, "USDT"), ({ message }) =>
      InvalidInput.of("amount", "invalid_value", message)
    )
    const magnitude = amountMinor < 0n ? -amountMinor : amountMinor
    if (magnitude === 0n || magnitude > adjustmentLimitMinor) {
      const limit = formatMinor(adjustmentLimitMinor, "USDT")
      return yield* Result.fail(
        InvalidInput.of("amount", "out_of_range", `must not be 0 and at most ${limit} either way`)
      )
    }
    return { amountMinor, reason: request.reason ?? "", allowNegative: request.allowNegative ?? false }
  })

const adjustmentForm = requestForm<Adjustment>(balanceClaims.adjustment)

/** An adjustment that was made once, and the balance now. */
export interface MadeAdjustment {
  /** `adj_…` */
  readonly id: string
  readonly balance: Balance
  /** It was made by an earlier request under the same key. */
  readonly replayed: boolean
}

/** A partner's balances, the statement of the one in USDT, and its manual corrections. */
export class Balances extends Context.Service<
  Balances,
  {
    readonly get: (partnerId: PartnerId) => Effect.Effect<Balance, StoreUnavailable>
    /** What a partner has in each currency. */
    readonly all: (
      partnerId: PartnerId
    ) => Effect.Effect<ReadonlyArray<readonly [Currency, Balance]>, StoreUnavailable>
    /** The statement of a period; `request` is an untrusted `StatementRequest`. */
    readonly statement: (
      partnerId: PartnerId,
      request: unknown
    ) => Effect.Effect<BalanceStatement, InvalidInput | NotFound | StoreUnavailable>
    /**
     * Adds a signed amount to the balance as an adjustment. `input` is untrusted: `amount` (decimal),
     * `reason` and `allowNegative`: whether a debit may take the balance below zero, which raises an alert.
     * Otherwise the commit itself refuses.
     */
    readonly adjust: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<Balance, AdjustmentBelowZero | InvalidInput | StoreUnavailable>
    /** The same, once for each key: repeated with the same fields it changes nothing; other fields are refused. */
    readonly adjustOnce: (
      partnerId: PartnerId,
      idempotencyKey: string,
      input: unknown
    ) => Effect.Effect<
      MadeAdjustment,
      AdjustmentBelowZero | IdempotencyConflict | InvalidInput | StoreUnavailable
    >
  }
>()("@quittance/core/concepts/balance/Balances") {
  static readonly layer = Layer.effect(
    Balances,
    Effect.gen(function* () {
      const { commit } = yield* makeAnnouncingTransact
      const ids = yield* Ids
      const once = yield* makeIdempotency
      const reader = yield* LedgerReader

      const statement = yield* makeBalanceStatements

      const get = (partnerId: PartnerId) => Effect.map(reader.balances(partnerId, "USDT"), balanceOf)

      const all = (partnerId: PartnerId) =>
        Effect.forEach(Currency.literals, (currency) =>
          Effect.map(
            reader.balances(partnerId, currency),
            (accounts) => [currency, balanceOf(accounts)] as const
          )
        )

      const write = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        { allowNegative, amountMinor, reason }: Adjustment,
        claimsBeside: (id: string) => ReadonlyArray<Claim>
      ) {
        const magnitude = amountMinor < 0n ? -amountMinor : amountMinor
        const at = yield* Clock.currentTimeMillis
        const id = yield* ids.prefixed(adjustmentPrefix)
        const [debit, credit] =
          amountMinor > 0n ? (["adjustments", "available"] as const) : (["available", "adjustments"] as const)
        const entry = {
          partnerId,
          currency: "USDT",
          kind: "balance.adjusted",
          subjectId: id,
          at,
          postings: [{ debit, credit, amountMinor: magnitude }]
        } as const
        const event = { _tag: "BalanceAdjusted", amountMinor, reason } as const
        const beside = {
          claims: claimsBeside(id),
          events: [{ partnerId, subjectId: id, version: 1, at, event }],
          announcements: [balanceAnnouncement(id, event)]
        }
        const text = formatMinor(magnitude, "USDT")
        yield* commit({ entries: [{ ...entry, limit: "enforced" }], ...beside }).pipe(
          Effect.catchTag(
            "LimitExceeded",
            Effect.fnUntraced(function* () {
              if (!allowNegative) return yield* new AdjustmentBelowZero({ amount: text })
              yield* commit({ entries: [{ ...entry, limit: "waived" }], ...beside })
              yield* raiseAlert(
                "balance.negative",
                `an adjustment by -${text} USDT took the balance of partner ${partnerId} below zero`
              )
            })
          )
        )
        return id
      })

      const make = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        key: string | undefined,
        input: unknown
      ) {
        yield* checkIdempotencyKey(key)
        const adjustment = yield* Effect.fromResult(adjustmentOf(input))
        const request = idempotentRequest(key, adjustmentForm, partnerId, adjustment)
        const { replayed, value } = yield* once(
          request,
          write(partnerId, adjustment, (id) => claimsOf(request, id)),
          Effect.succeed
        )
        // The correction is written: a failure to read its balance must not look as if nothing was written.
        const balance = yield* Effect.mapError(
          get(partnerId),
          ({ reason }) => new StoreUnavailable({ outcome: "unknown", reason })
        )
        return { id: value, balance, replayed }
      })

      const adjust = Effect.fn("Balances.adjust")((partnerId: PartnerId, input: unknown) =>
        make(partnerId, undefined, input).pipe(
          Effect.map(({ balance }) => balance),
          // Without a key there is nothing to conflict with.
          Effect.catchTag("IdempotencyConflict", Effect.die)
        )
      )

      const adjustOnce = Effect.fn("Balances.adjustOnce")(make)

      return Balances.of({ get, all, adjust, adjustOnce, statement })
    })
  )
}

declare module "../../kernel/ports/Store.ts" {
  interface EventsByConcept {
    readonly Balance: BalanceAdjusted
  }
}
