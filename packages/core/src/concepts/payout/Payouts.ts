import { Clock, Context, Effect, Layer, Option } from "effect"
import { Actor, actingAs } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  claimOf,
  type IdempotentRequest,
  makeIdempotency,
  referenceOf,
  requestUnder
} from "../../kernel/idempotency/Idempotency.ts"
import { existing } from "../../kernel/input/existing.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import {
  type AmountOutOfRange,
  type IdempotencyConflict,
  type InsufficientFunds,
  type InvalidAddress,
  InvalidState,
  type NotFound,
  orNotFound,
  type ProviderMissing,
  type StoreOnHold,
  type UnsupportedNetwork
} from "../../kernel/input/Refusals.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { JobCompletion, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { knownFirst } from "../../kernel/transact/DecidedAgain.ts"
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import { ChainWallets } from "../chain/ChainWallets.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { Payout, type PayoutCommand, type PayoutCommandRefused, type PayoutState } from "./Payout.ts"
import { payoutEntries } from "./PayoutPostings.ts"
import { type PayoutId, type PayoutOrder, payout, payoutStatus, type RecordedPayout } from "./PayoutRecord.ts"
import { decodeIdempotencyKey, payoutForm } from "./PayoutRequest.ts"
import { payoutActor } from "./payoutActor.ts"
import { makePayoutChecks, readPayoutRequest } from "./payoutAsked.ts"
import { announcementsOf, dispatchOf, payoutDraft, recorded } from "./payoutDraft.ts"
import { createdByOf, makePayoutNeeds, type PayoutNeeds } from "./payoutNeeds.ts"

export type PayoutRefusal =
  | InvalidInput
  | IdempotencyConflict
  | UnsupportedNetwork
  | InvalidAddress
  | AmountOutOfRange
  | InsufficientFunds
  | ProviderMissing
  | StoreOnHold

/** What background work and the processing side make of a payout; what people do is in `PayoutApprovals.ts`. */
export type WorkCommand = Exclude<PayoutCommand, { readonly _tag: "Reserve" | "Approve" }>

/** Payouts of a partner. This service never calls the processing side: the dispatcher does, after the commit. */
export class Payouts extends Context.Service<
  Payouts,
  {
    /**
     * Creates a payout: debits amount plus fee and schedules the dispatch in one commit. Idempotent by
     * `idempotencyKey`: the same key with the same fields returns the first order again; with other fields it is
     * refused. `input` is untrusted.
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
     * Applies one command about what the processing side did to a payout, together with the completion of the job that
     * caused it. Hosts whose processing side reports outcomes by itself use it too (`Confirm`, `Reject`).
     */
    readonly apply: <Completion extends JobCompletion | undefined = undefined>(
      partnerId: PartnerId,
      id: PayoutId,
      command: WorkCommand,
      completion?: Completion
    ) => Effect.Effect<
      RecordedPayout,
      PayoutCommandRefused | NotFound | LeaseLostOf<Completion> | StoreUnavailable
    >
    /**
     * The same for a payout that was just read, or returned by this function. It is loaded again only if it has
     * changed since.
     */
    readonly applyTo: <Completion extends JobCompletion | undefined = undefined>(
      payout: Versioned<RecordedPayout>,
      command: WorkCommand,
      completion?: Completion
    ) => Effect.Effect<
      Versioned<RecordedPayout>,
      PayoutCommandRefused | NotFound | LeaseLostOf<Completion> | StoreUnavailable
    >
    /**
     * Records an operator's decision on a payout whose outcome the processing side does not report. A payout that waits
     * for a wallet of this deployment is never signed afterwards.
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
      const parts = yield* makeParts
      return Payouts.of({
        create: (partnerId, idempotencyKey, input) => createPayout(parts, partnerId, idempotencyKey, input),
        get: (partnerId, id) => Effect.map(readPayout(parts, partnerId, id), ({ state }) => state),
        read: (partnerId, id) => readPayout(parts, partnerId, id),
        apply: (partnerId, id, command, completion) =>
          Effect.flatMap(readPayout(parts, partnerId, id), (payout) =>
            Effect.map(applyHeard(parts, payout, command, completion), ({ state }) => state)
          ),
        applyTo: (payout, command, completion) => applyHeard(parts, payout, command, completion),
        resolve: (id, outcome, reason) => resolvePayout(parts, id, outcome, reason)
      })
    })
  )
}

/** The services that payouts use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    ids: yield* Ids,
    states: yield* StateReader,
    wallets: yield* ChainWallets,
    ownNetworks: Option.match(yield* Effect.serviceOption(ChainNetworks), {
      onNone: (): ReadonlyArray<string> => [],
      onSome: ({ networks }) => networks
    }),
    runCommand: (yield* makeAnnouncingTransact).runCommand,
    once: yield* makeIdempotency,
    checks: yield* makePayoutChecks,
    needs: yield* makePayoutNeeds
  }
})
type Parts = Effect.Success<typeof makeParts>

const readPayout = ({ states }: Parts, partnerId: PartnerId, id: PayoutId) =>
  existing(states, payout, partnerId, id)

const createPayout = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  idempotencyKey: string | undefined,
  input: unknown
) {
  const key = yield* Effect.fromResult(
    decodeIdempotencyKey(idempotencyKey === undefined ? {} : { "X-Idempotency-Key": idempotencyKey })
  )
  const read = yield* readPayoutRequest(input)
  const idempotent = requestUnder(key["X-Idempotency-Key"], payoutForm, partnerId, read.request)
  return yield* parts.once(
    idempotent,
    reservePayout(parts, partnerId, idempotent, read),
    (ownerId) => Effect.map(readPayout(parts, partnerId, ownerId), ({ state }) => state.order),
    { commitsOnly: true }
  )
})

/** Checks a new request and reserves its payout. */
const reservePayout = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  idempotent: IdempotentRequest,
  read: Effect.Success<ReturnType<typeof readPayoutRequest>>
) {
  const { order, partnerName } = yield* parts.checks.asked(partnerId, read)
  const asked = {
    ...order,
    id: yield* parts.ids.uuid,
    idempotencyKey: idempotent.key,
    // By the partner's name: it is the same when a lost store and its partner are created again; the
    // id is not.
    reference: referenceOf("payout", partnerName, idempotent.key, idempotent.fingerprint),
    createdAt: yield* Clock.currentTimeMillis,
    createdBy: createdByOf(yield* Actor)
  }
  const load = Effect.map(parts.needs(asked), (needs): Versioned<PayoutState> & PayoutNeeds => ({
    state: Payout.initial,
    version: 0,
    ...needs
  }))
  const { state } = yield* parts
    .runCommand({
      machine: Payout,
      commandTag: "Reserve",
      command: ({ approval }): PayoutCommand => ({ _tag: "Reserve", order: { ...asked, approval } }),
      partnerId,
      subjectId: asked.id,
      at: asked.createdAt,
      load,
      commit: ({ events, loaded: { rosterGuard }, next }) => {
        const state = recorded(next)
        const { order } = state
        return {
          aggregates: [{ _tag: "Payout", state, expectedVersion: 0 }],
          guards: [rosterGuard],
          entries: events.flatMap((event) => payoutEntries(order, event)),
          claims: [claimOf(idempotent, order.id)],
          jobs: [{ ...dispatchOf(order), dueAt: firstDueAt(order) }],
          announcements: announcementsOf(parts.settings, events, state)
        }
      }
    })
    .pipe(
      Effect.catchTags({
        LimitExceeded: () => parts.checks.uncovered(asked),
        PayoutCommandRefused: Effect.die,
        ApprovalRefused: Effect.die
      })
    )
  return recorded(state).order
})

