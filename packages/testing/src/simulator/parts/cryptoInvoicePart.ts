import { CryptoInvoices, Deposits, defaultNetworks } from "@quittance/core"
import {
  type Commit,
  type CryptoInvoiceOrder,
  type CryptoTransfer,
  cryptoInvoiceClaims,
  divideHalfEven,
  type EventRecord,
  exceptionOf,
  feeOn,
  type IssuedCryptoInvoice,
  sameTransfer
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ChainTransfer } from "../outside/SimulatedChain.ts"
import type { Act, Part } from "../Part.ts"
import { Request } from "../Request.ts"
import type { Run } from "../Run.ts"
import { readUsdtBooks, reportDuplicates, standing, wholeOf } from "./usdtBooks.ts"

export const networks = ["tron", "ethereum", "bsc"] as const

/** Crypto invoices, and the networks on which they are paid, which grow and reorganise. */
export const cryptoInvoicePart = (run: Run): Part => {
  const { chance, outside, world } = run
  const { chain } = outside
  const requests: Array<Request<CryptoInvoiceOrder>> = []
  /** Often the newest, so that much happens to one. */
  const chooseIssued = () => {
    const issued = requests.flatMap(({ answer }) => answer ?? [])
    return chance.happens(0.5) ? issued.at(-1) : chance.oneOfAny(issued)
  }

  const newInvoice = (): Act => {
    const { partnerId } = run
    const key = `invoice-${requests.length + 1}`
    const input = {
      amount: chance.oneOf([1, 1, 10, 10, 33.333333, 250.5, 100_001]),
      network: chance.oneOf(networks),
      externalId: key,
      expiresInMinutes: chance.oneOf([5, 60, 1440])
    }
    const request = new Request<CryptoInvoiceOrder>(run, {
      scope: cryptoInvoiceClaims.create,
      noun: "invoice",
      partnerId,
      key,
      input,
      carryOut: Effect.flatMap(CryptoInvoices, (invoices) =>
        Effect.map(invoices.create(partnerId, input), ({ replayed, value }) => ({
          replayed,
          order: value.order
        }))
      ),
      refusals: [
        "AmountOutOfRange",
        "UnsupportedNetwork",
        "InvalidInput",
        "DepositAddressesUnavailable",
        "StoreOnHold"
      ]
    })
    requests.push(request)
    return request.send()
  }

  const changeChain = (): void => {
    const transfer = chance.happens(0.5) ? chain.transfers.at(-1) : chance.oneOfAny(chain.transfers)
    const invoice = chooseIssued()
    const kind = chance.oneOf(["send", "send", "send", "blocks", "drop", "reappear"])
    if (kind === "blocks") {
      const network = chance.oneOf(networks)
      const count = chance.oneOf([1, 5, 30])
      chain.addBlocks(network, count)
      world.note("chain", `${count} blocks on ${network}`)
    } else if (kind === "send" && invoice !== undefined) {
      const { expectedMinor } = invoice
      sendMoney(run, invoice, [
        expectedMinor,
        expectedMinor,
        expectedMinor / 2n,
        expectedMinor - expectedMinor / 2n,
        expectedMinor * 2n,
        expectedMinor - 1n,
        1n,
        0n
      ])
    } else if (kind === "drop" && transfer !== undefined) {
      chain.drop(transfer)
      world.note("chain", `${nameOf(transfer)} dropped`)
    } else if (kind === "reappear" && transfer?.dropped === true) {
      chain.reappear(transfer)
      world.note("chain", `${nameOf(transfer)} is back`)
    }
  }

  return {
    name: "crypto invoices",
    weight: 18,
    happens: () => {
      if (chance.happens(0.25)) changeChain()
    },
    acts: () => {
      const request = chance.oneOfAny(requests)
      const issued = chooseIssued()
      return [
        [2, newInvoice],
        [1, () => request?.send()],
        [2, () => issued && readInvoice(issued, () => world.now)],
        [1, () => issued && cancelInvoice(issued)],
        [2, () => issued && refreshDeposit(issued)]
      ]
    },
    brokenBy: ({ aggregates, events }: Commit) => {
      const invoices = aggregates.flatMap((write) => (write._tag === "CryptoInvoice" ? [write.state] : []))
      return events.flatMap(({ event }) =>
        event._tag === "TransferCredited"
          ? invoices.flatMap((invoice) => brokenCredit(run, invoice, event))
          : []
      )
    },
    settle: {
      watched: () => checkWatched(run),
      reported: () => run.step(defaultNetworks.map(({ name }) => rescan(name)))
    },
    closeBooks: async () => {
      const { invoices, transfers } = await readUsdtBooks(run)
      for (const invoice of invoices) checkInvoice(run, invoice, transfers.get(invoice.order.id))
      reportDuplicates(
        run,
        "invoice",
        invoices.map(({ order }) => `${order.partnerId} ${order.externalId}`)
      )
    }
  }
}

/** Somebody sends one of these amounts to an address. */
export const sendMoney = (
  { chance, outside, world }: Run,
  { address, network }: Pick<ChainTransfer, "address" | "network">,
  amountsMinor: readonly [bigint, ...ReadonlyArray<bigint>]
): void => {
  const amountMinor = chance.oneOf(amountsMinor)
  const sent = outside.chain.send(network, address, amountMinor, chance.oneOf([0, 1, 12, 20, 40]))
  world.note("chain", `${nameOf(sent)} of ${amountMinor} to ${address}`)
}

