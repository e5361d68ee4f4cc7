import {
  type Commit,
  emptyCommit,
  type PayoutOrder,
  payoutClaims,
  payoutEntries,
  payoutJobs,
  payoutTexts,
  type RecordedPayout
} from "@quittance/core/adapter"
import { Option } from "effect"

/** Commits of payouts with ids that are made of a name, so that another process knows them too. */

export const partnerId = "prt_sample"
export const start = 1_767_225_600_000

/** Credits `available` by an adjustment. */
export const funding = (name: string, amountMinor: bigint): Commit => ({
  ...emptyCommit,
  entries: [
    {
      partnerId,
      currency: "USDT",
      kind: "balance.adjusted",
      subjectId: name,
      at: start,
      limit: "enforced",
      postings: [{ debit: "adjustments", credit: "available", amountMinor }]
    }
  ],
  events: [
    {
      id: `evt_${name}`,
      partnerId,
      subjectId: name,
      version: 1,
      at: start,
      actor: "system",
      event: { _tag: "BalanceAdjusted", amountMinor, reason: "sample" }
    }
  ]
})

/** Creates the payout of this name: 1 USDT, no fee. Its idempotency key is the name too, if no other is given. */
export const reserving = (name: string, idempotencyKey = name, amountMinor = 1_000_000n): Commit => {
  const order: PayoutOrder = {
    id: name,
    partnerId,
    idempotencyKey,
    reference: name,
    currency: "USDT",
    network: "tron",
    address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    amountMinor,
    feeMinor: 0n,
    ...payoutTexts.given({}),
    createdBy: Option.none(),
    approval: Option.none(),
    createdAt: start
  }
  const event = { _tag: "PayoutReserved", order } as const
  const state: RecordedPayout = {
    _tag: "reserved",
    order,
    attempts: 0,
    calls: [],
    processingId: Option.none(),
    error: Option.none(),
    updatedAt: start,
    approvalsGiven: Option.none()
  }
  return {
    ...emptyCommit,
    aggregates: [{ _tag: "Payout", state, expectedVersion: 0 }],
    entries: payoutEntries(order, event),
    claims: [
      {
        scope: payoutClaims.create,
        key: idempotencyKey,
        partnerId,
        ownerId: name,
        fingerprint: Option.none(),
        expiresAt: Option.none()
      }
    ],
    events: [
      { id: `evt_${name}`, partnerId, subjectId: name, version: 1, at: start, actor: "key:key_sample", event }
    ],
    jobs: [{ kind: payoutJobs.dispatch, partnerId, subjectId: name, dueAt: start }]
  }
}
