import { createQuittance, Ids, type QuittanceHost, type StorePorts } from "@quittance/core"
import {
  addressClaimKey,
  ChainJournal,
  ChainUpkeeps,
  ChainWallets,
  type Commit,
  chainClaims,
  chainJobs,
  emptyCommit,
  type JobKind,
  MemoryBlobStore,
  ownClaim,
  Pictures,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import { photo, simulatedPictures } from "../simulator/outside/personFiles.ts"
import { fixtureHistoryFaults } from "./fixtureHistories.ts"

const hostOn = (store: Layer.Layer<StorePorts, unknown>) =>
  createQuittance({
    store,
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    workers: false,
    blobStore: MemoryBlobStore.layer,
    pictures: Layer.succeed(Pictures, simulatedPictures)
  })

const subscriber = "books"

const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

/** Writes some of every concept into a new sandbox, by the services, and closes it. */
export const writeFixture = async (store: Layer.Layer<StorePorts, unknown>): Promise<void> => {
  const host = await hostOn(store)
  const { partnerId } = await host.keys.create({ partner: "shop" })
  const { partnerId: branch } = await host.keys.create({ partner: "branch" })
  for (const [user, role] of [
    ["anna", "owner"],
    ["boris", "finance"]
  ] as const)
    await host.rosters.addMember(branch, { user, role })
  await host.rosters.setTier(branch, { from: 100, approvers: 1 })
  await host.rosters.addAddress(branch, { network: "tron", address: tron, label: "our supplier" })
  await host.as("user:anna").rosters.setTiers(branch, { tiers: [] })
  await host.partners.setTerms("shop", { feePayer: "payer" })
  await host.branding.set(partnerId, { name: "Corner Shop", colour: "#0a7d5c", logo: photo("our sign") })
  await host.webhooks.create(partnerId, { url: "https://shop.test/hooks", events: ["invoice.paid"] })
  await host.balances.adjust(partnerId, { amount: 10_000, reason: "start" })
  // Whoever ran by this name is gone, so the events wait.
  await (await host.on("invoice.paid", { name: subscriber, from: "now" }, () => undefined)).stop()
  for (let each = 0; each < 30; each++)
    await host.payouts.create(partnerId, `payout-${each}`, {
      ...{ amount: 10 + each, address: tron, network: "tron" },
      ...(each % 2 === 0 ? { note: `rent ${each}` } : {})
    })
  for (let each = 0; each < 12; each++) {
    const made = await host.cryptoInvoices.create(partnerId, {
      ...{ externalId: `order-${each}`, amount: 20, network: "tron" }
    })
    if (each % 3 === 0) await host.sandbox.deposit(partnerId, { address: made.address, amount: 20 })
    if (each % 3 === 1) await host.sandbox.deposit(partnerId, { address: made.address, amount: 7 })
    if (each === 11) await host.cryptoInvoices.cancel(partnerId, made.id)
  }
  for (let each = 0; each < 15; each++) {
    const made = await host.invoices.create(
      partnerId,
      { amount: 5 + each, currency: "USD", description: `order ${each}` },
      `invoice-${each}`
    )
    if (each % 3 === 0) await host.sandbox.pay(partnerId, made.id)
    if (each === 14) await host.invoices.redact(partnerId, made.id).catch(() => undefined)
  }
  await host.batches.import(partnerId, {
    file: "amount,currency,email,externalId\n5,USD,a@example.com,one\n60,RUB,,two\n70,RUB,,three\n"
  })
  const wallet = await host.transit.wallets.create(partnerId, { label: "till", network: "tron" })
  await host.sandbox.deposit(partnerId, { address: wallet.address, amount: 33 })
  await host.kyc.create(partnerId, { level: "basic", metadata: { customer: "c-17" } })
  await host.drain()
  await host.close()
  await Effect.runPromise(Effect.provide(onNetwork, Layer.provideMerge(services, store)))
}

const services = Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer).pipe(
  Layer.provideMerge(Ids.layer)
)

const at = 1_767_225_600_000
const network = "anvil"
const address = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