const nameOf = ({ logIndex, txHash }: Pick<ChainTransfer, "logIndex" | "txHash">): string =>
  `${txHash}/${logIndex}`

/** A host's own watcher tells of a transfer. */
export const refreshDeposit = ({ address, network }: Pick<ChainTransfer, "address" | "network">): Act => ({
  name: `refresh ${address}`,
  effect: Effect.flatMap(Deposits, (deposits) =>
    Effect.map(deposits.refresh(network, address), (target) =>
      target._tag === "wallet" ? target._tag : statusOf(target)
    )
  ),
  refusals: ["DepositAddressesUnavailable"]
})

/** Money that arrived when nobody watched any more. */
const rescan = (network: string): Act => ({
  name: `rescan ${network}`,
  effect: Effect.flatMap(Deposits, (deposits) =>
    Effect.map(deposits.rescan(network), (count) => `${count} addresses`)
  )
})

/** Reads an invoice and looks at its clock: after the expiry nobody may be told to pay. */
const readInvoice = ({ expiresAt, id, partnerId }: CryptoInvoiceOrder, now: () => number): Act => ({
  name: `read ${id}`,
  effect: Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    const askedAt = now()
    const invoice = yield* invoices.get(partnerId, id)
    if (invoice._tag === "pending" && askedAt >= expiresAt)
      return yield* Effect.die(new Error(`invoice ${id} was pending after its expiry`))
    return statusOf(invoice)
  })
})

const statusOf = (invoice: IssuedCryptoInvoice): string =>
  exceptionOf(invoice) === "reorganised" ? `${invoice._tag} after a reorganisation` : invoice._tag

const cancelInvoice = ({ id, partnerId }: CryptoInvoiceOrder): Act => ({
  name: `cancel ${id}`,
  effect: Effect.flatMap(CryptoInvoices, (invoices) =>
    Effect.map(invoices.cancel(partnerId, id), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState"]
})

/** Credited means that the money is there for good. */
const brokenCredit = (
  { outside: { chain } }: Run,
  { order }: IssuedCryptoInvoice,
  event: Extract<EventRecord["event"], { readonly _tag: "TransferCredited" }>
): ReadonlyArray<string> => {
  const transfer = chain.at(order.network, order.address).find((each) => sameTransfer(each, event))
  const name = `${nameOf(event)} of ${order.id}`
  if (transfer === undefined || transfer.dropped) return [`${name} was credited and is not on the network`]
  const confirmations = chain.confirmationsOf(transfer)
  // The sum of the invoice is rounded down, not the transfer by itself.
  const beyond = event.amountMinor - transfer.amountMinor
  const isRight = beyond === 0n || (beyond === 1n && transfer.rest > 0n)
  return confirmations >= order.requiredConfirmations && isRight
    ? []
    : [`${name} was credited with ${event.amountMinor} and ${confirmations} confirmations`]
}

/** Money of before the end of the watch is credited without anybody's doing. */
const checkWatched = async (run: Run): Promise<void> => {
  const { invoices, transfers } = await readUsdtBooks(run)
  for (const { order } of invoices) {
    const recorded = transfers.get(order.id) ?? []
    for (const shown of run.outside.chain.at(order.network, order.address)) {
      const isNothing = shown.amountMinor === 0n && shown.rest === 0n
      if (shown.reorganised || isNothing || shown.seenAt > order.watchUntil) continue
      const isCredited = recorded.some((each) => sameTransfer(each.order, shown) && each._tag === "credited")
      if (!isCredited) run.say(`nobody saw ${shown.txHash} of ${order.id} in time`)
    }
  }
}

/** Every transfer that stands is credited exactly once, and no other. */
const checkInvoice = (
  run: Run,
  invoice: IssuedCryptoInvoice,
  transfers: ReadonlyArray<CryptoTransfer> = []
): void => {
  const { order } = invoice
  const credited = transfers.filter(({ _tag }) => _tag === "credited").map((each) => nameOf(each.order))
  const there = standing(run, order)
  const due = there.map(nameOf)
  if (credited.toSorted().join() !== due.toSorted().join())
    run.say(`invoice ${order.id} credited [${credited}], and [${due}] stand on the network`)
  if (invoice._tag === "pending" || invoice._tag === "confirming")
    run.say(`invoice ${order.id} is still ${invoice._tag} when all is settled`)
  if (due.length === 0 && transfers.length > 0 && exceptionOf(invoice) !== "reorganised")
    run.say(`invoice ${order.id} does not tell that all it saw has vanished`)
  const shown = run.outside.chain.at(order.network, order.address)
  if (shown.some(({ reorganised }) => reorganised)) return
  // Without reorganisations the fee and the status follow from the sum alone.
  const received = wholeOf(there)
  const charged = transfers.reduce((sum, each) => sum + (each._tag === "credited" ? each.feeMinor : 0n), 0n)
  const owed =
    order.feePayer === "merchant"
      ? feeOn(received, order.feeTerms)
      : divideHalfEven(
          order.feeMinor * (received < order.expectedMinor ? received : order.expectedMinor),
          order.expectedMinor
        )
  if (charged !== owed) run.say(`invoice ${order.id} was charged ${charged} on ${received}, not ${owed}`)
  const counting = wholeOf(there.filter(({ seenAt }) => seenAt <= order.watchUntil))
  const isPaid = invoice._tag === "paid"
  if (invoice._tag !== "cancelled" && isPaid !== counting >= order.expectedMinor)
    run.say(`invoice ${order.id} is ${invoice._tag} with ${counting} of ${order.expectedMinor}`)
}