/** What is due first: it is sent, or, while it waits for approvals, the end of their time. */
const firstDueAt = ({ approval, createdAt }: PayoutOrder): Instant =>
  Option.match(approval, { onNone: () => createdAt, onSome: ({ expiresAt }) => expiresAt })

const applyCommandTo = <Completion extends JobCompletion | undefined = undefined>(
  parts: Parts,
  payout: Versioned<RecordedPayout>,
  command: WorkCommand,
  completion?: Completion
) => {
  const { id, partnerId } = payout.state.order
  return Effect.flatMap(Clock.currentTimeMillis, (at) =>
    parts
      .runCommand({
        machine: Payout,
        command,
        partnerId,
        subjectId: id,
        at,
        load: knownFirst(payout, () => readPayout(parts, partnerId, id)),
        completion,
        commit: (decided) => payoutDraft(parts.settings, decided)
      })
      .pipe(
        // A payout moves only what it reserved, and nobody's say is asked here but that of the clock.
        Effect.catchTag("LimitExceeded", Effect.die),
        Effect.catchTag("ApprovalRefused", Effect.die),
        Effect.flatMap(({ events, state, version }) => {
          const applied = { state: recorded(state), version }
          return events.some(({ _tag }) => _tag === "PayoutSettledLate")
            ? Effect.as(
                raiseAlert("payout.settledLate", `payout ${id} was confirmed after its debit was returned`),
                applied
              )
            : Effect.succeed(applied)
        })
      )
  )
}

/** The same for a command that may be what the processing side says. */
const applyHeard = <Completion extends JobCompletion | undefined = undefined>(
  parts: Parts,
  payout: Versioned<RecordedPayout>,
  command: WorkCommand,
  completion?: Completion
) => {
  const { network } = payout.state.order
  const actor = payoutActor(command, { network, isOwn: parts.ownNetworks.includes(network) })
  const applied = applyCommandTo(parts, payout, command, completion)
  return actor === undefined ? applied : actingAs(actor, applied)
}

const resolvePayout = Effect.fn("Payouts.resolve")(function* (
  parts: Parts,
  id: PayoutId,
  outcome: "completed" | "failed",
  reason: string
) {
  const { states, wallets } = parts
  const partnerId = yield* Effect.flatMap(states.partnerOf(payout, id), orNotFound(payout.noun, id))
  const read = readPayout(parts, partnerId, id)
  const { network, reference } = (yield* read).state.order
  const transaction = yield* wallets.transaction(network, reference)
  // Else a transaction that waits for a wallet of this deployment would be signed despite the decision.
  if (Option.isSome(transaction) && transaction.value._tag === "queued")
    yield* wallets.abandon(transaction.value.order)
  const at = yield* Clock.currentTimeMillis
  const command: WorkCommand =
    outcome === "completed"
      ? { _tag: "Confirm", processingId: Option.none(), at }
      : { _tag: "GiveUp", reason, at }
  return yield* Effect.flatMap(read, (payout) => applyCommandTo(parts, payout, command)).pipe(
    Effect.map(({ state }) => state),
    Effect.catchTags({
      PayoutCommandRefused: () =>
        Effect.flatMap(read, ({ state }) =>
          Effect.fail(new InvalidState({ what: "payout", status: payoutStatus(state), command: outcome }))
        )
    })
  )
})
