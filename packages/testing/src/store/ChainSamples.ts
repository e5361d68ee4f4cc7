import { assert } from "@effect/vitest"
import {
  addressClaimKey,
  ChainJournal,
  type ChainTransactionOrder,
  ChainUpkeeps,
  ChainWallets,
  chainClaims,
  chainJobs,
  type FoundTransfer,
  type JobKind,
  type LeasedJob,
  ownClaim,
  type SignedForm,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import { commit, newEvent, newPartnerId, start } from "./StoreSamples.ts"

/** What checks of networks share: each has a network of its own. */

const services = Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)

export const checked = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.provide(body, services)

export const newNetwork = newPartnerId

const addressOf = (partnerId: string) => `0x${partnerId}`

/** A deposit address of a partner on a network. */
export const giveOut = Effect.fnUntraced(function* (network: string) {
  const partnerId = yield* newPartnerId
  const address = addressOf(partnerId)
  const owner = { id: "an invoice", partnerId }
  yield* commit({
    claims: [ownClaim(owner, chainClaims.depositAddress, addressClaimKey(network, address))],
    events: [yield* newEvent(partnerId, "an invoice", { at: start })]
  })
  return { partnerId, address }
})

export const found = (address: string, changes: Partial<FoundTransfer> = {}): FoundTransfer => ({
  address,
  sender: "0xsender",
  txHash: "0x01",
  position: 0,
  amountMinor: 5_000_000n,
  value: "5000000",
  blockHash: "0xb1",
  blockNumber: 10,
  seenAt: start,
  askedFor: 1,
  shownBy: ["node"],
  ...changes
})

export const leased = Effect.fnUntraced(function* (network: string, kind: JobKind) {
  const queue = yield* WorkQueue
  const now = yield* Clock.currentTimeMillis
  const jobs = yield* queue.claim({ kind, owner: network, now, leaseUntil: now + 30_000, limit: 1_000 })
  const job = jobs.find(({ subjectId }) => subjectId === network)
  for (const other of jobs) if (other !== job) yield* queue.release(other, other.dueAt)
  if (job === undefined) return yield* Effect.die(`${kind} of ${network} is not due`)
  return job
})

/** Ids are unique in a store. */
export const orderOf = (network: string, id: string, createdAt = start): ChainTransactionOrder => ({
  id: `${network}/${id}`,
  partnerId: network,
  purpose: "payout",
  payoutId: `payout ${id}`,
  payoutPartnerId: `partner ${id}`,
  sendBefore: Option.none(),
  recipient: "0xrecipient",
  amountMinor: 9_000_000_000_000_000n,
  contract: "",
  data: "",
  createdAt
})

export const formOf = (hash: string, isCancel = false): SignedForm => ({
  hash,
  bytes: `0x${"ab".repeat(200)}`,
  isCancel,
  maxFeeWei: 10n ** 30n,
  maxTipWei: 1n,
  at: start,
  expiresAt: 0
})

/** A wallet, with transactions in its network's queue. */
export const walletWith = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const network = yield* newNetwork
  yield* journal.begin(network)
  const wallet = { address: "0xwallet", partnerId: network, sealedKey: "sealed", nextNonce: 7 }
  assert.isTrue(yield* wallets.addWallet(wallet))
  for (const [index, id] of ids.entries()) yield* wallets.queue(orderOf(network, id, start + index))
  const job = yield* leased(network, chainJobs.send)
  const assign = (limit: number, lease: LeasedJob = job) =>
    wallets.assign(network, wallet.address, limit, lease, (_, queued) =>
      Effect.succeed({
        spent: [{ from: start, minor: 3n }],
        taken: queued.map((order) => ({ order, form: formOf(`0x${order.payoutId}`) }))
      })
    )
  return { network, wallet, wallets, job, assign }
})
