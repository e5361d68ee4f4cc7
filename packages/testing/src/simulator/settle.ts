import {
  BankPaymentReader,
  defaultNetworks,
  Deposits,
  graceMillis,
  InvoiceReader,
  jobKinds,
  type PayoutOrder,
  PayoutReader,
  payoutStatus,
  sameTransfer,
  WebhookReader,
  WorkQueue
} from "@quittance/core"
import { Effect, Option } from "effect"
import type { Act } from "./Act.ts"
import { drain, reportTransfer, requestInvoice, requestPayout, resolve } from "./clientActs.ts"
import { callBack, requestFiat, tell } from "./fiatActs.ts"
import { readBooks } from "./finalBooks.ts"
import { checkKeptDocuments } from "./finalKyc.ts"
import type { Run } from "./Run.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"
import { noTrouble } from "./troubledStore.ts"
import { redeliver } from "./webhookActs.ts"

const hour = 60 * 60 * 1_000

/** Longer than the longest wait of the payout schedule with its spread. */
const payoutHop = 16 * hour

/** Longer than an invoice is open and watched. */
const watchHop = 9 * 24 * hour

/**
 * Ends all trouble and brings everything to its end: open payouts, money on its way, watched invoices, identities in check. What stays open
 * because the processing side is silent about it is decided by hand.
 */
export const settle = async (run: Run): Promise<void> => {
  const { chain, checker, mail, processor, rail, receivers, trouble, world } = run.surroundings
  world.note("world", "calms down")
  Object.assign(trouble, noTrouble)
  chain.isCalm = true
  processor.isCalm = true
  rail.isCalm = true
  mail.isCalm = true
  checker.isCalm = true
  receivers.isCalm = true
  world.deathOf = () => "none"

  const pass = (millis: number): void => {
    world.now += millis
    for (const { name } of defaultNetworks) chain.addBlocks(name, 200)
  }
  const [first, second] = run.processes
  if (first === undefined) return
  const drainAll = () => run.step([drain(first), ...(second === undefined ? [] : [drain(second)])])

  // Leases of the dead run out, then every payout gets its next attempts.
  for (let hop = 0; hop < 4; hop++) {
    pass(payoutHop)
    await drainAll()
  }
  checkKeptDocuments(run)
  for (const { id, reference } of await openPayouts(run)) {
    if (!processor.isSilentAbout(reference))
      world.faults.push(`payout ${id} is open although its outcome can be known`)
    processor.giveUp(reference)
    await run.step([resolve(first, id, "failed")])
  }
  for (let hop = 0; hop < 3; hop++) {
    pass(watchHop)
    await drainAll()
  }
  await checkWatched(run)
  await run.step(defaultNetworks.map(({ name }) => rescan(first, name)))
  await reportEverything(run, first)
  await checkFollowed(run)
  await tellEverything(run, first)
  await redeliverFailed(run, first)
  await repeatEverything(run, first)
  await checkQuiet(run)
}

/** Money that arrived when nobody watched any more. */
const rescan = (process: SimulatedProcess, network: string): Act => ({
  process,
  name: `rescan ${network}`,
  effect: Effect.flatMap(Deposits, (deposits) =>
    Effect.map(deposits.rescan(network), (count) => `${count} addresses`)
  ),
  refusals: []
})

/** Money of before the end of the watch is credited without anybody's doing; wallets are watched for good. */
const checkWatched = async (run: Run): Promise<void> => {
  const { deposits, invoices, wallets } = await readBooks(run)
  for (const { wallet } of wallets) {
    for (const shown of run.surroundings.chain.at(wallet.network, wallet.address)) {
      if (shown.reorganised || shown.amountMinor === 0n) continue
      const isCredited = deposits.some(
        ({ _tag, order }) => _tag === "credited" && order.walletId === wallet.id && sameTransfer(order, shown)
      )
      if (!isCredited) run.surroundings.world.faults.push(`nobody saw ${shown.txHash} of ${wallet.id}`)
    }
  }
  for (const { order, transfers } of invoices) {
    for (const shown of run.surroundings.chain.at(order.network, order.address)) {
      if (shown.reorganised || shown.amountMinor === 0n || shown.seenAt > order.watchUntil) continue
      const isCredited = transfers.some((each) => sameTransfer(each, shown) && each.status === "credited")
      if (!isCredited) run.surroundings.world.faults.push(`nobody saw ${shown.txHash} of ${order.id} in time`)
    }
  }
}

