import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { CryptoInvoiceEvent } from "../../../src/concepts/cryptoInvoice/CryptoInvoice.ts"
import { confirmationsOf, paidMinor } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
import { exceptionOf } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceStanding.ts"
import type { CryptoTransfer } from "../../../src/concepts/cryptoInvoice/CryptoTransfer.ts"
import { restScale } from "../../../src/kernel/money/TokenAmount.ts"
import { holds } from "../../holds.ts"
import { show } from "../../kernel/machine/explore.ts"
import { histories, orders } from "./histories.ts"
import { InvoiceModel } from "./InvoiceModel.ts"
import { Life } from "./Life.ts"
import type { IssuedWhole } from "./wholeInvoice.ts"

const runs = 2_000

describe("any history of an invoice", () => {
  it("agrees with the simpler model after every step: status, exception, amounts, fees and balance", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (order, commands) => {
        const life = new Life(order)
        const model = new InvoiceModel(order)
        for (const command of commands) {
          const accepted = life.tell(command) !== undefined
          const expected = model.tell(command)
          if (expected !== undefined) assert.strictEqual(accepted, expected, show(command))
          if (accepted && command._tag === "Cancel") model.cancelled = true
          if (accepted && command._tag === "Redact" && !model.redacted) {
            model.redacted = true
            if (life.state._tag === "cancelled") model.cancelled = true
          }
          if (accepted) assert.include(model.statuses(command.at), life.state._tag)
          assert.strictEqual(exceptionOf(life.state), model.exception(life.state._tag))
          assert.strictEqual(paidMinor(life.state), model.paidMinor)
          assert.strictEqual(life.books.accounts.invoiceFees, model.feesMinor)
          assert.deepStrictEqual(life.books.balance, {
            receivedMinor: model.receivedMinor,
            paidOutMinor: 0n,
            pendingMinor: 0n,
            adjustmentsMinor: -model.writtenOffMinor,
            availableMinor: model.receivedMinor - model.writtenOffMinor
          })
        }
      }),
      runs
    ))

  it("credits each transfer at most once while it lives, and credits all that is confirmed", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (order, commands) => {
        const life = new Life(order)
        const credited = new Set<string>()
        const watch = (event: CryptoInvoiceEvent) => {
          if (event._tag === "TransferCredited") {
            assert.isFalse(credited.has(event.txHash), "credited twice")
            credited.add(event.txHash)
          }
          if (event._tag === "TransferReversed") assert.isTrue(credited.delete(event.txHash), "not credited")
        }
        for (const command of commands) {
          life.tell(command)?.forEach(watch)
          if (command._tag !== "Observe" || command.transfer.amountMinor === 0n) continue
          const confirmed = command.transfer.confirmations >= order.requiredConfirmations
          if (confirmed) assert.isTrue(credited.has(command.transfer.txHash), `lost in ${life.state._tag}`)
        }
      }),
      runs
    ))

  it("is the same whether a sweeper runs before every step or never, when transfers are heard of at once", () =>
    holds(
      fc.property(orders, histories({ heardLate: false }), (order, commands) => {
        const swept = new Life(order)
        const unswept = new Life(order)
        for (const command of commands) {
          swept.expire(command.at).tell(command)
          unswept.tell(command)
        }
        const end = commands.at(-1)?.at ?? order.createdAt
        for (const life of [swept, unswept]) life.expire(end)
        assert.deepStrictEqual({ ...unswept.state, updatedAt: 0 }, { ...swept.state, updatedAt: 0 })
        assert.deepStrictEqual(unswept.books.accounts, swept.books.accounts)
      }),
      runs
    ))

  it("does not change when any of its steps is told twice", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (order, commands) => {
        const once = new Life(order)
        const twice = new Life(order)
        for (const command of commands) {
          once.tell(command)
          twice.tell(command)
          twice.tell(command)
        }
        assert.deepStrictEqual(twice.state, once.state)
        assert.deepStrictEqual(twice.books.accounts, once.books.accounts)
      }),
      runs
    ))

  it("keeps of its transfers what they come to", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (order, commands) => {
        const life = new Life(order)
        for (const command of commands) {
          life.tell(command)
          const { hasVanished: _, ...kept } = life.state.tally
          assert.deepStrictEqual(kept, sumsOf(life.state), show(command))
          assert.strictEqual(confirmationsOf(life.state), leastConfirmed(life.state))
        }
      }),
      runs
    ))
})

/** The tally without the machine: looked up in all transfers. */
const sumsOf = ({ order, transfers }: IssuedWhole) => {
  const live = transfers.filter(({ _tag }) => _tag === "seen" || _tag === "credited")
  const credited = transfers.filter((each) => each._tag === "credited")
  const seen = transfers.filter(({ _tag }) => _tag === "seen")
  const fineSum = (some: ReadonlyArray<CryptoTransfer>) =>
    some.reduce(
      (all, { amountMinor, rest }) => all + amountMinor * restScale + Option.getOrElse(rest, () => 0n),
      0n
    )
  const sum = (some: ReadonlyArray<CryptoTransfer>) => fineSum(some) / restScale
  const restOf = (some: ReadonlyArray<CryptoTransfer>) => fineSum(some) % restScale
  const counting = (some: ReadonlyArray<CryptoTransfer>) =>
    some.filter(({ seenAt }) => seenAt <= order.watchUntil)
  const rests = {
    live: restOf(live),
    credited: restOf(credited),
    countingLive: restOf(counting(live)),
    countingCredited: restOf(counting(credited))
  }
  return {
    rests: Object.values(rests).some((rest) => rest > 0n) ? Option.some(rests) : Option.none(),
    creditedCount: Option.some(credited.length),
    liveMinor: sum(live),
    creditedMinor: sum(credited),
    chargedMinor: credited.reduce((all, { feeMinor }) => all + feeMinor, 0n),
    countingLiveMinor: sum(counting(live)),
    countingCreditedMinor: sum(counting(credited)),
    lateMinor: live
      .filter(({ seenAt }) => seenAt >= order.expiresAt)
      .reduce((all, { amountMinor }) => all + amountMinor, 0n),
    droppedCount: transfers.filter(({ _tag }) => _tag === "dropped").length,
    reversedCount: transfers.filter(({ _tag }) => _tag === "reversed").length,
    inTransit: [...new Set(seen.map((each) => each.confirmations))]
      .sort((one, other) => one - other)
      .map((confirmations) => ({
        confirmations,
        count: seen.filter((each) => each.confirmations === confirmations).length
      }))
  }
}

const leastConfirmed = ({ order, tally, transfers }: IssuedWhole): number => {
  const live = transfers.filter(({ _tag }) => _tag === "seen" || _tag === "credited")
  return tally.liveMinor === 0n
    ? 0
    : Math.min(order.requiredConfirmations, ...live.map(({ confirmations }) => confirmations))
}
