import { assert } from "@effect/vitest"
import { Ids, noFee } from "@quittance/core"
import {
  type AccountName,
  addressClaimKey,
  type Claim,
  type Commit,
  CryptoInvoice,
  type CryptoInvoiceOrder,
  type CryptoTransfer,
  chainClaims,
  cryptoInvoiceClaims,
  type Erasure,
  type EventRecord,
  emptyCommit,
  eventPrefix,
  type Instant,
  type IssuedCryptoInvoice,
  issued,
  type JournalEntry,
  LedgerReader,
  millisPerDay,
  millisPerHour,
  type Partner,
  type PartnerId,
  type PayoutOrder,
  type Posting,
  partnerClaims,
  partnerPrefix,
  partnersOf,
  payoutClaims,
  payoutEntries,
  payoutJobs,
  payoutTexts,
  type RecordedPayout,
  Store
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"

/**
 * What store checks write. Everything belongs to a partner that the check makes for itself, so checks on a shared store
 * do not affect each other.
 */

/** 2026-01-01T00:00:00Z, the default instant of everything. */
export const start: Instant = 1_767_225_600_000

/** Writes a commit, which belongs to one partner. A commit without an event gets one of that partner. */
export const commit = Effect.fnUntraced(function* (part: Partial<Commit>) {
  const store = yield* Store
  const named = { ...emptyCommit, ...part }
  const [partnerId = "", ...others] = partnersOf(named)
  assert.isEmpty(others, "a commit is of one partner")
  yield* store.commit({ ...named, events: part.events ?? [yield* newEvent(partnerId, "adj_sample")] })
})

/** A commit that only erases, which needs no event. */
export const erase = (...erasures: ReadonlyArray<Erasure>) => commit({ erasures, events: [] })

export const newEvent = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  subjectId: string,
  more: Partial<EventRecord> = {}
) {
  const ids = yield* Ids
  const event: EventRecord = {
    id: yield* ids.prefixed(eventPrefix),
    partnerId,
    subjectId,
    version: 1,
    at: start,
    actor: "system",
    event: { _tag: "BalanceAdjusted", amountMinor: 1n, reason: "sample" },
    ...more
  }
  return event
})

/** A partner of its own for one check, written. */
export const newPartner = Effect.gen(function* () {
  const ids = yield* Ids
  const id = yield* ids.prefixed(partnerPrefix)
  const partner: Partner = { id, name: `name of ${id}`, terms: {}, createdAt: start }
  const event = { _tag: "PartnerCreated", name: partner.name } as const
  yield* commit({
    aggregates: [{ _tag: "Partner", state: partner, expectedVersion: 0 }],
    claims: [claimBy(id, { scope: partnerClaims.name, key: partner.name, ownerId: id })],
    events: [yield* newEvent(id, id, { event })]
  })
  return partner
})

export const newPartnerId = Effect.map(newPartner, ({ id }) => id)

export const claimBy = (
  partnerId: PartnerId,
  claim: Pick<Claim, "scope" | "key" | "ownerId"> & Partial<Claim>
): Claim => ({ partnerId, fingerprint: Option.none(), expiresAt: Option.none(), ...claim })

/** A payout of 5 USDT with a fee of 1 that belongs to the partner, as it is when it is created. Not written. */
export const newPayout = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<PayoutOrder> = {}
): Effect.fn.Return<RecordedPayout, never, Ids> {
  const ids = yield* Ids
  const id = yield* ids.uuid
  const order: PayoutOrder = {
    id,
    partnerId,
    idempotencyKey: `key of ${id}`,
    reference: id,
    currency: "USDT",
    network: "polygon",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    amountMinor: 5_000_000n,
    feeMinor: 1_000_000n,
    ...payoutTexts.given({}),
    createdAt: start,
    createdBy: Option.none(),
    approval: Option.none(),
    ...more
  }
  const payout: RecordedPayout = {
    _tag: "reserved",
    order,
    attempts: 0,
    calls: [],
    processingId: Option.none(),
    error: Option.none(),
    updatedAt: order.createdAt,
    approvalsGiven: Option.none()
  }
  return payout
})

/** The commit that creates a payout: aggregate, entry, claim, event and job. */
export const reserving = Effect.fnUntraced(function* ({ order }: RecordedPayout, state?: RecordedPayout) {
  const { createdAt, id, idempotencyKey, partnerId } = order
  const event = { _tag: "PayoutReserved", order } as const
  const reserved = state ?? (yield* newPayout(partnerId, order))
  const whole: Commit = {
    ...emptyCommit,
    aggregates: [{ _tag: "Payout", state: reserved, expectedVersion: 0 }],
    entries: payoutEntries(order, event),
    claims: [
      claimBy(partnerId, {
        scope: payoutClaims.create,
        key: idempotencyKey,
        ownerId: id,
        fingerprint: Option.some("f".repeat(64))
      })
    ],
    events: [yield* newEvent(partnerId, id, { at: createdAt, event })],
    jobs: [{ kind: payoutJobs.dispatch, partnerId, subjectId: id, dueAt: createdAt }]
  }
  return whole
})

