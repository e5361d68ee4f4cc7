import { assert, it } from "@effect/vitest"
import { Option } from "effect"
import type { ChainCursor } from "../../../src/concepts/chain/ChainCursor.ts"
import type { ChainWallet } from "../../../src/concepts/chain/ChainWallet.ts"
import { firstIssued } from "../../../src/concepts/invoice/InvoiceAsOf.ts"
import { payoutClaims, payoutJobs } from "../../../src/concepts/payout/payoutNames.ts"
import { ownClaim } from "../../../src/kernel/ports/Claim.ts"
import { type Commit, emptyCommit, partnersOf } from "../../../src/kernel/ports/Store.ts"

const job = { kind: payoutJobs.dispatch, partnerId: "prt_1", subjectId: "pay_1", dueAt: 0 } as const
const claim = ownClaim({ id: "pay_1", partnerId: "prt_1" }, payoutClaims.create, "key")
const message = { id: "evt_1", partnerId: "prt_1", type: "invoice.paid", createdAt: 0, body: "{}" } as const
const invoice = firstIssued({
  ...{ id: "inv_1", partnerId: "prt_1", token: "token", source: "api", amountMinor: 1n, currency: "USD" },
  ...{
    description: Option.none(),
    metadata: "{}",
    redirectUrl: Option.none(),
    cancelUrl: Option.none(),
    externalId: Option.none()
  },
  ...{ batchId: Option.none(), reference: Option.none(), creditorReference: Option.none() },
  ...{ customerEmail: Option.none() },
  ...{ createdAt: 0, expiresAt: 1 }
})
const wallet: ChainWallet = {
  ...{ id: "0x1", partnerId: "prt_1", address: "0x1", sealedKey: "", createdAt: 0 },
  ...{ nextNonce: 0, spent: [], updatedAt: 0 }
}
const cursor: ChainCursor = {
  ...{ id: "prt_1", firstBlock: 0, createdAt: 0, blockNumber: 0, blocks: [], updatedAt: 0 }
}
const partner = { id: "prt_1", name: "shop", terms: {}, createdAt: 0 }

const parts: { readonly [part: string]: Partial<Commit> } = {
  "a state with an order": { aggregates: [{ _tag: "Invoice", state: invoice, expectedVersion: 0 }] },
  "a record": { aggregates: [{ _tag: "ChainWallet", state: wallet, expectedVersion: 0 }] },
  "a partner": { aggregates: [{ _tag: "Partner", state: partner, expectedVersion: 0 }] },
  "the cursor of a network": { aggregates: [{ _tag: "ChainCursor", state: cursor, expectedVersion: 0 }] },
  "a guard": { guards: [{ _tag: "Payout", partnerId: "prt_1", id: "pay_1", version: 0 }] },
  "an entry": {
    entries: [
      {
        ...{ partnerId: "prt_1", currency: "USDT", kind: "balance.adjusted", subjectId: "adj_1" },
        ...{ at: 0, postings: [], limit: "waived" }
      }
    ]
  },
  "a claim": { claims: [claim] },
  "an event": {
    events: [
      {
        ...{ id: "evt_1", partnerId: "prt_1", subjectId: "prt_1", version: 1, at: 0, actor: "system" },
        event: { _tag: "PartnerTermsChanged" }
      }
    ]
  },
  "a counter": { counters: [{ _tag: "Wallet", partnerId: "prt_1", walletId: "wal_1", changeMinor: 1n }] },
  "a message": { outbox: [{ _tag: "Posted", message, fanOut: "queued" }] },
  "a message that is fanned out": {
    outbox: [{ _tag: "FannedOut", partnerId: "prt_1", messageId: "evt_1", through: "all" }]
  },
  "a claim that is released": { erasures: [{ _tag: "Claim", claim }] },
  "a message that is erased": {
    erasures: [{ _tag: "WebhookMessage", partnerId: "prt_1", messageId: "evt_1" }]
  },
  "a job": { jobs: [job] },
  "a job that is completed": { completion: { _tag: "Done", job: { ...job, fence: 1, leaseUntil: 1 } } }
}

for (const [part, commit] of Object.entries(parts))
  it(`${part} says whose a commit is`, () => {
    const own = partnersOf({ ...emptyCommit, ...commit })
    assert.deepStrictEqual([...own], ["prt_1"])
  })

it("a commit of nothing is nobody's", () => assert.isEmpty([...partnersOf(emptyCommit)]))
