import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { makeCommandHandler } from "../handler/CommandHandler.ts"
import { fingerprintOf } from "../idempotency/Fingerprint.ts"
import { claimOf, type IdempotentRequest, makeIdempotency } from "../idempotency/Idempotency.ts"
import { referenceOf } from "../idempotency/Reference.ts"
import { InvalidInput } from "../input/Input.ts"
import {
  AmountOutOfRange,
  type IdempotencyConflict,
  InsufficientFunds,
  InvalidAddress,
  InvalidState,
  NotFound,
  ProviderMissing,
  StoreOnHold,
  UnsupportedNetwork,
  orNotFound
} from "../input/Refusals.ts"
import { invariant } from "../machine/invariant.ts"
import { feeOn } from "../money/Fee.ts"
import { formatMinor, parseMinor } from "../money/Money.ts"
import { isAddress, canonicalAddress } from "../network/Address.ts"
import type { PartnerId } from "../partner/Partner.ts"
import { Partners } from "../partner/Partners.ts"
import { payoutFeeFor } from "../partner/Terms.ts"
import { Ids } from "../ports/Ids.ts"
import type { Page, PageRequest } from "../ports/Page.ts"
import { PayoutProcessor } from "../ports/PayoutProcessor.ts"
import { type PayoutFilter, PayoutReader } from "../ports/PayoutReader.ts"
import type { JobCompletion, LeaseLost, StoreUnavailable } from "../ports/Store.ts"
import { StoreHold } from "../ports/StoreHold.ts"
import { findNetwork, networkLabel, Settings } from "../settings/Settings.ts"
import { raiseAlert } from "../work/Alert.ts"
import {
  Payout,
  type PayoutCommand,
  type PayoutCommandRefused,
  type PayoutId,
  type PayoutOrder,
  type PayoutState,
  payoutStatus,
  type RecordedPayout,
  totalMinor
} from "./Payout.ts"
import { payoutAnnouncements } from "./payoutAnnouncements.ts"
import { payoutEntries } from "./PayoutPostings.ts"
import { decodeIdempotencyKey, decodePayoutRequest } from "./PayoutRequest.ts"

export type PayoutRefusal =
  | InvalidInput
  | IdempotencyConflict
  | UnsupportedNetwork
  | InvalidAddress
  | AmountOutOfRange
  | InsufficientFunds
  | ProviderMissing
  | StoreOnHold

/** Payouts of a partner. Nothing here calls the processing side: that is the dispatcher's work, after the commit. */
export class Payouts extends Context.Service<
  Payouts,
  {
    /**
     * Creates a payout: debits amount plus fee and schedules the dispatch in one commit. Idempotent by `idempotencyKey`:
     * the same key and fields answer the first order again, other fields are refused. `input` is untrusted.
     */
    readonly create: (
      partnerId: PartnerId,
      idempotencyKey: string | undefined,
      input: unknown
    ) => Effect.Effect<
      { readonly value: PayoutOrder; readonly replayed: boolean },
      PayoutRefusal | NotFound | StoreUnavailable
    >
    readonly get: (
      partnerId: PartnerId,
      id: PayoutId
    ) => Effect.Effect<RecordedPayout, NotFound | StoreUnavailable>
    /** Newest first. */
    readonly list: (
      partnerId: PartnerId,
      filter: PayoutFilter,
      page: PageRequest
    ) => Effect.Effect<Page<RecordedPayout>, StoreUnavailable>
    /**
     * Carries out one command on a payout, together with what becomes of the job that led to it. For the dispatcher, and
     * for hosts whose processing side reports outcomes by itself (`Confirm`, `Reject`).
     */
    readonly apply: (
      partnerId: PartnerId,
      id: PayoutId,
      command: PayoutCommand,
      completion?: JobCompletion
    ) => Effect.Effect<RecordedPayout, PayoutCommandRefused | NotFound | LeaseLost | StoreUnavailable>
    /** An operator's decision about a payout whose outcome the processing side does not tell. */
    readonly resolve: (
      id: PayoutId,
      outcome: "completed" | "failed",
      reason: string
    ) => Effect.Effect<RecordedPayout, InvalidState | NotFound | StoreUnavailable>
  }
