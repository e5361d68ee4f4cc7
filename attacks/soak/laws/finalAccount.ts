import { setTimeout as sleep } from "node:timers/promises"
import type { Wanted } from "../Book.ts"
import { fund } from "../preparation.ts"
import { count, type Soak } from "../Soak.ts"
import { mustBeThere } from "./presence.ts"
import { balances, verify } from "./standing.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** How the clock goes ahead at the end, so that everything that was put off falls due. */
const stepsAhead = [
  0,
  20 * second,
  90 * second,
  8 * minute,
  45 * minute,
  3 * hour,
  5 * hour,
  9 * hour,
  17 * hour,
  33 * hour
]
/** A worker that waits for nothing nearer looks at the clock once a minute, so a jump may be noticed only then. */
const noticedMillis = 65 * second
const settleMillisMax = 20 * minute
const repeatMillisMax = 20 * minute

/**
 * The end: all that is unclear is asked for until it is there, everything that is due is done, and all books are
 * compared.
 */
export const finalAccount = async (soak: Soak): Promise<void> => {
  const { book, clients, outside, receivers, say, servers } = soak
  await clients.quiet()
  outside.isCalm = true
  receivers.mood = "answers"
  await fund(servers, "poor", 10_000_000)
  await repeatAll(soak)
  say(
    `at the end ${book.acknowledged("payout").length} payouts, ${book.wanted.length} orders; everything due is done now`
  )
  await settle(soak)
  const acknowledged = book.since(0)
  await compareAll(soak, acknowledged)
  heardEverything(soak)
  await balances(soak)
  await verify(soak)
  count(soak, "acknowledged writes found at the end", acknowledged.length)
}

const repeatAll = async ({ book, broken, clients }: Soak): Promise<void> => {
  const deadline = Date.now() + repeatMillisMax
  while (book.unclear.size > 0 && Date.now() < deadline) {
    const some = Array.from({ length: 8 }, () => book.takeUnclear()).flatMap((each) => each ?? [])
    await Promise.all(some.map((each) => clients.ask(each)))
    await sleep(100)
  }
  if (book.unclear.size > 0)
    broken(`${book.unclear.size} orders were not taken within ${repeatMillisMax / second} s of repeating`)
}

/** Payouts that have not ended, by partner. */
const pendingCount = async ({ api, partners }: Soak): Promise<number> => {
  let pending = 0
  for (const partner of partners) {
    const { body, status } = await api.send({
      partner,
      family: "crypto",
      method: "GET",
      path: "/api/v2/crypto/payouts?status=PENDING&limit=1"
    })
    pending += status === 200 ? body.payouts.length : 1
  }
  return pending
}

const settle = async (soak: Soak): Promise<void> => {
  const { broken, clock, outside } = soak
  for (const step of stepsAhead) {
    clock.set(step)
    // What fell due makes calls outside; when they cease, it was done.
    let calls = -1
    const deadline = Date.now() + settleMillisMax
    if (step === stepsAhead.at(-1)) await sleep(noticedMillis)
    do {
      calls = outside.callCount + soak.receivers.callCount
      await sleep(4 * second)
    } while (outside.callCount + soak.receivers.callCount > calls + 20 && Date.now() < deadline)
  }
  const deadline = Date.now() + settleMillisMax
  while ((await pendingCount(soak)) > 0) {
    if (Date.now() > deadline)
      return broken("payouts are still pending, with a processing side that answers and a clock far ahead")
    clock.set(clock.shiftMillis + hour)
    await sleep(5 * second)
  }
}

/**
 * One look at everything that was acknowledged. Each is there. What the store calls completed was transferred once,
 * what failed never; what the networks show at an address is credited, once.
 */
const compareAll = async (soak: Soak, acknowledged: ReadonlyArray<Wanted>): Promise<void> => {
  const { broken, chain, processing } = soak
  const completed = new Map<string, Wanted>()
  await mustBeThere(soak, acknowledged, (wanted, body) => {
    if (wanted.kind === "payout" && body.payout.status === "COMPLETED") completed.set(wanted.target, wanted)
    if (wanted.kind === "cryptoInvoice" || wanted.kind === "wallet") {
      const shown = wanted.kind === "wallet" ? body.wallet.balance : body.invoice.paidAmount
      const kept = chain.keptMinor(wanted.network, wanted.place)
      if (BigInt(Math.round(shown * 1_000_000)) !== kept) {
        broken(
          `${wanted.kind} ${wanted.id} shows ${shown}; its network has ${kept} millionths at ${wanted.place}`
        )
      }
    }
  })
  for (const [address, transfer] of processing.madeByAddress) {
    const payout = completed.get(address)
    if (payout === undefined) {
      broken(
        `transfer ${transfer.reference} of payout ${transfer.payoutId} to ${address} is completed in no store`
      )
    } else if (payout.amountMinor !== transfer.amountMinor) {
      broken(`payout ${payout.id} was transferred with another amount`)
    }
  }
  for (const [address, payout] of completed) {
    if (!processing.madeByAddress.has(address)) {
      broken(`payout ${payout.id} is COMPLETED and was never transferred`)
    }
  }
  count(soak, "transfers compared", completed.size)
}

/** Whatever the store has come to was told to a receiver at least once. */
const heardEverything = ({ book, broken, receivers, processing }: Soak): void => {
  let unheard = 0
  const expect = (heard: string): void => {
    if (receivers.heard.has(heard)) return
    unheard += 1
    if (unheard <= 3) broken(`no receiver was told: ${heard}`)
  }
  for (const { id, kind, target } of book.since(0)) {
    if (kind === "payout" && processing.madeByAddress.has(target)) expect(`payout.completed ${id}`)
    if (kind === "invoice") expect(`invoice.created ${id}`)
    if (kind === "wallet") expect(`wallet.created ${id}`)
  }
}
