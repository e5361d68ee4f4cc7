import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput, type InvoiceView, type NotFound } from "@quittance/core"
import {
  daysAfter,
  type EntryStatus,
  type EntrySuggestion,
  entryStatuses,
  formatMinor,
  isCalendarDate,
  minorText,
  type StatementEntryView,
  spacedReference
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, amountIn, day, id, instant, longText, status, text, word } from "../../look/Cell.ts"
import { moneyText } from "../../look/money.ts"
import { actLink, actLinks, type Column, notice, tableSection } from "../../look/parts.ts"
import { type ItemAct, itemScreens } from "../../screen/itemScreens.ts"
import { labelled } from "../../screen/labelled.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { importStatement } from "./importStatement.ts"

type Said = Words["statements"]

/** What lists, files and pages tell of an entry. */
const entryColumns = (said: Said): ReadonlyArray<Column<StatementEntryView>> => [
  { title: said.bookedOn, cell: (entry) => day(entry.bookedOn) },
  { title: said.account, cell: (entry) => text(entry.account) },
  { title: said.amount, cell: (entry) => amount(entry.amount, entry.currency) },
  { title: said.currency, cell: (entry) => text(entry.currency) },
  { title: said.payer, cell: (entry) => longText(entry.payer) },
  { title: said.reference, cell: ({ reference }) => text(reference && spacedReference(reference)) },
  { title: said.status, cell: (entry) => status(entry.status) },
  { title: said.fault, cell: (entry) => word(entry.fault) },
  { title: said.invoice, cell: (entry) => id(entry.invoiceId) },
  { title: said.text, cell: (entry) => text(entry.text), isOnlyInCsv: true },
  { title: said.payerBank, cell: (entry) => text(entry.payerBank), isOnlyInCsv: true },
  { title: said.payment, cell: (entry) => id(entry.paymentId), isOnlyInCsv: true },
  { title: said.reason, cell: (entry) => text(entry.reason), isOnlyInCsv: true },
  { title: said.recorded, cell: (entry) => instant(entry.createdAt), isOnlyInCsv: true },
  { title: said.id, cell: (entry) => id(entry.id), isOnlyInCsv: true }
]

/** An invoice that an entry is for, or may be for. */
interface Meant {
  readonly invoice: InvoiceView
  readonly partner: { readonly id: string; readonly name: string }
  readonly because?: EntrySuggestion["because"]
}

type Named = Pick<EntrySuggestion, "invoiceId" | "partnerId"> & Partial<EntrySuggestion>

/** The invoice of an entry, or those that it may be for. */
const meantBy = ({ invoiceId, partnerId, suggestions }: StatementEntryView): ReadonlyArray<Named> =>
  invoiceId === null || partnerId === null ? suggestions : [{ invoiceId, partnerId }]

const invoicesOf = (
  entry: StatementEntryView,
  { operations }: Seen
): Effect.Effect<ReadonlyArray<Meant>, ScreenFailure> =>
  Effect.forEach(meantBy(entry), ({ because, invoiceId, partnerId }) =>
    Effect.map(
      Effect.all([operations.invoices.get(partnerId, invoiceId), operations.partners.get(partnerId)]),
      ([invoice, partner]) => ({ invoice, partner, ...(because !== undefined && { because }) })
    )
  )

/** Whether a person can still say that it is nobody's. */
const isOpen = ({ paymentId, status }: StatementEntryView): boolean =>
  status === "unresolved" && paymentId === null

/** Whether a person can still say what it is for: what came too late may pay its own invoice all the same. */
const isAssignable = (entry: StatementEntryView): boolean =>
  isOpen(entry) || (entry.status === "unresolved" && entry.fault === "too_late")

const invoiceTable = (entry: StatementEntryView, items: ReadonlyArray<Meant>, seen: Seen): Html | null => {
  const { statements: said } = seen.words
  const columns: ReadonlyArray<Column<Meant>> = [
    { title: said.invoice, cell: ({ invoice }) => id(invoice.id) },
    { title: said.partner, cell: ({ partner }) => text(partner.name) },
    { title: said.amount, cell: ({ invoice }) => amountIn(invoice.amount, invoice.currency) },
    { title: said.status, cell: ({ invoice }) => status(invoice.status) },
    { title: said.description, cell: ({ invoice }) => longText(invoice.description) },
    { title: said.because, cell: ({ because }) => text(because && said.becauseOf[because]) }
  ]
  const isSuggested = isAssignable(entry) && seen.may("statements.assign")
  const assign = ({ invoice }: Meant) =>
    actLink(
      `${seen.base}/statements/${entry.id}/assign?${new URLSearchParams({ invoice: invoice.id })}`,
      said.assigning.link
    )
  return tableSection(seen, {
    caption: entry.invoiceId === null ? said.suggested : said.itsInvoice,
    ...{ columns: entry.invoiceId === null ? columns : columns.slice(0, -1), items },
    link: ({ invoice, partner }) => `${seen.root}/p/${partner.id}/invoices/${invoice.id}`,
    more: isSuggested ? assign : undefined
  })
}

