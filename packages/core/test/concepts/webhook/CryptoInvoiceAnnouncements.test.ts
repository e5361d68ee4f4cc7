import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { CryptoInvoiceEvent } from "../../../src/concepts/cryptoInvoice/CryptoInvoice.ts"
import { paidMinor } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
import { cryptoInvoiceView } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceView.ts"
import {
  cryptoInvoiceAnnouncements,
  versionsAheadAfter
} from "../../../src/concepts/cryptoInvoice/cryptoInvoiceAnnouncements.ts"
import { messageOf } from "../../../src/concepts/webhook/Announcement.ts"
import { holds } from "../../holds.ts"
import { show } from "../../kernel/machine/explore.ts"
import { histories, type LaterCommand, orders } from "../cryptoInvoice/histories.ts"
import {
  expiresAt,
  issuedAt,
  order,
  requiredConfirmations,
  watchUntil
} from "../cryptoInvoice/invoiceSamples.ts"
import { Life } from "../cryptoInvoice/Life.ts"
import type { IssuedWhole } from "../cryptoInvoice/wholeInvoice.ts"

const publicUrl = "https://pay.example"

/** What is announced of the events of a command, with the transfer that the command is about. */
const announcementsOf = (
  events: ReadonlyArray<CryptoInvoiceEvent>,
  { transfers, ...invoice }: IssuedWhole
) => {
  const named = events.find((event) => "txHash" in event || "transfer" in event)
  const txHash =
    named === undefined
      ? ""
      : "transfer" in named
        ? named.transfer.txHash
        : "txHash" in named
          ? named.txHash
          : ""
  const transfer = Option.fromUndefinedOr(transfers.find(({ order }) => order.txHash === txHash))
  return cryptoInvoiceAnnouncements(events, { _tag: "issued", invoice, transfer }, publicUrl)
}

/** A command, and the types of what webhooks are told of it; nothing where it is refused. */
const typesAfter = (life: Life, command: LaterCommand): ReadonlyArray<string> => {
  const events = life.tell(command) ?? []
  return announcementsOf(events, life.state).map(({ type }) => type)
}

const transferOf = (txHash: string, amountMinor: bigint, confirmations: number, seenAt = issuedAt + 1) => ({
  txHash,
  logIndex: 0,
  amountMinor,
  confirmations,
  seenAt
})

const see = (
  txHash: string,
  amountMinor: bigint,
  confirmations: number,
  at = issuedAt + 1
): LaterCommand => ({ _tag: "Observe", transfer: transferOf(txHash, amountMinor, confirmations, at), at })
const confirmed = requiredConfirmations

const seeDust = (txHash: string, confirmations: number): LaterCommand => ({
  _tag: "Observe",
  transfer: { ...transferOf(txHash, 0n, confirmations), rest: 1n },
  at: issuedAt + 1
})

/** Whether a transfer is seen, and is money. */
const isSeen = ({ transfers }: IssuedWhole, txHash: string): boolean =>
  transfers.some(
    ({ _tag, amountMinor, order }) => order.txHash === txHash && _tag === "seen" && amountMinor > 0n
  )

