import { assert } from "@effect/vitest"
import {
  type Ids,
  InvoiceReader,
  invoiceStatuses,
  type IssuedInvoice,
  type StorePorts
} from "@quittance/core"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { changingInvoice, invoiceIn, issuingInvoice, issuingInvoices, newInvoice } from "./InvoiceSamples.ts"
import { claimBy, commit, newPartnerId, start } from "./StoreSamples.ts"
import { storedInvoices } from "./storedInvoices.ts"

/** Single fiat invoices: read as they were written, by every name they have, changed on the version they were decided on. */

const due = Effect.fnUntraced(function* (partnerId: string, now: number, limit = 100) {
  const invoices = yield* InvoiceReader
  return yield* invoices.due(partnerId, now, limit)
})

export const invoiceReaderChecks = {
  ...storedInvoices.alike,

  "a token finds its invoice whoever asks, and only the whole token": Effect.gen(function* () {
    const invoices = yield* InvoiceReader
    const invoice = yield* newInvoice(yield* newPartnerId, {
      token: `${"0aF".repeat(10)}${yield* newPartnerId}`
    })
    yield* commit(yield* issuingInvoice(invoice))
    const { token } = invoice.order
    assert.deepStrictEqual(yield* invoices.byToken(token), Option.some({ state: invoice, version: 1 }))
    for (const other of ["", token.slice(1), token.slice(0, -1), `${token}0`, token.toLowerCase(), "%"]) {
      assert.isTrue(Option.isNone(yield* invoices.byToken(other)), other)
    }
  }),

  "an external id is taken once for a partner, and free for others": Effect.gen(function* () {
    const [one, two] = [yield* newPartnerId, yield* newPartnerId]
    const externalId = Option.some("order 1 “№” 🧾")
    for (const partnerId of [one, two]) {
      yield* commit(yield* issuingInvoice(yield* newInvoice(partnerId, { externalId })))
    }
    const again = commit(yield* issuingInvoice(yield* newInvoice(one, { externalId })))
    assert.strictEqual((yield* Effect.flip(again))._tag, "ClaimTaken")
  }),

  "a bank's operation is taken once, whoever is paid": Effect.gen(function* () {
    const partners = [yield* newPartnerId, yield* newPartnerId]
    const key = `operation of ${partners[0]}`
    const [first, second] = partners.map((partnerId) =>
      commit({ claims: [claimBy(partnerId, { scope: "bankOperation", key, ownerId: "pmt_1" })] })
    )
    assert.isDefined(first)
    assert.isDefined(second)
    yield* first
    assert.strictEqual((yield* Effect.flip(second))._tag, "ClaimTaken")
  }),

  "due are the pending invoices that expired by then, the earliest first, with their versions": Effect.gen(
    function* () {
      const partnerId = yield* newPartnerId
      const expiring = (after: number) => newInvoice(partnerId, { expiresAt: start + after })
      const [at30, at10, at20, at11] = [
        yield* expiring(30),
        yield* expiring(10),
        yield* expiring(20),
        yield* expiring(11)
      ]
      for (const invoice of [at30, at10, at20, at11]) yield* commit(yield* issuingInvoice(invoice))
      for (const status of invoiceStatuses) {
        if (status === "pending") continue
        const invoice = yield* expiring(5)
        yield* commit(yield* issuingInvoice(invoice))
        yield* commit(yield* changingInvoice(invoice, invoiceIn(status, invoice), 1))
      }
      const isDueAt = Effect.fnUntraced(function* (
        after: number,
        limit: number,
        invoices: ReadonlyArray<IssuedInvoice>
      ) {
        const found = invoices.map((state) => ({ state, version: 1 }))
        assert.deepStrictEqual(yield* due(partnerId, start + after, limit), found)
      })
      yield* isDueAt(9, 100, [])
      yield* isDueAt(10, 100, [at10])
      yield* isDueAt(29, 100, [at10, at11, at20])
      yield* isDueAt(30, 100, [at10, at11, at20, at30])
      yield* isDueAt(30, 2, [at10, at11])
      yield* commit(yield* changingInvoice(at10, invoiceIn("expired", at10), 1))
      yield* isDueAt(29, 100, [at11, at20])
    }
  ),
  "of many new invoices of one commit, one whose id is there refuses all": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const invoices = yield* Effect.forEach(Array.from({ length: 40 }), () => newInvoice(partnerId))
    const taken = invoices[17]
    assert(taken !== undefined)
    yield* commit(yield* issuingInvoice(taken))
    const refusal = yield* Effect.flip(commit(yield* issuingInvoices(invoices)))
    assert.strictEqual(refusal._tag, "VersionConflict")
    assert.strictEqual("subjectId" in refusal ? refusal.subjectId : "", taken.order.id)
    const reader = yield* InvoiceReader
    const first = invoices[0]?.order.id ?? ""
    assert.isTrue(Option.isNone(yield* reader.byId(partnerId, first)))
    // Others may lie between those of a commit.
    yield* commit(yield* issuingInvoices(invoices.filter((invoice) => invoice !== taken)))
    assert.isTrue(Option.isSome(yield* reader.byId(partnerId, first)))
  })
} satisfies Checks<StorePorts | Ids>

export const invoiceReaderSuite = suiteOf<StorePorts>("fiat invoices", invoiceReaderChecks)
