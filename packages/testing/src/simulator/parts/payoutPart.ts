import { type Actor, NotFound, Payouts } from "@quittance/core"
import {
  actingAs,
  balanceOf,
  type Commit,
  formatMinor,
  isBalanced,
  LedgerReader,
  type PayoutOrder,
  payoutClaims,
  payoutList,
  payoutStatus,
  type RecordedPayout
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { listed } from "../../store/listed.ts"
import type { Act, Part } from "../Part.ts"
import { Request } from "../Request.ts"
import type { Run } from "../Run.ts"
import { correctBalance } from "./corrections.ts"
import { closeUsdtBooks, readUsdtBooks, reportDuplicates } from "./usdtBooks.ts"

const usdt = 1_000_000n
const fee = 2n * usdt
const addresses = {
  tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  ethereum: "0x52908400098527886E0F7030069857D2E4169EE7",
  bsc: "0x52908400098527886e0f7030069857d2e4169ee7",
  polygon: "0xde709f2102306220921060314715629080e2fb77"
} as const
const notes = [
  "",
  "",
  "",
  "sandbox:reject",
  "sandbox:no-answer",
  "sandbox:no-answer-then-complete",
  "sandbox:slow"
] as const

/**
 * Payouts and balances: clients ask for them again and again, the processing side reports, operators decide and
 * correct.
 */
export const payoutPart = (run: Run): Part => payoutPartOf(() => "system")(run)

/** The same, with who asks for each of them. */
export const payoutPartOf =
  (makerOf: (run: Run) => Actor) =>
  (run: Run): Part => {
    const { chance, outside, world } = run
    const { processor } = outside
    const payouts: Array<Request<PayoutOrder>> = []

    const balancesOf = (partnerId: string) =>
      run.look(Effect.flatMap(LedgerReader, (ledger) => ledger.balances(partnerId, "USDT")))

    const allPayouts = async (of: ReadonlyArray<string>): Promise<ReadonlyArray<RecordedPayout>> => {
      const pages = of.map((partnerId) => run.look(listed(payoutList, { partnerId })))
      return (await Promise.all(pages)).flatMap(({ items }) => items)
    }

    const newPayout = async (): Promise<Act> => {
      const { partnerId } = run
      const { availableMinor } = balanceOf(await balancesOf(partnerId))
      const amountMinor = chance.oneOf([
        3n * usdt,
        3n * usdt,
        3n * usdt,
        10n * usdt + 1n,
        10n * usdt + 1n,
        usdt,
        usdt,
        availableMinor / 2n,
        availableMinor / 2n,
        availableMinor - fee,
        availableMinor - fee + 1n,
        availableMinor,
        50_001n * usdt,
        1n
      ])
      const network = chance.oneOf(["tron", "tron", "ethereum", "bsc", "polygon"])
      const address = chance.happens(0.05) ? "nowhere" : addresses[network]
      const key = `payout-${payouts.length + 1}`
      const input = {
        amount: Number(formatMinor(amountMinor, "USDT")),
        network,
        address,
        note: chance.oneOf(notes)
      }
      const maker = makerOf(run)
      const request = new Request<PayoutOrder>(run, {
        scope: payoutClaims.create,
        noun: "payout",
        partnerId,
        key,
        input,
        carryOut: Effect.flatMap(Payouts, (service) =>
          Effect.map(actingAs(maker, service.create(partnerId, key, input)), ({ replayed, value }) => ({
            replayed,
            order: value
          }))
        ),
        refusals: [
          "InsufficientFunds",
          "AmountOutOfRange",
          "InvalidAddress",
          "UnsupportedNetwork",
          "InvalidInput",
          "StoreOnHold"
        ]
      })
      payouts.push(request)
      return request.send()
    }

    /** The processing side reports what it made, or an operator asks it about a payout that stays open. */
    const reportOrResolve = async (): Promise<Act | undefined> => {
      const payouts = await allPayouts([run.partnerId])
      const open = payouts.filter((each) => payoutStatus(each) === "PENDING")
      const payout = chance.oneOfAny(chance.happens(0.5) ? open : payouts)
      if (payout === undefined) return undefined
      const { id, reference } = payout.order
      if (processor.transfersOf(reference).length > 0)
        return chance.happens(0.5) ? reportTransfer(payout.order, world.now) : resolve(id, "completed")
      if (!processor.knows(reference) && chance.happens(0.8)) processor.assumeUnsent(reference)
      else if (!processor.giveUp(reference)) return undefined
      return resolve(id, "failed")
    }

    return {
      name: "payouts",
      weight: 28,
      acts: () => {
        const payout = chance.oneOfAny(payouts)
        const answered = chance.oneOfAny(payouts.filter(({ answer }) => answer !== undefined))
        const stranger = run.partnerIds.find((each) => each !== answered?.asked.partnerId)
        return [
          [3, newPayout],
          [2, () => payout?.send()],
          [1, () => answered && reuseKey(answered)],
          [
            1,
            () =>
              answered?.answer === undefined || stranger === undefined
                ? undefined
                : readForeign(answered.answer, stranger)
          ],
          [
            1,
            () =>
              correctBalance(
                run,
                run.partnerId,
                chance.happens(0.2) ? -5n * usdt : BigInt(1 + chance.below(100)) * usdt
              )
          ],
          [2, reportOrResolve]
        ]
      },
      brokenBy: (commit) => brokenPayouts(run, commit),
      afterStep: async () => {
        for (const partnerId of run.partnerIds) {
          const accounts = await balancesOf(partnerId)
          const { adjustmentsMinor, availableMinor, paidOutMinor, receivedMinor } = balanceOf(accounts)
          if (!isBalanced(accounts) || availableMinor !== receivedMinor - paidOutMinor + adjustmentsMinor)
            run.say(`partner ${partnerId}: available ≠ received − paidOut + adjustments`)
          if (accounts.payoutPending < 0n)
            run.say(`partner ${partnerId}: payoutPending is ${accounts.payoutPending}`)
        }
      },
      storeWasPutBack: () => processor.line.storeWasPutBack(),
      settle: {
        // What stays open because the processing side is silent about it is decided by hand.
        retried: async () => {
          for (const payout of await allPayouts(run.partnerIds)) {
            const { id, reference } = payout.order
            if (payoutStatus(payout) !== "PENDING") continue
            if (!processor.isSilentAbout(reference))
              run.say(`payout ${id} is open although its outcome can be known`)
            processor.giveUp(reference)
            await run.step([resolve(id, "failed")])
          }
        },
        // The processing side tells of every transfer, twice: of those that nobody asked it about any more as well.
        reported: async () => {
          for (const { order } of await allPayouts(run.partnerIds)) {
            if (processor.transfersOf(order.reference).length === 0) continue
            await run.step([reportTransfer(order, world.now)])
            await run.step([reportTransfer(order, world.now)])
          }
        }
      },
      closeBooks: async () => {
        const { payouts: recorded } = await readUsdtBooks(run)
        for (const payout of recorded) checkPayout(run, payout)
        const keys = recorded.map(({ order }) => `${order.partnerId} ${order.idempotencyKey}`)
        reportDuplicates(run, "payout", keys)
        await closeUsdtBooks(run)
      }
    }
  }

/** The key of an answered request with other fields: nothing but the conflict may be said. */
const reuseKey = ({ asked: { input, key, partnerId } }: Request): Act => ({
  name: `payout ${key} with other fields`,
  effect: Effect.gen(function* () {
    const payouts = yield* Payouts
    yield* payouts.create(partnerId, key, { ...input, note: "another note", amount: 0 })
    return yield* Effect.die(new Error("a key was used for a second request"))
  }),
  refusals: ["IdempotencyConflict"]
})

/** What belongs to one partner does not exist for another. */
const readForeign = ({ id }: PayoutOrder, stranger: string): Act => ({
  name: `read ${id} of another partner`,
  effect: Effect.gen(function* () {
    const payouts = yield* Payouts
    const found = yield* Effect.flip(payouts.get(stranger, id))
    return found instanceof NotFound ? "is not there" : yield* Effect.fail(found)
  })
})

/** The processing side reports by itself that a transfer was made. */
const reportTransfer = ({ id, partnerId }: PayoutOrder, at: number): Act => ({
  name: `report ${id}`,
  effect: Effect.flatMap(Payouts, (payouts) =>
    Effect.map(
      payouts.apply(partnerId, id, { _tag: "Confirm", processingId: Option.some(`processing-${id}`), at }),
      ({ _tag }) => _tag
    )
  )
})

/** An operator decides by what the processing side told on the telephone. */
const resolve = (id: string, outcome: "completed" | "failed"): Act => ({
  name: `resolve ${id} as ${outcome}`,
  effect: Effect.flatMap(Payouts, (payouts) =>
    Effect.map(payouts.resolve(id, outcome, "by telephone"), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState"]
})

/** Completed means that a transfer was made, failed that it is proven that none was. */
const brokenPayouts = ({ outside }: Run, { aggregates, events }: Commit): ReadonlyArray<string> => {
  const orders = aggregates.flatMap((write) => (write._tag === "Payout" ? [write.state.order] : []))
  return events.flatMap(({ event, subjectId }) => {
    const reference = orders.find(({ id }) => id === subjectId)?.reference ?? ""
    switch (event._tag) {
      case "PayoutConfirmed":
      case "PayoutSettledLate":
        return outside.processor.transfersOf(reference).length === 1
          ? []
          : [`${event._tag} of ${subjectId}, of which no transfer was made`]
      case "PayoutRejected":
      case "PayoutGivenUp":
        return outside.processor.isProvenUnsent(reference)
          ? []
          : [`${event._tag} of ${subjectId} without proof that nothing was sent`]
      default:
        return []
    }
  })
}

/** Completed exactly when one transfer was made, as ordered; failed when none was, or one that came to light later. */
const checkPayout = (run: Run, payout: RecordedPayout): void => {
  const { address, amountMinor, id, reference } = payout.order
  const transfers = run.outside.processor.transfersOf(reference)
  const [transfer] = transfers
  if (transfers.length > 1) run.say(`payout ${id} was transferred ${transfers.length} times`)
  if (transfer !== undefined && (transfer.amountMinor !== amountMinor || transfer.address !== address))
    run.say(`payout ${id} was not transferred as ordered`)
  const status = payoutStatus(payout)
  const isLate = "settledLateAt" in payout && payout.settledLateAt._tag === "Some"
  const isRight =
    status === "COMPLETED" ? transfers.length === 1 : status === "FAILED" && isLate === transfers.length > 0
  if (!isRight)
    run.say(`payout ${id} is ${status}/${payout._tag} with ${transfers.length} transfers, late: ${isLate}`)
}
