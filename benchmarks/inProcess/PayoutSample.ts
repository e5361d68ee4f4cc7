/** Payouts to write, made before the clock starts, in the three shapes in which they are written. */
import { randomUUID } from "node:crypto"
import {
  type Commit,
  type EventRecord,
  emptyCommit,
  type PayoutEvent,
  type PayoutOrder,
  payoutClaims,
  payoutEntries,
  payoutJobs,
  payoutTexts,
  type RecordedPayout
} from "@quittance/core/adapter"
import { Option } from "effect"
import type { PayoutRows } from "../peers/payoutWriter.ts"
import { uuidV7 } from "../peers/uuidV7.ts"

const address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

const fingerprintOf = (order: PayoutOrder): string => order.id.replaceAll("-", "").repeat(2)

export const orderOf = (partnerId: string, index: number): PayoutOrder => ({
  id: uuidV7(),
  partnerId,
  // Random, as clients' keys are: each claim lands on a page of its own.
  idempotencyKey: randomUUID(),
  reference: randomUUID(),
  currency: "USDT",
  network: "tron",
  address,
  amountMinor: 1_000_000n + BigInt(index % 9_000_000),
  feeMinor: 2_000_000n,
  ...payoutTexts.given({ note: `payout ${index}` }),
  createdBy: Option.none(),
  approval: Option.none(),
  createdAt: Date.now()
})

/** What a caller of `payouts.create` brings. */
export const inputOf = ({ address, amountMinor, network, note }: PayoutOrder) => ({
  amount: Number(amountMinor) / 1_000_000,
  address,
  network,
  note: Option.getOrNull(note)
})

/** The same payout as rows. */
export const rowsOf = (order: PayoutOrder): PayoutRows => {
  const figures = {
    partnerId: order.partnerId,
    payoutId: order.id,
    idempotencyKey: order.idempotencyKey,
    amountMinor: Number(order.amountMinor),
    feeMinor: Number(order.feeMinor),
    totalMinor: Number(order.amountMinor + order.feeMinor),
    currency: order.currency,
    network: order.network,
    address: order.address,
    note: Option.getOrNull(order.note),
    createdAt: order.createdAt
  }
  return {
    ...figures,
    eventId: `evt_${uuidV7().replaceAll("-", "")}`,
    fingerprint: fingerprintOf(order)
  }
}

const commitOf = (
  order: PayoutOrder,
  state: RecordedPayout,
  events: ReadonlyArray<PayoutEvent>,
  jobs: Commit["jobs"]
): Commit => ({
  ...emptyCommit,
  aggregates: [{ _tag: "Payout", state, expectedVersion: 0 }],
  entries: events.flatMap((event) => payoutEntries(order, event)),
  claims: [
    {
      scope: payoutClaims.create,
      key: order.idempotencyKey,
      partnerId: order.partnerId,
      ownerId: order.id,
      fingerprint: Option.some(fingerprintOf(order)),
      expiresAt: Option.none()
    }
  ],
  events: events.map(
    (event): EventRecord => ({
      id: `evt_${uuidV7().replaceAll("-", "")}`,
      partnerId: order.partnerId,
      subjectId: order.id,
      version: 1,
      at: order.createdAt,
      actor: event._tag === "PayoutReserved" ? "key:key_0192b3c4d5e6f7008192a3b4c5d6e7f8" : "system",
      event
    })
  ),
  jobs
})

/** The same payout as the commit that creates it. */
export const reservationOf = (order: PayoutOrder): Commit => {
  const { createdAt, id, partnerId } = order
  const state = {
    _tag: "reserved",
    order,
    attempts: 0,
    calls: [],
    processingId: Option.none(),
    error: Option.none(),
    updatedAt: createdAt,
    approvalsGiven: Option.none()
  } as const
  const jobs = [{ kind: payoutJobs.dispatch, partnerId, subjectId: id, dueAt: createdAt }] as const
  return commitOf(order, state, [{ _tag: "PayoutReserved", order }], jobs)
}

/** A payout that was created and paid long ago, as one commit: a past, made quickly. */
export const pastOf = (order: PayoutOrder): Commit => {
  const { createdAt } = order
  const processingId = Option.some(`sandbox-${order.id}`)
  const state = {
    _tag: "confirmed",
    order,
    attempts: 1,
    calls: [],
    processingId,
    error: Option.none(),
    updatedAt: createdAt,
    approvalsGiven: Option.none(),
    completedAt: createdAt
  } as const
  return commitOf(
    order,
    state,
    [
      { _tag: "PayoutReserved", order },
      { _tag: "PayoutConfirmed", processingId, at: createdAt }
    ],
    []
  )
}