/** An invoice over 10 USDT as it is when it is issued. Not written. */
export const newCryptoInvoice = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<CryptoInvoiceOrder> = {}
): Effect.fn.Return<IssuedCryptoInvoice, never, Ids> {
  const ids = yield* Ids
  const id = yield* ids.uuid
  const createdAt = more.createdAt ?? start
  const order: CryptoInvoiceOrder = {
    id,
    partnerId,
    externalId: `order of ${id}`,
    token: yield* ids.token(16),
    network: "ethereum",
    currency: "USDT",
    address: `0x${yield* ids.token(20)}`,
    addressSalt: yield* ids.token(16),
    amountMinor: 10_000_000n,
    expectedMinor: 10_000_000n,
    feeMinor: 0n,
    netMinor: 10_000_000n,
    toleranceMinor: Option.some(10_000n),
    feePayer: "merchant",
    feeTerms: noFee,
    requiredConfirmations: 12,
    description: Option.none(),
    customerName: Option.none(),
    customerEmail: Option.none(),
    successUrl: Option.none(),
    cancelUrl: Option.none(),
    createdAt,
    expiresAt: createdAt + millisPerHour,
    watchUntil: createdAt + millisPerHour + 7 * millisPerDay,
    ...more
  }
  return issued(CryptoInvoice.evolve(CryptoInvoice.initial, { _tag: "CryptoInvoiceIssued", order }))
})

/** The transfers of one transaction to an invoice, one in each state. Not written. */
export const newCryptoTransfers = ({
  id,
  network,
  partnerId
}: CryptoInvoiceOrder): ReadonlyArray<CryptoTransfer> => {
  const sent = (logIndex: number) => ({
    order: { id: `${id}-${logIndex}`, partnerId, invoiceId: id, network, txHash: id, logIndex },
    amountMinor: 1_000_000n,
    rest: Option.some(logIndex === 0 ? 1n : 10n ** 30n - 1n),
    confirmations: 3,
    seenAt: start,
    creditedAt: logIndex % 2 === 0 ? Option.none<number>() : Option.some(start + 1)
  })
  return [
    { _tag: "seen", ...sent(0) },
    { _tag: "credited", ...sent(1), feeMinor: 1n },
    { _tag: "dropped", ...sent(2) },
    { _tag: "reversed", ...sent(3) }
  ]
}

/** The commit that issues an invoice, in whatever state it is given. */
export const issuing = Effect.fnUntraced(function* (invoice: IssuedCryptoInvoice) {
  const { address, createdAt, externalId, id, network, partnerId } = invoice.order
  const whole: Commit = {
    ...emptyCommit,
    aggregates: [{ _tag: "CryptoInvoice", state: invoice, expectedVersion: 0 }],
    claims: [
      claimBy(partnerId, { scope: cryptoInvoiceClaims.create, key: externalId, ownerId: id }),
      claimBy(partnerId, {
        scope: chainClaims.depositAddress,
        key: addressClaimKey(network, address),
        ownerId: id
      })
    ],
    events: [
      yield* newEvent(partnerId, id, {
        at: createdAt,
        event: { _tag: "CryptoInvoiceIssued", order: invoice.order }
      })
    ]
  }
  return whole
})

export const entryOf = (
  partnerId: PartnerId,
  postings: ReadonlyArray<Posting>,
  more: Partial<JournalEntry> = {}
): JournalEntry => ({
  partnerId,
  currency: "USDT",
  kind: "balance.adjusted",
  subjectId: "adj_sample",
  at: start,
  postings,
  limit: "enforced",
  ...more
})

/** Credits `available` against `adjustments`, or debits it if the amount is negative. */
export const adjusting = (
  partnerId: PartnerId,
  amountMinor: bigint,
  more: Partial<JournalEntry> = {}
): JournalEntry => {
  const [debit, credit]: readonly [AccountName, AccountName] =
    amountMinor < 0n ? ["available", "adjustments"] : ["adjustments", "available"]
  const magnitude = amountMinor < 0n ? -amountMinor : amountMinor
  return entryOf(partnerId, [{ debit, credit, amountMinor: magnitude }], more)
}

/** A partner of its own with that much available. */
export const newFundedPartnerId = Effect.fnUntraced(function* (availableMinor: bigint) {
  const partnerId = yield* newPartnerId
  yield* commit({
    entries: [adjusting(partnerId, availableMinor)],
    events: [yield* newEvent(partnerId, "adj_fund")]
  })
  return partnerId
})

export const balancesOf = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const ledger = yield* LedgerReader
  return yield* ledger.balances(partnerId, "USDT")
})
