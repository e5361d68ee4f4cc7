/** What the benchmark of reads asks of a store with a year of everything. */
import type { createQuittance, PageRequest } from "@quittance/core"
import type { InvoiceStore } from "./invoiceStore.ts"

const limit = 20
const dayMillis = 86_400_000

export type Quittance = Awaited<ReturnType<typeof createQuittance>>
export type Question = (quittance: Quittance) => Promise<unknown>
type Questions = ReadonlyArray<readonly [name: string, question: Question]>

/** A first and a deep part by cursor, and a deep one of few items, of both lists. */
export const cursorQuestionsOf = async (
  { invoices, partnerId }: InvoiceStore,
  { balanceEntries, invoices: fiat, payouts }: Quittance
): Promise<Questions> => {
  const deep = Math.ceil(invoices / 2 / limit)
  const listed = async <Filter>(
    name: string,
    listOf: (quittance: Quittance) => { readonly list: List<Filter> },
    list: List<Filter>,
    filter: Filter,
    page: number
  ) => {
    const { nextCursor } = await list(partnerId, filter, { limit, page })
    if (nextCursor === null) throw new Error(`page ${page} of ${name} is the last`)
    const question: Question = (quittance) =>
      listOf(quittance).list(partnerId, filter, { limit, cursor: nextCursor })
    return [`${cursorName} ${page}, ${name}`, question] as const
  }
  const payoutsOf = (quittance: Quittance) => quittance.payouts
  const invoicesOf = (quittance: Quittance) => quittance.invoices
  const entriesOf = (quittance: Quittance) => quittance.balanceEntries
  return [
    await listed("payouts", payoutsOf, payouts.list, {}, 1),
    await listed("payouts", payoutsOf, payouts.list, {}, deep),
    await listed("payouts, FAILED", payoutsOf, payouts.list, { status: "FAILED" }, Math.ceil(deep / 20)),
    await listed("balance entries", entriesOf, balanceEntries.list, {}, 1),
    await listed("balance entries", entriesOf, balanceEntries.list, {}, deep),
    await listed(
      "balance entries, returned",
      entriesOf,
      balanceEntries.list,
      { kind: "payout.returned" },
      Math.ceil(deep / 20)
    ),
    await listed("invoices", invoicesOf, fiat.list, {}, 1),
    await listed("invoices", invoicesOf, fiat.list, {}, deep),
    await listed("invoices, pending", invoicesOf, fiat.list, { status: "pending" }, 1),
    await listed(
      "invoices, paid KZT",
      invoicesOf,
      fiat.list,
      { status: "paid", currency: "KZT" },
      Math.ceil(deep / 8)
    )
  ]
}

type List<Filter> = (
  partnerId: string,
  filter: Filter,
  page: PageRequest
) => Promise<{ readonly nextCursor: string | null }>

export const cursorName = "the cursor behind page"
/** What is asked of both stores. */
export const questionsOf = ({ from, invoices, partnerId, to }: InvoiceStore): Questions => {
  const deep = Math.ceil(invoices / 2 / limit)
  const range = { from: to - 100 * dayMillis, to: to - 10 * dayMillis }
  const payouts =
    (filter: Parameters<Quittance["payouts"]["list"]>[1], page = 1): Question =>
    (quittance) =>
      quittance.payouts.list(partnerId, filter, { limit, page })
  const listed =
    (filter: Parameters<Quittance["invoices"]["list"]>[1], page = 1): Question =>
    (quittance) =>
      quittance.invoices.list(partnerId, filter, { limit, page })
  const crypto =
    (filter: Parameters<Quittance["cryptoInvoices"]["list"]>[1], page = 1): Question =>
    (quittance) =>
      quittance.cryptoInvoices.list(partnerId, filter, { limit, page })
  const sessions =
    (filter: Parameters<Quittance["kyc"]["list"]>[1], page = 1): Question =>
    (quittance) =>
      quittance.kyc.list(partnerId, filter, { limit, page })
  const entries =
    (filter: Parameters<Quittance["balanceEntries"]["list"]>[1], page = 1): Question =>
    (quittance) =>
      quittance.balanceEntries.list(partnerId, filter, { limit, page })
  const open =
    (asked: Parameters<Quittance["payouts"]["open"]>[0]): Question =>
    (quittance) =>
      quittance.payouts.open(asked)
  const batches =
    (page: number): Question =>
    (quittance) =>
      quittance.batches.list(partnerId, {}, { limit, page })
  const figures =
    (days: number, groupBy: string, timezone = "UTC"): Question =>
    (quittance) =>
      quittance.analytics(partnerId, { from: Math.max(from, to - days * dayMillis), to, groupBy, timezone })
  return [
    ["payouts, first page", payouts({})],
    ["payouts, first page, FAILED", payouts({ status: "FAILED" })],
    ["payouts, first page, COMPLETED in 90 days", payouts({ status: "COMPLETED", ...range })],
    [`payouts, page ${deep}`, payouts({}, deep)],
    [`payouts, page ${deep}, COMPLETED`, payouts({ status: "COMPLETED" }, deep)],
    ["payouts, open", open({ limit })],
    ["payouts, open, unknown", open({ limit, step: "unknown" })],
    ["balance entries, first page", entries({})],
    ["balance entries, first page, adjusted", entries({ kind: "balance.adjusted" })],
    [`balance entries, page ${deep}`, entries({}, deep)],
    [
      `balance entries, page ${Math.ceil(deep / 20)}, returned`,
      entries({ kind: "payout.returned" }, Math.ceil(deep / 20))
    ],
    ["invoices, first page", listed({})],
    ["invoices, first page, pending", listed({ status: "pending" })],
    ["invoices, first page, paid KZT in 90 days", listed({ status: "paid", currency: "KZT", ...range })],
    [`invoices, page ${deep}`, listed({}, deep)],
    [`invoices, page ${deep}, paid`, listed({ status: "paid" }, deep)],
    ["crypto invoices, first page", crypto({})],
    ["crypto invoices, first page, underpaid", crypto({ status: "underpaid" })],
    ["crypto invoices, first page, on the rarest network", crypto({ network: "ethereum" })],
    ["crypto invoices, first page, late", crypto({ exception: "late" })],
    ["crypto invoices, first page, reorganised in 90 days", crypto({ exception: "reorganised", ...range })],
    [`crypto invoices, page ${deep}`, crypto({}, deep)],
    [`crypto invoices, page ${deep}, paid`, crypto({ status: "paid" }, deep)],
    [`crypto invoices, page ${deep}, no exception`, crypto({ exception: "none" }, deep)],
    ["KYC sessions, first page, in progress", sessions({ status: "in_progress" })],
    [`KYC sessions, page ${deep}`, sessions({}, deep)],
    [`KYC sessions, page ${deep}, completed`, sessions({ status: "completed" }, deep)],
    ["batches, first page", batches(1)],
    [`batches, page ${deep}`, batches(deep)],
    ["analytics, a day by hour", figures(1, "hour")],
    ["analytics, a month by day", figures(30, "day")],
    ["analytics, a month by day, Asia/Almaty", figures(30, "day", "Asia/Almaty")],
    ["analytics, a year by day", figures(365, "day")],
    ["analytics, a year by day, Asia/Almaty", figures(365, "day", "Asia/Almaty")],
    ["analytics, a year by week", figures(365, "week")],
    ["analytics, a year by month", figures(365, "month")]
  ]
}