>()("@quittance/core/payout/Payouts") {
  static readonly layer = Layer.effect(
    Payouts,
    Effect.gen(function* () {
      const settings = yield* Settings
      const ids = yield* Ids
      const reader = yield* PayoutReader
      const partners = yield* Partners
      const hold = yield* StoreHold
      const hasProcessor = Option.isSome(yield* Effect.serviceOption(PayoutProcessor))
      const runCommand = yield* makeCommandHandler
      const once = yield* makeIdempotency

      const load = (partnerId: PartnerId, id: PayoutId) =>
        Effect.flatMap(reader.byId(partnerId, id), orNotFound("payout", id))

      const create = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        idempotencyKey: string | undefined,
        input: unknown
      ) {
        const key = yield* Effect.fromResult(
          decodeIdempotencyKey(idempotencyKey === undefined ? {} : { "X-Idempotency-Key": idempotencyKey })
        )
        const request = yield* Effect.fromResult(decodePayoutRequest(input))
        const note = request.note ?? undefined
        const amount = parseMinor(request.amount, "USDT")
        if (Result.isFailure(amount) && amount.failure.reason !== "tooLarge") {
          return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
        }
        const amountMinor = Result.getOrElse(amount, () => undefined)
        const idempotent: IdempotentRequest = {
          scope: "payout.create",
          partnerId,
          key: key["X-Idempotency-Key"],
          fingerprint: fingerprintOf({
            address: request.address,
            amount: amountMinor?.toString(),
            network: request.network,
            note
          })
        }

        const reserve = Effect.gen(function* () {
          const network = findNetwork(settings, request.network)
          if (network === undefined) {
            const offered = settings.networks.map(({ name }) => name)
            return yield* new UnsupportedNetwork({ network: request.network, offered })
          }
          if (!isAddress(network.addressFormat, request.address)) {
            return yield* new InvalidAddress({ network: network.name })
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
          if (!hasProcessor) return yield* new ProviderMissing({ provider: "PayoutProcessor" })
          const { name, terms } = yield* partners.byId(partnerId)
          const order: PayoutOrder = {
            id: yield* ids.uuid,
            partnerId,
            idempotencyKey: idempotent.key,
            // By the partner's name, which is the same when a store is built up anew and the partner with it; its id is not.
            reference: referenceOf("payout", name, idempotent.key, idempotent.fingerprint),
            currency: network.currency,
            network: network.name,
            address: canonicalAddress(network.addressFormat, request.address),
            amountMinor,
            feeMinor: feeOn(amountMinor, payoutFeeFor(network, terms)),
            note: Option.fromUndefinedOr(note),
            createdAt: yield* Clock.currentTimeMillis
          }
          yield* runCommand({
            machine: Payout,
            command: { _tag: "Reserve", order },
            partnerId,
            subjectId: order.id,
            at: order.createdAt,
            load: Effect.succeed({ state: Payout.initial, version: 0 }),
            commit: ({ events, next }) => ({
              aggregates: [{ _tag: "Payout", state: recorded(next), expectedVersion: 0 }],
              entries: events.flatMap((event) => payoutEntries(order, event)),
              claims: [claimOf(idempotent, order.id)],
              counters: [],
              jobs: [{ kind: "payout.dispatch", partnerId, subjectId: order.id, dueAt: order.createdAt }],
              completion: undefined
            })
          }).pipe(
            Effect.catchTags({
              LimitExceeded: () =>
                Effect.fail(
                  new InsufficientFunds({ requiredMinor: totalMinor(order), currency: order.currency })
                ),
              LeaseLost: Effect.die,
              PayoutCommandRefused: Effect.die
            })
          )
          return order
        })

        const replay = (ownerId: string) => Effect.map(load(partnerId, ownerId), ({ state }) => state.order)
        return yield* once(idempotent, reserve, replay).pipe(Effect.catchTag("ClaimTaken", Effect.die))
      })

      const apply = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        id: PayoutId,
        command: PayoutCommand,
        completion?: JobCompletion
      ) {
        const at = yield* Clock.currentTimeMillis
        const { events, state } = yield* runCommand({
          machine: Payout,
          command,
          partnerId,
          subjectId: id,
          at,
          load: load(partnerId, id),
          commit: ({ events, expectedVersion, next }) => ({
            aggregates: [{ _tag: "Payout", state: recorded(next), expectedVersion }],
            entries: events.flatMap((event) => payoutEntries(recorded(next).order, event)),
            announcements: payoutAnnouncements(
              events,
              recorded(next),
              networkLabel(settings, recorded(next).order.network)
            ),
            claims: [],
            counters: [],
            jobs: [],
            completion
          })
        }).pipe(Effect.catchTags({ ClaimTaken: Effect.die, LimitExceeded: Effect.die }))
        if (events.some(({ _tag }) => _tag === "PayoutSettledLate")) {
          yield* raiseAlert("payout.settledLate", `payout ${id} was confirmed after its debit was returned`)
        }
        return recorded(state)
      })

      const resolve = Effect.fn("Payouts.resolve")(function* (
        id: PayoutId,
        outcome: "completed" | "failed",
        reason: string
      ) {
        const partnerId = yield* reader.partnerOf(id)
        if (Option.isNone(partnerId)) return yield* new NotFound({ what: "payout", id })
        const at = yield* Clock.currentTimeMillis
        const command: PayoutCommand =
          outcome === "completed"
            ? { _tag: "Confirm", processingId: Option.none(), at }
            : { _tag: "GiveUp", reason, at }
        return yield* apply(partnerId.value, id, command).pipe(
          Effect.catchTags({
            LeaseLost: Effect.die,
            PayoutCommandRefused: () =>
              Effect.flatMap(load(partnerId.value, id), ({ state }) =>
                Effect.fail(
                  new InvalidState({ what: "payout", status: payoutStatus(state), command: outcome })
                )
              )
          })
        )
      })

      return Payouts.of({
        create,
        get: (partnerId, id) => Effect.map(load(partnerId, id), ({ state }) => state),
        list: reader.list,
        apply,
        resolve
      })
    })
  )
}

/** A payout that has been loaded or just reserved exists. */
const recorded = (state: PayoutState): RecordedPayout => {
  invariant(state._tag !== "absent", "a recorded payout is never absent again")
  return state
}
