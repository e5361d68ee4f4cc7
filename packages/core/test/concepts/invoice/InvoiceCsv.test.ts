import { Option } from "effect"
import Papa from "papaparse"
import { assert, describe, it } from "vitest"
import type { IssuedInvoice } from "../../../src/concepts/invoice/Invoice.ts"
import { firstIssued } from "../../../src/concepts/invoice/InvoiceAsOf.ts"
import { invoiceCsvHeader, invoiceCsvRow } from "../../../src/concepts/invoice/InvoiceCsv.ts"
import { invoiceView } from "../../../src/concepts/invoice/InvoiceView.ts"
import { csvOf } from "../../../src/kernel/input/Csv.ts"
import { expiresAt, issuedAt, orderOf, receiptOf } from "./fiatSamples.ts"

const cellsOf = (invoice: IssuedInvoice) => {
  const view = invoiceView(invoice, "https://pay.example")
  const csv = csvOf(invoiceCsvHeader, [invoiceCsvRow(view)])
  const [cells] = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data
  return { view, cells: cells ?? {} }
}

describe("an invoice in a sheet", () => {
  it("has every field of its view but the instant of its redaction", () => {
    const { cells, view } = cellsOf(firstIssued(orderOf("inv_1")))
    const { redactedAt: _, ...rest } = view
    assert.sameMembers(Object.keys(cells), Object.keys(rest))
  })

  it("that is paid reads like its view, with the metadata as JSON", () => {
    const order = orderOf("inv_1", {
      amountMinor: 1050n,
      description: Option.some('tea, "green"\nand black'),
      metadata: '{"a":[1,"=1"]}',
      externalId: Option.some("order-1"),
      redirectUrl: Option.some("https://shop.example/?a=1,2"),
      cancelUrl: Option.some("https://shop.example/cart"),
      creditorReference: Option.some("RF0400000000000")
    })
    const { cells } = cellsOf({
      _tag: "paid",
      order,
      redactedAt: Option.none(),
      receipt: receiptOf("op-1", issuedAt, { amountMinor: 1050n }),
      late: true,
      paidAt: expiresAt,
      reversedAt: Option.none(),
      updatedAt: expiresAt
    })
    assert.deepStrictEqual(cells, {
      id: "inv_1",
      status: "paid",
      amount: "10.5",
      currency: "KZT",
      description: 'tea, "green"\nand black',
      externalId: "order-1",
      batchId: "",
      createdAt: new Date(issuedAt).toISOString(),
      updatedAt: new Date(expiresAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      paidAt: new Date(expiresAt).toISOString(),
      late: "true",
      payerBank: "Steppe Bank",
      paymentUrl: "https://pay.example/pay/bank/token-inv_1",
      redirectUrl: "https://shop.example/?a=1,2",
      metadata: '{"a":[1,"=1"]}',
      cancelUrl: "https://shop.example/cart",
      reference: "RF0400000000000",
      reversed: "false"
    })
  })

  it("cannot bring a formula into a spreadsheet", () => {
    const order = orderOf("inv_1", {
      description: Option.some("=cmd|'/c calc'!A1"),
      externalId: Option.some("+1")
    })
    const { cells } = cellsOf(firstIssued(order))
    assert.deepStrictEqual([cells.description, cells.externalId], ["'=cmd|'/c calc'!A1", "'+1"])
  })
})
