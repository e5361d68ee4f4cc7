import { Option } from "effect"
import { assert, describe, it } from "vitest"
import {
  type CryptoInvoiceCommand,
  CryptoInvoiceCommandRefused,
  cryptoInvoiceTransitions
} from "../../../src/concepts/cryptoInvoice/CryptoInvoice.ts"
import { cryptoInvoice } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { expiresAt, issuedAt, order, requiredConfirmations, watchUntil } from "./invoiceSamples.ts"
import { type WholeInvoice, wholeInvoice } from "./wholeInvoice.ts"

const instants = [issuedAt + 1, expiresAt - 1, expiresAt, watchUntil, watchUntil + 1]

/**
 * A part, the rest, the whole, and less than a minor unit; each on the way and confirmed; heard at once or only after
 * the expiry.
 */
const sightings = [
  { txHash: "a", amountMinor: 400n },
  { txHash: "b", amountMinor: 600n },
  { txHash: "c", amountMinor: 1000n },
  { txHash: "d", amountMinor: 0n, rest: 1n }
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
      ...["a", "b", "c", "d"].map(
        (txHash): CryptoInvoiceCommand => ({ _tag: "Drop", txHash, logIndex: 0, at })
      )
    ]
  )
]

/** Time does not run backwards. */
const inOrder = (state: WholeInvoice, command: CryptoInvoiceCommand): boolean =>
  state._tag === "absent" || command._tag === "Issue" || command.at >= state.updatedAt

const explored = explore(wholeInvoice, commands, show, 4, inOrder)
const { states, steps } = explored

const issued = { _tag: "CryptoInvoiceIssued", order } as const

lawsOf({
  machine: wholeInvoice,
  transitions: cryptoInvoiceTransitions,
  explored,
  refused: (named) => new CryptoInvoiceCommandRefused(named),
  refusalOf: (from, command) => {
    const refused = new CryptoInvoiceCommandRefused({ from: from._tag, command: command._tag })
    if (from._tag === "absent" || command._tag === "Issue")
      return from._tag === "absent" && command._tag === "Issue" ? undefined : refused
    const unknown =
      command._tag === "Drop" && from.transfers.every(({ order }) => order.txHash !== command.txHash)
    const tooLate = command._tag === "Cancel" && (from._tag !== "pending" || command.at >= expiresAt)
    const awaited = from.transfers.filter(({ _tag }) => _tag === "seen" || _tag === "credited")
    const isCovered = awaited.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) >= order.expectedMinor
    const isServed =
      command._tag === "Redact" &&
      from._tag === "confirming" &&
      Option.isNone(from.redactedAt) &&
      (command.at < expiresAt || isCovered)
    return unknown || tooLate || isServed ? refused : undefined
  },
  repeats: {
    Issue: "is refused",
    Observe: "adds nothing",
    Drop: "adds nothing",
    Expire: "adds nothing",
    Cancel: "is refused",
    Redact: "adds nothing"
  },
  still: {},
  erased: (from) => (from._tag === "absent" ? undefined : cryptoInvoice.erase(from).order),
  defects: [
    [[issued], issued, "issued once"],
    [[], { _tag: "CryptoInvoiceExpired", at: 1 }, "needs an invoice"],
    [
      [issued],
      { _tag: "TransferDropped", txHash: "a", logIndex: 0, at: 1 },
      "TransferDropped needs its transfer"
    ]
  ]
})

describe("the crypto invoice machine", () => {
  it("never leaves paid or cancelled", () => {
    for (const { from, to } of steps) {
      if (from._tag === "paid" || from._tag === "cancelled") assert.strictEqual(to._tag, from._tag)
    }
  })

  it("is pending only while no money is on the way or credited", () => {
    for (const state of states) {
      if (state._tag !== "pending") continue
      const money = state.transfers.filter(({ amountMinor }) => amountMinor > 0n)
      assert.isTrue(money.every(({ _tag }) => _tag === "dropped" || _tag === "reversed"))
    }
  })

  it("keeps the instant of its redaction", () => {
    for (const { command, from, to } of steps) {
      if (from._tag === "absent" || to._tag === "absent" || Option.isNone(from.redactedAt)) continue
      assert.strictEqual(to.redactedAt, from.redactedAt, show(command))
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
})
