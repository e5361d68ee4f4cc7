import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { claimOf, makeIdempotency, requestUnder } from "../../kernel/idempotency/Idempotency.ts"
import { referenceOf } from "../../kernel/idempotency/Reference.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import {
  AmountOutOfRange,
  type IdempotencyConflict,
  InsufficientFunds,
  InvalidAddress,
  InvalidState,
  type NotFound,
  orNotFound,
  type ProviderMissing,
  StoreOnHold,
  type UnsupportedNetwork
} from "../../kernel/input/Refusals.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import { feeOn } from "../../kernel/money/Fee.ts"
import { formatMinor, parseMinor } from "../../kernel/money/Money.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { LedgerReader } from "../../kernel/ports/LedgerReader.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { JobCompletion, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { ChainWallets } from "../chain/ChainWallets.ts"
import { canonicalAddress, isAddress } from "../network/Address.ts"
import { addressFault } from "../network/addressFault.ts"
import { Networks } from "../network/Networks.ts"
import { Partners } from "../partner/Partners.ts"
import { payoutFeeFor } from "../partner/Terms.ts"
import { networkLabel, Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { makeIsForbidden } from "./forbiddenAddress.ts"
import {
  Payout,
  type PayoutCommand,
  type PayoutCommandRefused,
  type PayoutId,
  type PayoutOrder,
  type PayoutState,
  payout,
  payoutStatus,
  payoutTexts,
  type RecordedPayout,
  totalMinor
} from "./Payout.ts"
import { payoutEntries } from "./PayoutPostings.ts"
import { decodeIdempotencyKey, decodePayoutRequest, payoutForm } from "./PayoutRequest.ts"
import { payoutAnnouncements } from "./payoutAnnouncements.ts"
import { payoutJobs } from "./payoutNames.ts"

export type PayoutRefusal =
  | InvalidInput
  | IdempotencyConflict
  | UnsupportedNetwork
  | InvalidAddress
  | AmountOutOfRange
  | InsufficientFunds
  | ProviderMissing
  | StoreOnHold

/** Payouts of a partner. This service never calls the processing side: the dispatcher does, after the commit. */
export class Payouts extends Context.Service<
  Payouts,
  {
    /**
     * Creates a payout: debits amount plus fee and schedules the dispatch in one commit. Idempotent by
     * `idempotencyKey`: the same key and fields return the first order again, other fields are refused.
     * `input` is untrusted.
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
    /** A payout and its version, as input of `applyTo`. */
    readonly read: (
      partnerId: PartnerId,
      id: PayoutId
    ) => Effect.Effect<Versioned<RecordedPayout>, NotFound | StoreUnavailable>
    /**
     * Applies one command to a payout, together with the completion of the job that caused it. Also for hosts
     * whose processing side reports outcomes by itself (`Confirm`, `Reject`).
     */
    readonly apply: <Completion extends JobCompletion | undefined = undefined>(
      partnerId: PartnerId,
      id: PayoutId,
      command: PayoutCommand,
      completion?: Completion
    ) => Effect.Effect<
      RecordedPayout,
      PayoutCommandRefused | NotFound | LeaseLostOf<Completion> | StoreUnavailable
    >
    /**
     * The same for a payout that was just read, or returned by this function. It is loaded again only if it
     * was changed since.
     */
    readonly applyTo: <Completion extends JobCompletion | undefined = undefined>(
      payout: Versioned<RecordedPayout>,
      command: PayoutCommand,
      completion?: Completion
    ) => Effect.Effect<
      Versioned<RecordedPayout>,
      PayoutCommandRefused | NotFound | LeaseLostOf<Completion> | StoreUnavailable
    >
    /**
     * An operator's decision on a payout whose outcome the processing side does not report. If it waits for a wallet of
     * this deployment, it is never signed.
     */
    readonly resolve: (
      id: PayoutId,
      outcome: "completed" | "failed",
      reason: string
    ) => Effect.Effect<RecordedPayout, InvalidState | NotFound | StoreUnavailable>
  }
>()("@quittance/core/concepts/payout/Payouts") {
  static readonly layer = Layer.effect(
    Payouts,
    Effect.gen(function* () {
      const settings = yield* Settings
      const ids = yield* Ids
      const states = yield* StateReader
      const ledger = yield* LedgerReader
      const partners = yield* Partners
      const hold = yield* StoreHold
      const networks = yield* Networks
      const wallets = yield* ChainWallets
      const { runCommand } = yield* makeAnnouncingTransact
      const once = yield* makeIdempotency
      const isForbidden = yield* makeIsForbidden

      const load = (partnerId: PartnerId, id: PayoutId) => existing(states, payout, partnerId, id)

      /** For the explanation of a refusal, which does not depend on it. */
      const available = (partnerId: PartnerId, currency: PayoutOrder["currency"]) =>
        Effect.option(Effect.map(ledger.balances(partnerId, currency), (accounts) => accounts.available))

      const create = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        idempotencyKey: string | undefined,
        input: unknown
      ) {
        const key = yield* Effect.fromResult(
          decodeIdempotencyKey(idempotencyKey === undefined ? {} : { "X-Idempotency-Key": idempotencyKey })
        )
        const request = yield* Effect.fromResult(decodePayoutRequest(input))
        const amount = parseMinor(request.amount, "USDT")
        if (Result.isFailure(amount) && amount.failure.reason !== "tooLarge") {
          return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
        }
        const amountMinor = Result.getOrElse(amount, () => undefined)
        const idempotent = requestUnder(key["X-Idempotency-Key"], payoutForm, partnerId, request)

        const reserve = Effect.gen(function* () {
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
          const order: PayoutOrder = {
            id: yield* ids.uuid,
            partnerId,
            idempotencyKey: idempotent.key,
            // By the partner's name: it is the same when a lost store and its partner are created again; the
            // id is not.
            reference: referenceOf("payout", name, idempotent.key, idempotent.fingerprint),
            currency: network.currency,
            network: network.name,
            address,
            amountMinor,
            feeMinor: feeOn(amountMinor, payoutFeeFor(network, terms)),
            ...payoutTexts.given(request),
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
              jobs: [{ kind: payoutJobs.dispatch, partnerId, subjectId: order.id, dueAt: order.createdAt }]
            })
          }).pipe(
            Effect.catchTags({
              LimitExceeded: () =>
                Effect.flatMap(available(partnerId, order.currency), (known) =>
                  Effect.fail(
                    new InsufficientFunds({
                      requiredMinor: totalMinor(order),
                      currency: order.currency,
                      ...Option.match(known, {
                        onNone: () => ({}),
                        onSome: (availableMinor) => ({ availableMinor })
                      })
                    })
                  )
                ),
              PayoutCommandRefused: Effect.die
            })
          )
          return order
        })

        const replay = (ownerId: string) => Effect.map(load(partnerId, ownerId), ({ state }) => state.order)
        return yield* once(idempotent, reserve, replay, { commitsOnly: true })
      })

      const applyTo: Payouts["Service"]["applyTo"] = Effect.fnUntraced(
        function* (payout, command, completion) {
          const { id, partnerId } = payout.state.order
          const at = yield* Clock.currentTimeMillis
          let known: Versioned<RecordedPayout> | undefined = payout
          const { events, state, version } = yield* runCommand({
            machine: Payout,
            command,
            partnerId,
            subjectId: id,
            at,
            load: Effect.suspend(() => {
              const loaded = known === undefined ? load(partnerId, id) : Effect.succeed(known)
              known = undefined
              return loaded
            }),
            completion,
            commit: ({ events, loaded, next }) => ({
              aggregates: [writeOver("Payout", loaded, recorded(next))],
              entries: events.flatMap((event) => payoutEntries(recorded(next).order, event)),
              announcements: payoutAnnouncements(
                events,
                recorded(next),
                networkLabel(settings, recorded(next).order.network)
              )
            })
            // It moves only what it reserved.
          }).pipe(Effect.catchTag("LimitExceeded", Effect.die))
          if (events.some(({ _tag }) => _tag === "PayoutSettledLate")) {
            yield* raiseAlert("payout.settledLate", `payout ${id} was confirmed after its debit was returned`)
          }
          return { state: recorded(state), version }
        }
      )

      const apply: Payouts["Service"]["apply"] = Effect.fnUntraced(
        function* (partnerId, id, command, completion) {
          const { state } = yield* applyTo(yield* load(partnerId, id), command, completion)
          return state
        }
      )

      const resolve = Effect.fn("Payouts.resolve")(function* (
        id: PayoutId,
        outcome: "completed" | "failed",
        reason: string
      ) {
        const partnerId = yield* Effect.flatMap(states.partnerOf(payout, id), orNotFound(payout.noun, id))
        const { network, reference } = (yield* load(partnerId, id)).state.order
        const transaction = yield* wallets.transaction(network, reference)
        // What waits for a wallet of this deployment would be signed whatever was decided about the payout.
        if (Option.isSome(transaction) && transaction.value._tag === "queued")
          yield* wallets.abandon(transaction.value.order)
        const at = yield* Clock.currentTimeMillis
        const command: PayoutCommand =
          outcome === "completed"
            ? { _tag: "Confirm", processingId: Option.none(), at }
            : { _tag: "GiveUp", reason, at }
        return yield* apply(partnerId, id, command).pipe(
          Effect.catchTags({
            PayoutCommandRefused: () =>
              Effect.flatMap(load(partnerId, id), ({ state }) =>
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
        read: load,
        apply,
        applyTo,
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
