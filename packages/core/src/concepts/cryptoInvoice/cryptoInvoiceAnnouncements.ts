import { Option, Schema } from "effect"
import type { Announcement } from "../webhook/Announcement.ts"
import { type Beside, beside, samplePlace, topic } from "../webhook/Topic.ts"
import type { AccountWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { CryptoInvoiceEvent, CryptoInvoiceState } from "./CryptoInvoice.ts"
import { CryptoInvoiceView, cryptoInvoiceView } from "./CryptoInvoiceView.ts"
import { CryptoTransferView, cryptoTransferView } from "./CryptoTransferView.ts"

interface Money {
  readonly paidAmount?: number
  readonly exception?: CryptoInvoiceView["exception"]
}

const invoiceTopic = <All extends { readonly [name: string]: Beside } = Record<never, Beside>>(
  meaning: string,
  status: CryptoInvoiceView["status"],
  { exception = "none", paidAmount = 0 }: Money = {},
  besides?: All
) =>
  topic<CryptoInvoiceView, All>(
    meaning,
    CryptoInvoiceView,
    (at, later) => ({
      ...samplePlace,
      currency: "USDT",
      amount: 25,
      expectedAmount: 25,
      feeAmount: 0.25,
      netAmount: 24.75,
      status,
      exception,
      paidAmount,
      creditedAmount: (paidAmount * 99) / 100,
      chargedFee: paidAmount / 100,
      transfersOmitted: besides === undefined ? 0 : 1,
      expiresAt: status === "expired" || status === "underpaid" ? at : later,
      confirmations: paidAmount > 0 ? 20 : 0,
      requiredConfirmations: 20,
      paidAt: status === "paid" ? at : null
    }),
    besides
  )

/** The same with the transfer that caused the event, if one did. */
const transferTopic = (
  meaning: string,
  status: CryptoInvoiceView["status"],
  transfer: CryptoTransferView["status"],
  money: Money = {}
) => invoiceTopic(meaning, status, money, { transfer: transferBeside(status, transfer, money.paidAmount) })

const transferBeside = (
  status: CryptoInvoiceView["status"],
  transfer: CryptoTransferView["status"],
  amount = 0
): Beside<CryptoTransferView | null> =>
  status === "underpaid"
    ? { shows: Schema.NullOr(CryptoTransferView), sample: () => null }
    : beside<CryptoTransferView>(CryptoTransferView, (at) => ({
        txHash: "0".repeat(64),
        amount: amount > 0 ? amount : 25,
        status: transfer,
        confirmations: transfer === "credited" ? 20 : 0,
        requiredConfirmations: 20,
        creditedAt: transfer === "credited" || transfer === "reversed" ? at : null
      }))

/** The webhook events of crypto invoices. */
export const cryptoInvoiceTopics = {
  "crypto.invoice.confirming": transferTopic("A payment of a crypto invoice was seen", "confirming", "seen"),
  "crypto.invoice.paid": transferTopic("A crypto invoice was paid", "paid", "credited", { paidAmount: 25 }),
  "crypto.invoice.underpaid": transferTopic(
    "A crypto invoice expired with too little money",
    "underpaid",
    "credited",
    { paidAmount: 10, exception: "underpaid" }
  ),
  "crypto.invoice.overpaid": transferTopic(
    "A crypto invoice got more than it asked for",
    "paid",
    "credited",
    { paidAmount: 30, exception: "overpaid" }
  ),
  "crypto.invoice.expired": invoiceTopic("A crypto invoice expired", "expired"),
  "crypto.invoice.cancelled": invoiceTopic("A crypto invoice was cancelled", "cancelled"),
  "crypto.invoice.credited": transferTopic(
    "Money of a crypto invoice was credited, and none of paid, underpaid and overpaid tells it: a part, or money on an invoice that is closed",
    "cancelled",
    "credited",
    { paidAmount: 25, exception: "late" }
  ),
  "crypto.invoice.reversed": transferTopic(
    "Credited money of a crypto invoice was taken back by its network",
    "paid",
    "reversed",
    { exception: "reorganised" }
  ),
  "crypto.invoice.reorganised": transferTopic(
    "A payment of a crypto invoice vanished from its network before it was credited",
    "pending",
    "dropped",
    { exception: "reorganised" }
  )
}

/** The status that an event leads to, as it is told. */
const statusOf = (event: CryptoInvoiceEvent): AccountWebhookEvent | undefined => {
  switch (event._tag) {
    case "CryptoInvoiceConfirming":
      return "crypto.invoice.confirming"
    case "CryptoInvoicePaid":
      return "crypto.invoice.paid"
    case "CryptoInvoiceUnderpaid":
      return "crypto.invoice.underpaid"
    case "CryptoInvoiceExpired":
      return "crypto.invoice.expired"
    case "CryptoInvoiceCancelled":
      return "crypto.invoice.cancelled"
    case "CryptoInvoiceIssued":
    case "CryptoInvoiceReopened":
    case "CryptoInvoiceOverpaid":
    case "TransferSeen":
    case "TransferConfirmationsChanged":
    case "TransferCredited":
    case "TransferDropped":
    case "TransferReversed":
    // The redaction itself is not announced, because its caller knows; the cancellation it causes is.
    case "CryptoInvoiceRedacted":
      return undefined
  }
}

/**
 * What is told of money; of less than a minor unit nothing is. `isCounted`: a status that is told after it tells it.
 */
const moneyOf = (
  event: CryptoInvoiceEvent,
  transferMinor: bigint,
  isCounted: boolean
): AccountWebhookEvent | undefined => {
  if (event._tag === "CryptoInvoiceOverpaid") return "crypto.invoice.overpaid"
  if (event._tag === "TransferCredited" && event.amountMinor > 0n && !isCounted)
    return "crypto.invoice.credited"
  if (event._tag === "TransferReversed" && (event.amountMinor > 0n || event.feeMinor > 0n))
    return "crypto.invoice.reversed"
  if (event._tag === "TransferDropped" && transferMinor > 0n) return "crypto.invoice.reorganised"
  return undefined
}

/** Events that tell of a credit in the same commit. */
const tellsCredit = ({ _tag }: CryptoInvoiceEvent): boolean =>
  _tag === "CryptoInvoicePaid" || _tag === "CryptoInvoiceUnderpaid" || _tag === "CryptoInvoiceOverpaid"

const isOfTransfer = (event: CryptoInvoiceEvent): boolean => "txHash" in event || "transfer" in event

/** Those of a transfer that did not cause them; others have none. */
const withoutTransfer = new Set<AccountWebhookEvent>(["crypto.invoice.expired", "crypto.invoice.cancelled"])

/**
 * The announcements when an invoice changes to `next`, in the order of the events: the final status only, not those in
 * between, and all that changes its books.
 */
export const cryptoInvoiceAnnouncements = (
  events: ReadonlyArray<CryptoInvoiceEvent>,
  { invoice, transfer }: Extract<CryptoInvoiceState, { readonly _tag: "issued" }>,
  publicUrl: string
): ReadonlyArray<Announcement> => {
  const reached = events.findLastIndex((event) => statusOf(event) !== undefined)
  const ahead = Option.getOrElse(invoice.versionsAhead, () => 0)
  const transferMinor = Option.match(transfer, { onNone: () => 0n, onSome: ({ amountMinor }) => amountMinor })
  const tells = events.flatMap((event, index) => {
    const isCounted = events.some(
      (each, i) => i > index && tellsCredit(each) && (i === reached || statusOf(each) === undefined)
    )
    const type = index === reached ? statusOf(event) : moneyOf(event, transferMinor, isCounted)
    return type === undefined ? [] : [{ event, index, type }]
  })
  return tells.map(({ event, index, type }, nth): Announcement => {
    const isCaused = events.slice(0, index + 1).some(isOfTransfer)
    const shown = Option.filter(transfer, () => isCaused)
    const beside = () => ({
      transfer: Option.match(shown, {
        onNone: () => null,
        onSome: (each) => cryptoTransferView(each, invoice.order)
      })
    })
    return {
      event,
      type,
      object: () => cryptoInvoiceView(invoice, publicUrl),
      ...(withoutTransfer.has(type) ? {} : { besides: beside }),
      versionsAhead: ahead + nth
    }
  })
}

/** The versions that are used up beyond the row's, after these announcements. */
export const versionsAheadAfter = (
  before: Option.Option<number>,
  announcements: ReadonlyArray<Announcement>
): Option.Option<number> =>
  announcements.length < 2
    ? before
    : Option.some(Option.getOrElse(before, () => 0) + announcements.length - 1)
