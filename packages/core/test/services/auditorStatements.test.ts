import { assert, describe } from "@effect/vitest"
import {
  bankPaymentClaims,
  type RecordedBankPayment,
  type RecordedEntry,
  Statements,
  statementEntryClaims,
  statementEntryJobs
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { credit, importEntries, issueTransfer, referenceTo, reversal, transfers } from "./bankStatements.ts"
import { start, testIn } from "./Deployment.ts"
import { shop } from "./fiatInvoices.ts"
import { changeOnly, noticing, removeFrom, type Tamper, type Tampering, verified } from "./tampering.ts"

/**
 * One entry that paid, one that was taken back, one that waits for a person, and one that paid although it came late.
 */
const lived = Effect.gen(function* () {
  const statements = yield* Statements
  const partnerId = yield* shop()
  const late = yield* issueTransfer(partnerId)
  yield* importEntries([credit({ reference: referenceTo(late), bookedOn: "2026-02-20" })])
  const [held] = yield* statements.unresolved
  yield* statements.assign(held?.id ?? "", late.id, "by phone")
  const [paid, back] = [yield* issueTransfer(partnerId), yield* issueTransfer(partnerId)]
  yield* importEntries([
    credit({ reference: referenceTo(paid), payer: "Zhanna" }),
    credit({ reference: referenceTo(back) }),
    credit()
  ])
  yield* importEntries([reversal({ reference: referenceTo(back) })])
  return {}
})

type Names = Effect.Success<typeof lived>

const changeEntry =
  (tag: RecordedEntry["_tag"], change: (entry: RecordedEntry) => RecordedEntry): Tamper<Names> =>
  (state) =>
    changeOnly(state.aggregates.StatementEntry, ({ _tag }) => _tag === tag, change)

const tampering: Tampering<Names> = {
  "an entry that waits is called ignored": [
    changeEntry("unresolved", ({ order, redactedAt, updatedAt }) => ({
      ...{ _tag: "ignored", order, redactedAt, updatedAt, reason: "x", isReplaced: false }
    })),
    /^entry ste_\w+ \(ignored\) at deposits stands for 0 minor units; its journal entries sum to -10000$/
  ],
  "an entry's amount is changed": [
    changeEntry("unresolved", (entry) => ({ ...entry, order: { ...entry.order, amountMinor: 1n } })),
    /^entry ste_\w+ \(unresolved\) at unresolved stands for 1 minor units/
  ],
  "an entry is removed": [
    (state) => removeFrom(state.aggregates.StatementEntry, ({ state: { _tag } }) => _tag === "matched"),
    /^ste_\w+ has journal entries and no record$/
  ],
  "an entry that paid names another payment": [
    changeEntry("matched", (entry) => ({ ...entry, paymentId: "pmt_other" }) as RecordedEntry),
    /^entry ste_\w+ is matched and bank payment pmt_other does not hold its claim$/
  ],
  "the claim of an entry's payment is removed": [
    (state) => {
      const [entry] = [...state.aggregates.StatementEntry.values()].filter(
        ({ state: { _tag } }) => _tag === "matched"
      )
      const id = entry?.state.order.id
      removeFrom(state.claims, ({ key, scope }) => scope === bankPaymentClaims.operation && key === id)
    },
    /^entry ste_\w+ is matched and bank payment pmt_\w+ does not hold its claim$/
  ],
  "the claim on a reversal is removed": [
    (state) => removeFrom(state.claims, ({ scope }) => scope === statementEntryClaims.reversal),
    /^entry ste_\w+ does not hold the claim on its reversal$/
  ],
  "an entry is on its way and nobody goes on with it": [
    (state, names) => {
      changeEntry("matched", (entry) => ({
        ...{ ...entry, _tag: "matching", assignment: Option.none(), partnerOfInvoice: "", invoiceId: "" }
      }))(state, names)
      for (const [key, { kind }] of state.jobs) if (kind === statementEntryJobs.match) state.jobs.delete(key)
    },
    /^entry ste_\w+ is matching and its account has no job$/
  ],
  "money that came too late is called in time": [
    (state) =>
      changeOnly(
        state.aggregates.BankPayment,
        (payment) => "resolvedAt" in payment && Option.isSome(payment.resolvedAt),
        (payment) => ({ ...payment, resolvedAt: Option.none() }) as RecordedBankPayment
      ),
    /^bank payment pmt_\w+ \(settled\) has the journal entries \[bankPayment.unresolved, bankPayment.resolved\], not/
  ],
  "a redacted entry still says who paid": [
    changeEntry("matched", (entry) => ({ ...entry, redactedAt: Option.some(start) })),
    /^entry ste_\w+ is redacted and still has personal data$/
  ]
}

describe("the audit of statements", () => {
  testIn(transfers)("finds nothing in honest books, and counts what it looked at", function* () {
    yield* lived
    const { faults, statementEntryCount } = yield* verified
    assert.deepStrictEqual(faults, [])
    assert.strictEqual(statementEntryCount, 4)
  })

  noticing(lived, tampering, transfers)
})
