import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  type RecordedDeposit,
  TransitDeposit,
  type TransitDepositCommand,
  type TransitDepositState
} from "../../../src/concepts/transit/TransitDeposit.ts"
import {
  transitDepositEntries,
  walletChangeMinor
} from "../../../src/concepts/transit/TransitDepositPostings.ts"
import { transitDepositView } from "../../../src/concepts/transit/TransitView.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { holds } from "../../holds.ts"
import { Books } from "../../kernel/ledger/Books.ts"
import { show } from "../../kernel/machine/explore.ts"
import { depositOrderOf, drop, observe, requiredConfirmations, start } from "./depositSamples.ts"

const ids = ["dep_1", "dep_2", "dep_3"] as const

/** What the network may show of one of three transfers; now and then one is reorganised away. */
const happening = fc
  .tuple(
    fc.constantFrom(...ids),
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          confirmations: fc.nat(requiredConfirmations + 1),
          amountMinor: fc.constantFrom(1n, 1000n, 1001n, 2n ** 40n)
        })
      },
      { weight: 2, arbitrary: fc.constant("dropped" as const) }
    )
  )
  .map(([id, shown]) => ({ id, shown }))

const histories = fc.array(happening, { maxLength: 40 })

/** A wallet's deposits with the books and the balance that their events keep. */
class Wallet {
  readonly deposits = new Map<string, RecordedDeposit>()
  readonly books = new Books()
  balanceMinor = 0n

  /** Carries out a command on a deposit and says whether it was accepted. */
  tell(id: string, command: TransitDepositCommand): boolean {
    const of = depositOrderOf(id)
    let state: TransitDepositState = this.deposits.get(id) ?? TransitDeposit.initial
    const decision = TransitDeposit.decide(state, command)
    if (Result.isFailure(decision)) return false
    for (const event of decision.success) {
      state = TransitDeposit.evolve(state, event)
      this.balanceMinor += walletChangeMinor(event)
      for (const entry of transitDepositEntries(of, event)) {
        assert.strictEqual(entry.subjectId, id)
        assert.isTrue(this.books.book(entry), "no entry of a deposit is refused")
      }
    }
    invariant(state._tag !== "absent", "a deposit that was seen stays")
    this.deposits.set(id, state)
    return true
  }
}

/** A second, simpler account: what the chain says now of each transfer, and what was credited for it. */
class ChainModel {
  readonly live = new Map<string, { readonly amountMinor: bigint; readonly confirmations: number }>()
  readonly known = new Set<string>()
  readonly credited = new Map<string, bigint>()
  writtenOffMinor = 0n
  creditedEverMinor = 0n

  tell({ id, shown }: { readonly id: string; readonly shown: ChainShows }): boolean {
    if (shown === "dropped") {
      this.live.delete(id)
      this.writtenOffMinor += this.credited.get(id) ?? 0n
      this.credited.delete(id)
      return this.known.has(id)
    }
    this.known.add(id)
    if (this.credited.has(id)) return true
    this.live.set(id, shown)
    if (shown.confirmations >= requiredConfirmations) {
      this.credited.set(id, shown.amountMinor)
      this.creditedEverMinor += shown.amountMinor
    }
    return true
  }

  statusOf(id: string): "received" | "success" | "failed" {
    if (this.credited.has(id)) return "success"
    return this.live.has(id) ? "received" : "failed"
  }

  get balanceMinor(): bigint {
    return [...this.credited.values()].reduce((sum, amountMinor) => sum + amountMinor, 0n)
  }
}

type ChainShows = "dropped" | { readonly amountMinor: bigint; readonly confirmations: number }

const commandOf = (id: string, shown: ChainShows, at: number): TransitDepositCommand =>
  shown === "dropped" ? drop(at) : observe(at, shown.confirmations, shown.amountMinor, depositOrderOf(id))

describe("any history of the deposits to a wallet", () => {
  it("agrees with the simpler model after every step: status, amounts, the wallet's balance and the partner's", () =>
    holds(
      fc.property(histories, (happenings) => {
        const wallet = new Wallet()
        const model = new ChainModel()
        for (const [index, happening] of happenings.entries()) {
          const { id, shown } = happening
          const accepted = wallet.tell(id, commandOf(id, shown, start + index))
          assert.strictEqual(accepted, model.tell(happening), show(happening))
          assert.sameMembers([...wallet.deposits.keys()], [...model.known])
          for (const deposit of wallet.deposits.values()) {
            const { confirmations, status } = transitDepositView(deposit)
            assert.strictEqual(status, model.statusOf(deposit.order.id))
            const seen = model.live.get(deposit.order.id)?.confirmations ?? 0
            assert.strictEqual(confirmations, Math.min(seen, requiredConfirmations))
          }
          assert.strictEqual(wallet.balanceMinor, model.balanceMinor)
          assert.deepStrictEqual(wallet.books.balance, {
            receivedMinor: model.creditedEverMinor,
            paidOutMinor: 0n,
            pendingMinor: 0n,
            adjustmentsMinor: -model.writtenOffMinor,
            availableMinor: model.balanceMinor
          })
        }
      }),
      2_000
    ))

  it("leaves in the wallet the sum of the deposits that stand as credited", () =>
    holds(
      fc.property(histories, (happenings) => {
        const wallet = new Wallet()
        for (const [index, { id, shown }] of happenings.entries()) {
          wallet.tell(id, commandOf(id, shown, start + index))
          const credited = [...wallet.deposits.values()].filter(({ _tag }) => _tag === "credited")
          assert.strictEqual(
            wallet.balanceMinor,
            credited.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
          )
        }
      }),
      1_000
    ))
})
