import { Effect } from "effect"
import { bankPayment, type RecordedBankPayment } from "../concepts/bankPayment/BankPayment.ts"
import { bankPaymentHistory } from "../concepts/bankPayment/bankPaymentHistory.ts"
import { transactionHistory } from "../concepts/chain/transactionHistory.ts"
import type { IssuedCryptoInvoice } from "../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { cryptoInvoiceHistory } from "../concepts/cryptoInvoice/cryptoInvoiceHistory.ts"
import type { IssuedInvoice } from "../concepts/invoice/Invoice.ts"
import { invoiceHistory } from "../concepts/invoice/invoiceHistory.ts"
import type { OpenedKycSession } from "../concepts/kyc/KycSessionRecord.ts"
import { kycHistory } from "../concepts/kyc/kycHistory.ts"
import type { RecordedPayout } from "../concepts/payout/PayoutRecord.ts"
import { payoutHistory } from "../concepts/payout/payoutHistory.ts"
import type { Invitation } from "../concepts/person/Invitation.ts"
import { invitationHistory, userHistory } from "../concepts/person/personHistory.ts"
import type { User } from "../concepts/person/User.ts"
import type { Roster } from "../concepts/roster/Roster.ts"
import { rosterHistory } from "../concepts/roster/rosterHistory.ts"
import {
  type AnyHistory,
  type HistoryEntry,
  type HistoryView,
  historyEntry,
  historyEventsMax
} from "../kernel/history/History.ts"
import { EventReader, type StoredEvent } from "../kernel/ports/EventReader.ts"
import { StateReader, statesOf } from "../kernel/ports/StateReader.ts"

/** What each history tells, of the record and of others that belong to its story. */
export const histories = {
  payout: { ...payoutHistory, ...transactionHistory },
  cryptoInvoice: cryptoInvoiceHistory,
  invoice: { ...invoiceHistory, ...bankPaymentHistory },
  kycSession: kycHistory,
  roster: rosterHistory
} satisfies { readonly [record: string]: AnyHistory<never> }

/** So many bank payments of an invoice are told of, the newest. */
const paymentsMax = 100

/** Events of one subject in their order, and how each is told. */
interface Story {
  readonly events: ReadonlyArray<StoredEvent>
  readonly tell: (event: StoredEvent) => ReadonlyArray<HistoryEntry>
}

/** Whether an event is told before one of another subject. */
const isEarlier = (one: StoredEvent, other: StoredEvent): boolean =>
  one.at < other.at || (one.at === other.at && one.id < other.id)

/** The stories as one; the events of each stay in their order. */
const together = (stories: ReadonlyArray<Story>): ReadonlyArray<readonly [StoredEvent, Story]> => {
  const all: Array<readonly [StoredEvent, Story]> = []
  const waiting = stories.map((story) => ({ story, next: 0 }))
  for (;;) {
    let first: { event: StoredEvent; of: (typeof waiting)[number] } | undefined
    for (const of of waiting) {
      const event = of.story.events[of.next]
      if (event !== undefined && (first === undefined || isEarlier(event, first.event))) first = { event, of }
    }
    if (first === undefined) return all
    all.push([first.event, first.of.story])
    first.of.next++
  }
}

const historyOf = (stories: ReadonlyArray<Story>): HistoryView => {
  const all = together(stories)
  const newest = all.slice(-historyEventsMax)
  return {
    history: newest.flatMap(([event, { tell }]) => tell(event)),
    olderOmitted: newest.length < all.length
  }
}

/**
 * Reads the histories of records, as partners or as operators see them. It reads the newest events only, one more than
 * are told, so a record with millions of events costs what one with a thousand does.
 */
export const makeHistories = (to: "partner" | "operator") =>
  Effect.gen(function* () {
    const events = yield* EventReader
    const states = yield* StateReader

    const story = <State>(history: AnyHistory<State>, state: State, partnerId: string, subjectId: string) =>
      Effect.map(
        events.ofSubject(partnerId, subjectId, historyEventsMax + 1),
        (found): Story => ({ events: found, tell: (event) => historyEntry(history, event, state, to) })
      )

    return {
      /** With its transaction, where this deployment sends it by itself. */
      payout: (state: RecordedPayout) => {
        const { id, network, partnerId, reference } = state.order
        return Effect.map(
          Effect.all([
            story(payoutHistory, state, partnerId, id),
            story(transactionHistory, state, network, reference)
          ]),
          historyOf
        )
      },
      cryptoInvoice: (state: IssuedCryptoInvoice) =>
        Effect.map(story(cryptoInvoiceHistory, state, state.order.partnerId, state.order.id), (own) =>
          historyOf([own])
        ),
      /** With its e-mail and its bank payments. */
      invoice: Effect.fnUntraced(function* (state: IssuedInvoice) {
        const { id, partnerId } = state.order
        const payments = yield* states.indexed(bankPayment, "by_invoice", {
          equal: [partnerId, id],
          order: "backwards",
          limit: paymentsMax
        })
        const ofPayments = yield* Effect.forEach(statesOf(payments), (payment: RecordedBankPayment) =>
          story(bankPaymentHistory, payment, partnerId, payment.order.id)
        )
        return historyOf([yield* story(invoiceHistory, state, partnerId, id), ...ofPayments])
      }),
      user: (state: User) =>
        Effect.map(story(userHistory, state, state.id, state.id), (own) => historyOf([own])),
      invitation: (state: Invitation) =>
        Effect.map(story(invitationHistory, state, state.partnerId, state.id), (own) => historyOf([own])),
      kycSession: (state: OpenedKycSession) =>
        Effect.map(story(kycHistory, state, state.order.partnerId, state.order.id), (own) =>
          historyOf([own])
        ),
      roster: (state: Roster) =>
        Effect.map(story(rosterHistory, state, state.partnerId, state.id), (own) => historyOf([own]))
    }
  })
