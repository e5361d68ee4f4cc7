import {
  AuditReader,
  type AuditSnapshot,
  cryptoInvoice,
  type HistoryView,
  histories,
  historyViewOf,
  instantView,
  invoice,
  kycSession,
  kycStatus,
  makeHistories,
  payout,
  payoutStatus
} from "@quittance/core/adapter"
import { Effect, Schema, Stream } from "effect"
import type { Part } from "../Part.ts"
import type { Run } from "../Run.ts"

/** What one history must tell. */
interface Expected {
  readonly id: string
  readonly createdAt: number
  /** The type of the entry about its creation; of what others did at that very instant the order is not known. */
  readonly begins: string
  /** What it ended as, if it is told by an entry; undefined while it is open. */
  readonly ends: string | undefined
}

const shapes = {
  payout: historyViewOf(histories.payout, "Payout"),
  cryptoInvoice: historyViewOf(histories.cryptoInvoice, "CryptoInvoice"),
  invoice: historyViewOf(histories.invoice, "Invoice"),
  kycSession: historyViewOf(histories.kycSession, "KycSession")
}

/** The person in the metadata of a session, and whoever decides it. */
const personal = /\b(?:ann|bob|eve)\b|an operator|@/

/** A sentence for each law of histories that this one breaks. */
const brokenBy = (
  { begins, createdAt, ends, id }: Expected,
  shape: (typeof shapes)[keyof typeof shapes],
  view: HistoryView
): ReadonlyArray<string> => {
  const { history } = view
  const say = (what: string) => `the history of ${id} ${what}: ${JSON.stringify(history)}`
  const decoded = Schema.decodeUnknownExit(shape)(view, { onExcessProperty: "error" })
  const first = instantView(createdAt)
  const ats = history.map(({ at }) => at)
  return [
    ...(decoded._tag === "Failure" ? [say(`is not as it is declared: ${decoded.cause}`)] : []),
    ...(ats[0] === first && history.some(({ at, type }) => at === first && type === begins)
      ? []
      : [say("has no beginning")]),
    ...(history.filter(({ type }) => type === begins).length === 1 ? [] : [say("begins twice")]),
    ...(ats.every((at, index) => index === 0 || at >= (ats[index - 1] ?? ""))
      ? []
      : [say("is not in order")]),
    ...(ends === undefined || history.some(({ type }) => type === ends)
      ? []
      : [say(`does not tell ${ends}`)]),
    ...(history.every(({ actor }) => actor !== "unknown") ? [] : [say("does not know who it was")]),
    ...(personal.test(JSON.stringify(view)) ? [say("names somebody")] : [])
  ]
}

const payoutEnds = { PENDING: undefined, COMPLETED: "payout.completed", FAILED: "payout.failed" } as const
const kycEnds = { completed: "kyc.completed", failed: "kyc.failed", expired: "kyc.failed" } as const

const brokenIn = Effect.fnUntraced(function* (snapshot: AuditSnapshot) {
  const read = yield* makeHistories("partner")
  const broken: Array<string> = []
  for (const state of yield* Stream.runCollect(snapshot.states(payout))) {
    const expected = { ...state.order, begins: "payout_created", ends: payoutEnds[payoutStatus(state)] }
    broken.push(...brokenBy(expected, shapes.payout, yield* read.payout(state)))
  }
  for (const state of yield* Stream.runCollect(snapshot.states(cryptoInvoice))) {
    const ends = state._tag === "pending" ? undefined : `crypto.invoice.${state._tag}`
    const expected = { ...state.order, begins: "invoice_created", ends }
    broken.push(...brokenBy(expected, shapes.cryptoInvoice, yield* read.cryptoInvoice(state)))
  }
  for (const state of yield* Stream.runCollect(snapshot.states(invoice))) {
    const ends = state._tag === "pending" ? undefined : `invoice.${state._tag}`
    const expected = { ...state.order, begins: "invoice.created", ends }
    broken.push(...brokenBy(expected, shapes.invoice, yield* read.invoice(state)))
  }
  for (const state of yield* Stream.runCollect(snapshot.states(kycSession))) {
    const status = kycStatus(state)
    const ends = status === "pending" || status === "in_progress" ? undefined : kycEnds[status]
    const expected = { ...state.order, begins: "session_created", ends }
    broken.push(...brokenBy(expected, shapes.kycSession, yield* read.kycSession(state)))
  }
  return broken
})

/** Histories: whatever happened is told as it is declared, from the beginning to the end. Nobody acts for them. */
export const historyPart = (run: Run): Part => ({
  name: "histories",
  weight: 0,
  acts: () => [],
  closeBooks: async () => {
    const audit = Effect.scoped(
      Effect.flatMap(AuditReader, ({ snapshot }) => Effect.flatMap(snapshot, brokenIn))
    )
    for (const fault of await run.look(audit)) run.say(fault)
  }
})
