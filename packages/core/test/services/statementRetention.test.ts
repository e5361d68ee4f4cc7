import { assert, describe } from "@effect/vitest"
import { Invoices } from "@quittance/core"
import { eventData, millisPerDay, Statements, statementEntryJobs } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  credit,
  importEntries,
  issueTransfer,
  listed,
  referenceTo,
  reversal,
  standings,
  transfers
} from "./bankStatements.ts"
import { Memory, testIn } from "./Deployment.ts"
import { booksAreRight, drain, shop, workFor } from "./fiatInvoices.ts"

const keptFor = (days: number | undefined) => ({
  settings: {
    ...transfers.settings,
    invoiceRetentionMillis: days === undefined ? undefined : days * millisPerDay
  }
})
const test = testIn(transfers)

/** The payers that are still known, by the fault or status of their entries. */
const payers = Effect.map(listed, (entries) =>
  Object.fromEntries(entries.map(({ fault, payer, status }) => [fault ?? status, payer]))
)

/** One entry that nobody decided about, one that was sent back, one that was ignored. */
const decided = Effect.gen(function* () {
  const statements = yield* Statements
  yield* importEntries([
    credit({ payer: "Ann", text: "tea" }),
    credit({ payer: "Bob", text: "tea" }),
    credit({ payer: "Zoe", text: "tea" })
  ])
  const idOf = (name: string) =>
    Effect.map(listed, (entries) => entries.find(({ payer }) => payer === name)?.id ?? "")
  yield* statements.returned(yield* idOf("Ann"), "not ours")
  yield* statements.ignore(yield* idOf("Bob"), "interest")
})

const known = { returned: "Ann", ignored: "Bob", unknown_reference: "Zoe" }

describe("an entry of a statement that is for no invoice", () => {
  testIn(keptFor(7))("is erased when an invoice would be, and one that waits is kept", function* () {
    yield* decided
    yield* workFor(statementEntryJobs.retain, 8 * millisPerDay - 1)
    assert.deepStrictEqual(yield* payers, known)
    yield* workFor(statementEntryJobs.retain, 1)
    assert.deepStrictEqual(yield* payers, { returned: null, ignored: null, unknown_reference: "Zoe" })
    const statements = yield* Statements
    const [waits] = yield* statements.unresolved
    yield* statements.ignore(waits?.id ?? "", "nobody's")
    yield* workFor(statementEntryJobs.retain, 8 * millisPerDay)
    assert.isTrue((yield* listed).every(({ payer, text }) => payer === null && text === null))
    yield* booksAreRight
  })

  test("is kept for good, unless the deployment says otherwise", function* () {
    yield* decided
    yield* workFor(statementEntryJobs.retain, 40 * millisPerDay)
    assert.deepStrictEqual(yield* payers, known)
  })

  test("is erased when an operator says so, but not while somebody has to decide about it", function* () {
    yield* decided
    const statements = yield* Statements
    for (const { id, status } of yield* listed) {
      if (status === "unresolved") {
        const refused = yield* Effect.flip(statements.redact(id))
        assert.include(refused.message, "the entry is unresolved, so redact is not possible")
      } else {
        assert.deepInclude(yield* statements.redact(id), { status, payer: null, text: null })
        assert.deepInclude(yield* statements.redact(id), { status, payer: null, text: null })
      }
    }
    yield* booksAreRight
  })

  test("leaves no hash of who paid, and the same payment in another format waits as before", function* () {
    const statements = yield* Statements
    yield* importEntries([credit({ payer: "Ann", name: "1" })])
    const [entry] = yield* listed
    yield* statements.ignore(entry?.id ?? "", "interest")
    const { aggregates, events } = yield* Memory
    const twins = () =>
      [...aggregates.StatementEntry.values()].flatMap(({ state }) => Option.toArray(state.twin))
    const [twin = "none"] = twins()
    yield* statements.redact(entry?.id ?? "")
    assert.deepStrictEqual(twins(), [])
    assert.notInclude([...events.values()].map(eventData).join(), twin)
    yield* importEntries([credit({ payer: "Ann", name: "1" }), credit({ payer: "Ann", kind: "content" })])
    assert.deepStrictEqual(yield* standings, ["ignored", "unresolved: unknown_reference"])
  })

  test("is still recognised by its reference after it was erased", function* () {
    const partnerId = yield* shop()
    const reference = referenceTo(yield* issueTransfer(partnerId))
    const statements = yield* Statements
    yield* importEntries([credit({ reference, payer: "Ann" })])
    const [entry] = yield* listed
    yield* statements.redact(entry?.id ?? "")
    yield* importEntries([credit({ reference, kind: "content" })])
    assert.deepStrictEqual(yield* standings, ["matched", "unresolved: possible_duplicate"])
    yield* importEntries([reversal({ reference })])
    assert.include(yield* standings, "matched: reversed")
    yield* booksAreRight
  })
})

test("money for an invoice that was erased before is booked, and who paid is erased after it", function* () {
  const partnerId = yield* shop()
  const invoice = yield* issueTransfer(partnerId)
  const [invoices, statements] = [yield* Invoices, yield* Statements]
  yield* TestClock.adjust(millisPerDay)
  yield* drain
  yield* invoices.redact(partnerId, invoice.id)
  yield* drain
  const late = { reference: referenceTo(invoice), bookedOn: "2026-01-02" } as const
  yield* importEntries([credit({ ...late, payer: "Ann" }), credit({ ...late, payer: "Zoe" })])
  yield* drain
  assert.deepStrictEqual(yield* payers, { matched: null, already_paid: "Zoe" })
  const [held] = yield* statements.unresolved
  yield* statements.returned(held?.id ?? "", "sent back")
  yield* drain
  assert.deepStrictEqual(yield* payers, { matched: null, already_paid: null })
  yield* booksAreRight
})
