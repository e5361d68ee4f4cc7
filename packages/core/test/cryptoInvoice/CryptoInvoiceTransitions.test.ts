import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  CryptoInvoice,
  type CryptoInvoiceCommand,
  CryptoInvoiceCommandRefused,
  type CryptoInvoiceState,
  cryptoInvoiceTransitions
} from "../../src/cryptoInvoice/CryptoInvoice.ts"
import { cryptoInvoice } from "../../src/cryptoInvoice/CryptoInvoiceRecord.ts"
import { declaredEdges, edgesOf, explore, show } from "../machine/explore.ts"
import { expiresAt, issuedAt, order, requiredConfirmations, watchUntil } from "./invoiceSamples.ts"

const instants = [issuedAt + 1, expiresAt - 1, expiresAt, watchUntil, watchUntil + 1]

/** A part, the rest and the whole; each on the way and confirmed; heard at once or only after the expiry. */
const sightings = [
  { txHash: "a", amountMinor: 400n },
  { txHash: "b", amountMinor: 600n },
  { txHash: "c", amountMinor: 1000n }
].flatMap((transfer) =>
  [0, requiredConfirmations].flatMap((confirmations) =>
    [...instants.map((at) => [at, at] as const), [expiresAt - 1, expiresAt + 1] as const].map(
      ([seenAt, at]): CryptoInvoiceCommand => ({
        _tag: "Observe",
        transfer: { ...transfer, logIndex: 0, confirmations, seenAt },
        at
      })
    )
  )
)

const commands: ReadonlyArray<CryptoInvoiceCommand> = [
  { _tag: "Issue", order },
  ...sightings,
  ...instants.flatMap(
    (at): ReadonlyArray<CryptoInvoiceCommand> => [
      { _tag: "Expire", at },
      { _tag: "Cancel", at },
      { _tag: "Redact", at },
      ...["a", "b", "c"].map((txHash): CryptoInvoiceCommand => ({ _tag: "Drop", txHash, logIndex: 0, at }))
    ]
  )
]

/** Time does not run backwards. */
const inOrder = (state: CryptoInvoiceState, command: CryptoInvoiceCommand): boolean =>
  state._tag === "absent" || command._tag === "Issue" || command.at >= state.updatedAt

const { refusals, states, steps } = explore(CryptoInvoice, commands, show, 4, inOrder)

describe("the crypto invoice machine", () => {
  it("walks exactly the declared edges, and every one of them", () =>
    assert.deepStrictEqual(edgesOf(steps), declaredEdges(cryptoInvoiceTransitions)))

  it("refuses by name, and only: a second issue, a cancellation too late, a redaction while money is awaited, a drop of what is not known", () => {
    for (const { command, from } of refusals) {
      const decision = CryptoInvoice.decide(from, command)
      assert.deepStrictEqual(
        Result.isFailure(decision) ? decision.failure : undefined,
        new CryptoInvoiceCommandRefused({ from: from._tag, command: command._tag })
      )
      if (from._tag === "absent") continue
      const unknown =
        command._tag === "Drop" && from.transfers.every((transfer) => transfer.txHash !== command.txHash)
      const tooLate = command._tag === "Cancel" && (from._tag !== "pending" || command.at >= expiresAt)
      const isServed =
        command._tag === "Redact" && from._tag === "confirming" && Option.isNone(from.redactedAt)
      assert.isTrue(
        unknown || tooLate || isServed || command._tag === "Issue",
        `${show(from)} ${show(command)}`
      )
    }
  })

  it("adds nothing when an accepted command is repeated, wherever it was accepted", () => {
    for (const { command, to } of steps) {
      const again = CryptoInvoice.decide(to, command)
      if (command._tag === "Issue" || command._tag === "Cancel") assert.isTrue(Result.isFailure(again))
      else assert.deepStrictEqual(again, Result.succeed([]), `${show(to)} ${show(command)}`)
    }
  })

  it("never leaves paid or cancelled", () => {
    for (const { from, to } of steps) {
      if (from._tag === "paid" || from._tag === "cancelled") assert.strictEqual(to._tag, from._tag)
    }
  })

  it("is pending only while no money is on the way or credited", () => {
    for (const state of states) {
      if (state._tag !== "pending") continue
      assert.isTrue(state.transfers.every(({ status }) => status === "dropped" || status === "reversed"))
    }
  })

  it("changes nothing that was fixed at the issue, but for what a redaction erases once and for good", () => {
    for (const { command, events, from, to } of steps) {
      if (from._tag === "absent" || to._tag === "absent") continue
      if (command._tag !== "Redact" || events.length === 0) assert.strictEqual(to.order, from.order)
      else assert.deepStrictEqual(to.order, cryptoInvoice.erase(from).order)
      if (Option.isSome(from.redactedAt)) assert.strictEqual(to.redactedAt, from.redactedAt, show(command))
    }
  })

  it("credits late money of what is redacted as of what is not, through every state that it leads to", () => {
    const late = steps.filter(
      ({ events, from }) => from._tag !== "absent" && Option.isSome(from.redactedAt) && events.length > 0
    )
    assert.isTrue(late.some(({ events }) => events.some(({ _tag }) => _tag === "TransferCredited")))
    for (const tag of ["confirming", "paid"])
      assert.isTrue(
        late.some(({ to }) => to._tag === tag),
        tag
      )
  })

  it("decides nothing before the issue", () => {
    for (const command of commands.filter(({ _tag }) => _tag !== "Issue")) {
      assert.isTrue(Result.isFailure(CryptoInvoice.decide(CryptoInvoice.initial, command)))
    }
  })

  it("takes an event that no decision can make for a defect", () => {
    const issued = CryptoInvoice.evolve(CryptoInvoice.initial, { _tag: "CryptoInvoiceIssued", order })
    assert.throws(() => CryptoInvoice.evolve(issued, { _tag: "CryptoInvoiceIssued", order }), "issued once")
    assert.throws(
      () => CryptoInvoice.evolve(CryptoInvoice.initial, { _tag: "CryptoInvoiceExpired", at: 1 }),
      "needs an invoice"
    )
  })
})