describe("what webhooks are told of a crypto invoice", () => {
  const paths: ReadonlyArray<
    readonly [
      what: string,
      commands: ReadonlyArray<LaterCommand>,
      types: ReadonlyArray<ReadonlyArray<string>>
    ]
  > = [
    ["money is seen", [see("a", 1000n, 0)], [["crypto.invoice.confirming"]]],
    [
      "money is seen, gets confirmations and is enough",
      [see("a", 1000n, 0), see("a", 1000n, 1), see("a", 1000n, confirmed)],
      [["crypto.invoice.confirming"], [], ["crypto.invoice.paid"]]
    ],
    ["money is first seen when it is final", [see("a", 1000n, confirmed)], [["crypto.invoice.paid"]]],
    [
      "the rest comes after a part",
      [see("a", 400n, confirmed), see("b", 600n, confirmed)],
      [["crypto.invoice.confirming", "crypto.invoice.credited"], ["crypto.invoice.paid"]]
    ],
    [
      "too much comes at once",
      [see("a", 1001n, confirmed)],
      [["crypto.invoice.paid", "crypto.invoice.overpaid"]]
    ],
    [
      "more comes to a paid one, on the way first, twice",
      [see("a", 1000n, confirmed), see("b", 1n, 0), see("b", 1n, confirmed), see("c", 1n, confirmed)],
      [["crypto.invoice.paid"], [], ["crypto.invoice.overpaid"], ["crypto.invoice.overpaid"]]
    ],
    ["the time runs out", [{ _tag: "Expire", at: expiresAt }], [["crypto.invoice.expired"]]],
    [
      "the time runs out on a part",
      [see("a", 400n, confirmed), { _tag: "Expire", at: expiresAt }],
      [["crypto.invoice.confirming", "crypto.invoice.credited"], ["crypto.invoice.underpaid"]]
    ],
    [
      "late money reaches the amount",
      [
        { _tag: "Expire", at: expiresAt },
        see("a", 1000n, 0, expiresAt + 1),
        see("a", 1000n, confirmed, expiresAt + 1)
      ],
      [["crypto.invoice.expired"], ["crypto.invoice.confirming"], ["crypto.invoice.paid"]]
    ],
    ["it is withdrawn", [{ _tag: "Cancel", at: issuedAt + 1 }], [["crypto.invoice.cancelled"]]],
    [
      "money was seen and is gone",
      [see("a", 1000n, 0), { _tag: "Drop", txHash: "a", logIndex: 0, at: issuedAt + 2 }],
      [["crypto.invoice.confirming"], ["crypto.invoice.reorganised"]]
    ],
    [
      "money is gone after the time ran out",
      [see("a", 1000n, 0), { _tag: "Drop", txHash: "a", logIndex: 0, at: expiresAt }],
      [["crypto.invoice.confirming"], ["crypto.invoice.reorganised", "crypto.invoice.expired"]]
    ],
    [
      "money that was credited is gone",
      [see("a", 1000n, confirmed), { _tag: "Drop", txHash: "a", logIndex: 0, at: issuedAt + 2 }],
      [["crypto.invoice.paid"], ["crypto.invoice.reversed"]]
    ],
    [
      "money that was credited and taken back is there again",
      [
        see("a", 1000n, confirmed),
        { _tag: "Drop", txHash: "a", logIndex: 0, at: issuedAt + 2 },
        see("a", 1000n, confirmed, issuedAt + 3)
      ],
      [["crypto.invoice.paid"], ["crypto.invoice.reversed"], ["crypto.invoice.credited"]]
    ],
    [
      "money comes to a cancelled one",
      [{ _tag: "Cancel", at: issuedAt + 1 }, see("a", 1000n, 0), see("a", 1000n, confirmed)],
      [["crypto.invoice.cancelled"], [], ["crypto.invoice.credited"]]
    ],
    [
      "parts come to an expired one",
      [
        { _tag: "Expire", at: expiresAt },
        see("a", 300n, confirmed, expiresAt + 1),
        see("b", 300n, confirmed, expiresAt + 2)
      ],
      [["crypto.invoice.expired"], ["crypto.invoice.credited"], ["crypto.invoice.credited"]]
    ],
    [
      "a part comes to an underpaid one, which stays short",
      [
        see("a", 400n, 0),
        { _tag: "Expire", at: expiresAt },
        see("b", 300n, confirmed, expiresAt + 1),
        see("a", 400n, confirmed, expiresAt + 2)
      ],
      [
        ["crypto.invoice.confirming"],
        ["crypto.invoice.underpaid"],
        ["crypto.invoice.credited"],
        ["crypto.invoice.credited"]
      ]
    ],
    [
      "the whole comes after the watch period",
      [{ _tag: "Expire", at: expiresAt }, see("a", 1000n, confirmed, watchUntil + 1)],
      [["crypto.invoice.expired"], ["crypto.invoice.credited"]]
    ],
    [
      "what was seen in time is credited when its expiry was not recorded",
      [see("a", 400n, 0), { _tag: "Observe", transfer: transferOf("a", 400n, confirmed), at: expiresAt + 5 }],
      [["crypto.invoice.confirming"], ["crypto.invoice.underpaid"]]
    ],
    [
      "less than a minor unit comes, is credited, and is gone",
      [
        seeDust("a", 0),
        seeDust("a", confirmed),
        { _tag: "Drop", txHash: "a", logIndex: 0, at: issuedAt + 2 }
      ],
      [[], [], []]
    ]
  ]
  for (const [what, commands, types] of paths)
    it(`when ${what}`, () => {
      const life = new Life(order)
      assert.deepStrictEqual(
        commands.map((command) => typesAfter(life, command)),
        types
      )
    })

  it("does not tell that it was issued: the caller knows", () => {
    const { state } = new Life(order)
    assert.deepStrictEqual(announcementsOf([{ _tag: "CryptoInvoiceIssued", order }], state), [])
  })

  it("is, in any history, the status that it has now where that is another, and all that changes its books", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (any, commands) => {
        const life = new Life(any)
        for (const command of commands) {
          const before = life.state
          const events = life.tell(command) ?? []
          const types = announcementsOf(events, life.state).map(({ type }) => type)
          const { _tag } = life.state
          const tags = events.map((event) => event._tag)
          // It may have ended for a moment and be on its way again; that may be told.
          const isBack =
            _tag === before._tag &&
            tags.some((tag) => tag === "CryptoInvoiceUnderpaid" || tag === "CryptoInvoiceExpired")
          const reached =
            (_tag === before._tag && !isBack) || _tag === "pending" ? [] : [`crypto.invoice.${_tag}`]
          const [paid, paidBefore] = [paidMinor(life.state), paidMinor(before)]
          const isOver = paid > paidBefore && paid > any.expectedMinor
          const isAnnounced =
            isOver ||
            (reached.length > 0 && _tag === "paid") ||
            tags.lastIndexOf("CryptoInvoiceUnderpaid") > tags.indexOf("TransferCredited")
          const money = [
            ...(isOver ? ["crypto.invoice.overpaid"] : []),
            ...(paid > paidBefore && !isAnnounced ? ["crypto.invoice.credited"] : []),
            ...(life.state.tally.chargedMinor < before.tally.chargedMinor || paid < paidBefore
              ? ["crypto.invoice.reversed"]
              : []),
            ...(command._tag === "Drop" && isSeen(before, command.txHash)
              ? ["crypto.invoice.reorganised"]
              : [])
          ]
          assert.sameMembers<string>([...types], [...reached, ...money], show(command))
        }
      }),
      1_000
    ))

  it("has, in any history, a higher version with each event, whether a command tells one or several", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (issued, commands) => {
        const life = new Life(issued)
        const record = {
          id: "evt_1",
          partnerId: issued.partnerId,
          subjectId: issued.id,
          version: 1,
          at: issued.createdAt,
          actor: "system" as const
        }
        let latest = 1
        for (const command of commands) {
          const events = life.tell(command) ?? []
          if (events.length > 0) record.version += 1
          const announcements = announcementsOf(events, life.state)
          for (const { event, object, type, ...more } of announcements) {
            const { version } = JSON.parse(messageOf({ ...record, event }, type, object(), more).body)
            assert.isAbove(version, latest, show(command))
            latest = version
          }
          life.state = {
            ...life.state,
            versionsAhead: versionsAheadAfter(life.state.versionsAhead, announcements)
          }
        }
      })
    ))

  it("names the transfer that caused it, as it is after the step", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (any, commands) => {
        const life = new Life(any)
        for (const command of commands) {
          const events = life.tell(command) ?? []
          for (const { besides, type } of announcementsOf(events, life.state)) {
            const { transfer } = besides?.() ?? {}
            if (type === "crypto.invoice.expired" || type === "crypto.invoice.cancelled")
              assert.isUndefined(besides)
            else if (transfer === null) assert.strictEqual(type, "crypto.invoice.underpaid")
            else {
              const named =
                command._tag === "Observe" ? command.transfer.txHash : "txHash" in command && command.txHash
              assert.deepInclude(transfer, { txHash: named, position: 0 })
              const known = life.state.transfers.find(({ order }) => order.txHash === named)
              assert.deepInclude(transfer, { status: known?._tag })
            }
          }
        }
      })
    ))

  it("shows the invoice as the API does after the step, and names events of it, each once", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (any, commands) => {
        const life = new Life(any)
        for (const command of commands) {
          const events = life.tell(command) ?? []
          const announcements = announcementsOf(events, life.state)
          const named = announcements.map(({ event }) => event)
          assert.strictEqual(new Set(named).size, named.length)
          for (const { event, object } of announcements) {
            assert.isTrue(events.some((each) => each === event))
            assert.deepStrictEqual(object(), cryptoInvoiceView(life.state, publicUrl))
          }
        }
      })
    ))
})