/** How far the amount is from the invoice's, exactly. */
const difference = ({ amount, currency }: StatementEntryView, { invoice }: Meant, said: Said): string => {
  const minorOf = (value: number) => BigInt(minorText(value, invoice.currency) ?? 0)
  const less = minorOf(invoice.amount) - minorOf(amount)
  const told = (minor: bigint) => moneyText(formatMinor(minor, invoice.currency), currency)
  return less > 0n ? said.missing(told(less)) : said.tooMuch(told(-less))
}

/** Why it waits, in sentences. */
const faultTold = (entry: StatementEntryView, meant: ReadonlyArray<Meant>, said: Said): Html | null => {
  const { fault, paymentId, status } = entry
  if (fault === null) return null
  const [its] = meant
  const told = [
    said.why[fault] ?? fault,
    ...(fault === "wrong_amount" && its !== undefined ? [difference(entry, its, said)] : []),
    ...(status === "unresolved" && paymentId !== null
      ? [isAssignable(entry) ? said.heldLate : said.held]
      : [])
  ]
  return notice(told.join(" "), fault === "reversed" ? "bad" : "warn")
}

/** What people decide of an entry that waits. */
const entryActs = (said: Said): ReadonlyArray<ItemAct<StatementEntryView>> => {
  const reason = { name: "reason", kind: "long", lengthMax: 500 } as const
  return [
    {
      ...{ end: "assign", operation: "statements.assign", ...said.assigning, isFor: isAssignable },
      fields: ({ query }) =>
        labelled(said, [{ name: "invoiceId", value: query.get("invoice") ?? "", lengthMax: 100 }, reason]),
      also: (seen) =>
        Effect.gen(function* () {
          const entry = yield* seen.operations.statements.get(seen.id)
          return html`${invoiceTable(entry, yield* invoicesOf(entry, seen), seen)}`
        }),
      call: ({ id, operations }, typed: { readonly invoiceId: string; readonly reason: string }) =>
        operations.statements
          .assign(id, typed.invoiceId, typed.reason)
          .pipe(
            Effect.catchTag(
              "NotFound",
              (failure): Effect.Effect<never, InvalidInput | NotFound> =>
                failure.what === "invoice"
                  ? Effect.fail(InvalidInput.of("invoiceId", "invalid_value", said.noInvoice))
                  : Effect.fail(failure)
            )
          ),
      to: "/statements/{id}"
    },
    {
      ...{ end: "return", operation: "statements.return", ...said.returning, isFinal: true },
      isFor: ({ status }) => status === "unresolved",
      fields: labelled(said, [reason]),
      call: ({ id, operations }, { reason }: { readonly reason: string }) =>
        operations.statements.return(id, reason),
      to: "/statements/{id}"
    },
    {
      ...{ end: "ignore", operation: "statements.ignore", ...said.ignoring, isFor: isOpen, isFinal: true },
      fields: labelled(said, [reason]),
      call: ({ id, operations }, { reason }: { readonly reason: string }) =>
        operations.statements.ignore(id, reason),
      to: "/statements/{id}"
    }
  ]
}

/** Days of the bank's books, which have no zone. They are checked before; the last one is meant whole. */
const bookedIn = (query: URLSearchParams): { readonly from?: string; readonly to?: string } => {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""]
  return { ...(from !== "" && { from }), ...(isCalendarDate(to) && { to: daysAfter(to, 1) }) }
}

/** What came in on the operator's own accounts: a list, statements that are imported, and each entry. */
export const statementScreens = screensOf("statements", (said) => {
  const columns = entryColumns(said)
  return [
    listScreen<StatementEntryView>({
      ...{
        scope: "operator",
        path: "/statements",
        operation: "statements.list",
        ...said.lists.entries,
        columns
      },
      read: ({ operations, query }, { account, q, status }, part) =>
        operations.statements.list({
          ...{ account: account as string, status: status as EntryStatus, limit: part.limit },
          ...{ ...bookedIn(query), q: q as string },
          cursor: "cursor" in part ? part.cursor : undefined
        }),
      hasDays: true,
      sought: said.sought,
      choices: ({ operations }) =>
        Effect.map(operations.statements.accounts(), (all) => [
          { name: "account", label: said.account, values: all.map(({ name }) => [name, name] as const) },
          { name: "status", label: said.status, values: entryStatuses }
        ]),
      above: ({ operations }) =>
        Effect.map(operations.statements.accounts(), (all) =>
          all.length === 0 ? notice(said.noAccounts) : html``
        ),
      link: (entry, { base }) => `${base}/statements/${entry.id}`,
      acts: [{ to: "/statements/import", verb: said.importing.title, operation: "statements.import" }]
    }),
    importStatement(said),
    ...itemScreens<StatementEntryView>({
      ...{
        scope: "operator",
        path: "/statements/{id}",
        operation: "statements.get",
        title: said.entry,
        columns
      },
      read: ({ id, operations }) => operations.statements.get(id),
      show: Effect.fnUntraced(function* (entry, { acts, facts }, seen) {
        const meant = yield* invoicesOf(entry, seen)
        return {
          title: `${said.entry}, ${entry.bookedOn}`,
          body: html`${faultTold(entry, meant, said)}${facts}${invoiceTable(entry, meant, seen)}${actLinks(acts)}`
        }
      }),
      acts: entryActs(said)
    })
  ]
})