const allPayouts = async (run: Run) => {
  const pages = await Promise.all(
    run.partnerIds.map((partnerId) =>
      run.look(
        Effect.flatMap(PayoutReader, (payouts) => payouts.list(partnerId, {}, { page: 1, limit: 1_000 }))
      )
    )
  )
  return pages.flatMap(({ items }) => items)
}

const openPayouts = async (run: Run): Promise<ReadonlyArray<PayoutOrder>> =>
  (await allPayouts(run)).filter((payout) => payoutStatus(payout) === "PENDING").map(({ order }) => order)

/** The processing side tells of every transfer, twice: of those that nobody asked it about any more as well. */
const reportEverything = async (run: Run, process: SimulatedProcess): Promise<void> => {
  const { processor, world } = run.surroundings
  for (const { order } of await allPayouts(run)) {
    if (processor.transfersOf(order.reference).length === 0) continue
    await run.step([reportTransfer(process, order, world.now)])
    await run.step([reportTransfer(process, order, world.now)])
  }
}

/** What a bank took while it might is found by the follower, without anybody's doing. */
const checkFollowed = async (run: Run): Promise<void> => {
  const { rail, world } = run.surroundings
  for (const { invoiceId, partnerId, paymentId, receipt } of rail.operations) {
    if (paymentId === undefined) continue
    const [invoice, payments] = await run.look(
      Effect.all([
        Effect.flatMap(InvoiceReader, (invoices) => invoices.byId(partnerId, invoiceId)),
        Effect.flatMap(BankPaymentReader, (reader) => reader.ofInvoice(partnerId, invoiceId))
      ])
    )
    const isRecorded = payments.some(
      (payment) => "receipt" in payment && payment.receipt.operationId === receipt.operationId
    )
    const mattered = Option.exists(
      invoice,
      ({ state }) => receipt.bankTime <= state.order.expiresAt + graceMillis
    )
    if (mattered && !isRecorded) world.faults.push(`nobody found ${receipt.operationId} of ${paymentId}`)
  }
}

/** Banks and the rail tell of all money, twice: also of what nobody asked about any more. */
const tellEverything = async (run: Run, process: SimulatedProcess): Promise<void> => {
  for (const operation of run.surroundings.rail.operations) {
    const act = () =>
      operation.paymentId === undefined ? tell(process, operation) : callBack(process, operation.paymentId)
    await run.step([act()])
    await run.step([act()])
  }
}

/** What failed is asked for again, where its endpoint takes it: then it is delivered. */
const redeliverFailed = async (run: Run, process: SimulatedProcess): Promise<void> => {
  const { webhookLaws, world } = run.surroundings
  const enabled = new Set(
    webhookLaws.endpoints.filter(({ _tag }) => _tag === "enabled").map(({ order }) => order.id)
  )
  const failed = webhookLaws.deliveries.filter(
    ({ _tag, order }) => _tag === "failed" && enabled.has(order.endpointId)
  )
  await run.step(failed.map((delivery) => redeliver(process, delivery)))
  await run.step([drain(process)])
  const asked = new Set(failed.map(({ order }) => order.id))
  for (const { _tag, order } of webhookLaws.deliveries) {
    if (!asked.has(order.id) || _tag === "delivered") continue
    const found = await run.look(
      Effect.flatMap(WebhookReader, (reader) => reader.delivery(order.partnerId, order.id))
    )
    if (Option.isSome(found)) world.faults.push(`${order.id} was asked for again and is ${_tag}`)
  }
}

/** Every answered request is repeated: what was acknowledged is there. */
const repeatEverything = async (run: Run, process: SimulatedProcess): Promise<void> => {
  const { clients } = run
  await run.step([
    ...clients.payouts.filter(isAnswered).map((request) => requestPayout(process, clients, request)),
    ...clients.invoices.filter(isAnswered).map((request) => requestInvoice(process, clients, request)),
    ...clients.fiat.filter(isAnswered).map((request) => requestFiat(process, clients, request))
  ])
}

const isAnswered = ({ answer }: { readonly answer: unknown }): boolean => answer !== undefined

const checkQuiet = async (run: Run): Promise<void> => {
  for (const kind of jobKinds) {
    // Wallets are watched for good, messages are kept for long, and every day it is looked what is kept for too long.
    if (kind === "transit.watch" || kind === "webhook.prune" || kind === "kyc.retain") continue
    const next = await run.look(Effect.flatMap(WorkQueue, (queue) => queue.nextDueAt(kind)))
    if (Option.isSome(next))
      run.surroundings.world.faults.push(`there is still a ${kind} job when all is settled`)
  }
}