/** What a server keeps of a network on which it acts by itself. */
const onNetwork = Effect.gen(function* () {
  const [journal, upkeeps, wallets] = [yield* ChainJournal, yield* ChainUpkeeps, yield* ChainWallets]
  yield* journal.begin(network)
  yield* journal.recordFactory(network, "0x5fbdb2315678afecb367f032d93f642f64180aa3")
  const { commit } = yield* Store
  const owner = { id: "an invoice", partnerId: "prt_sample" }
  const event: Commit["events"][number] = {
    ...{ id: "evt_sample", partnerId: owner.partnerId, subjectId: owner.id, version: 1, at, actor: "system" },
    event: { _tag: "BalanceAdjusted", amountMinor: 0n, reason: "sample" }
  }
  yield* commit({
    ...emptyCommit,
    claims: [ownClaim(owner, chainClaims.depositAddress, addressClaimKey(network, address))],
    events: [event]
  })
  const reading = yield* leased(chainJobs.read)
  yield* journal.moveTo(network, [{ number: 10, hash: "0xb1" }], reading)
  for (const position of [0, 1]) {
    const found = {
      ...{ address, sender: "0xsender", txHash: "0x01", position, amountMinor: 5_000_000n, value: "5000000" },
      ...{ blockHash: "0xb1", blockNumber: 10, seenAt: at, askedFor: 1, shownBy: ["node"] }
    }
    yield* journal.see(network, found, reading)
  }
  yield* wallets.addWallet({ address: "0xwallet", partnerId: network, sealedKey: "sealed", nextNonce: 0 })
  yield* wallets.queue({
    ...{
      id: `${network}/one`,
      partnerId: network,
      payoutId: "p",
      payoutPartnerId: "q",
      sendBefore: Option.none(),
      amountMinor: 5n
    },
    ...{ purpose: "payout", recipient: "0xrecipient", contract: "", data: "", createdAt: at }
  })
  const sweeping = yield* leased(chainJobs.sweep)
  yield* upkeeps.queueSweeps(network, () => Effect.succeed({ orders: [], sweptBlock: 7 }), sweeping)
})

const leased = Effect.fnUntraced(function* (kind: JobKind) {
  const queue = yield* WorkQueue
  const now = yield* Clock.currentTimeMillis
  const [job] = yield* queue.claim({ kind, owner: "fixture", now, leaseUntil: now + 30_000, limit: 1 })
  return job === undefined ? yield* Effect.die(`${kind} is not due`) : job
})

/** What the fixture is used for by later versions: it is in order, takes new things, and is in order after that. */
export const useFixture = async (
  store: Layer.Layer<StorePorts, unknown>
): Promise<{ readonly faults: ReadonlyArray<string>; readonly payoutCount: number }> => {
  const host = await hostOn(store)
  const before = await host.verifyLedger()
  const { id } = await host.partners.ensure("shop")
  const histories = await fixtureHistoryFaults(host, id)
  await host.payouts.create(id, "payout-of-later", { amount: 11, address: tron, network: "tron" })
  const again = await host.payouts.create(id, "payout-2", {
    ...{ amount: 12, address: tron, network: "tron", note: "rent 2" }
  })
  const invoice = await host.invoices.create(id, { amount: 5, currency: "USD" }, "invoice-of-later")
  await host.sandbox.pay(id, invoice.id)
  const crypto = await host.cryptoInvoices.getByExternalId(id, "order-2")
  await host.sandbox.deposit(id, { address: crypto.address, amount: 20 })
  await host.drain()
  const { total } = await host.payouts.list(id)
  const subscribed = await fixtureSubscriptionFaults(host)
  const after = await host.verifyLedger()
  await host.close()
  return {
    faults: [
      ...before.faults,
      ...after.faults,
      ...histories,
      ...subscribed,
      ...(again.replayed ? [] : ["a payout of before was made again"])
    ],
    payoutCount: Number(total)
  }
}

/** Whoever runs by the name of the subscriber gets what has waited for it. Stores of before have none. */
const fixtureSubscriptionFaults = async (host: QuittanceHost): Promise<ReadonlyArray<string>> => {
  const found = (await host.subscribers.list()).find(({ name }) => name === subscriber)
  if (found === undefined) return []
  let handled = 0
  const { stop } = await host.on("invoice.paid", { name: subscriber, from: "now" }, () => {
    handled += 1
  })
  await host.drain()
  await stop()
  const left = (await host.subscribers.list()).find(({ name }) => name === subscriber)
  return handled === found.waiting && handled > 0 && left?.waiting === 0
    ? []
    : [`of ${found.waiting} events that waited for a subscriber, ${handled} came`]
}
