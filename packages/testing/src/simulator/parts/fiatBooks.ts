import {
  type AccountBalances,
  AuditReader,
  BatchReader,
  bankPayment,
  graceMillis,
  type ImportedBatch,
  type IssuedInvoice,
  invoice,
  invoiceList,
  invoiceStatuses,
  isOpenPayment,
  type RecordedBankPayment
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { listed } from "../../store/listed.ts"
import type { BankOperation } from "../outside/SimulatedRail.ts"
import type { Wish } from "../Request.ts"
import type { Run } from "../Run.ts"

/** A file of invoices, sent once; its rows carry its name as their description. */
export type Upload = Wish<ImportedBatch>

/**
 * The books of fiat invoices drawn up a second time, from what banks took and what clients were answered: an invoice
 * that nobody cancelled is paid exactly when some bank took its amount in time, and all other money stays apart.
 */

interface FiatBooks {
  readonly invoices: ReadonlyArray<IssuedInvoice>
  readonly payments: ReadonlyArray<RecordedBankPayment>
  /** By partner and currency. */
  readonly accounts: ReadonlyMap<string, AccountBalances>
}

const readBooks = (run: Run): Promise<FiatBooks> =>
  run.look(
    Effect.scoped(
      Effect.gen(function* () {
        const snapshot = yield* (yield* AuditReader).snapshot
        const balances = yield* Stream.runCollect(snapshot.balances)
        return {
          invoices: yield* Stream.runCollect(snapshot.states(invoice)),
          payments: yield* Stream.runCollect(snapshot.states(bankPayment)),
          accounts: new Map(
            balances.map(({ accounts, currency, partnerId }) => [`${partnerId} ${currency}`, accounts])
          )
        }
      })
    )
  )

export const closeFiatBooks = async (run: Run, uploads: ReadonlyArray<Upload>): Promise<void> => {
  const { operations } = run.outside.rail
  const books = await readBooks(run)
  const say = (fault: string) => run.say(fault)
  for (const invoice of books.invoices) {
    const { id } = invoice.order
    const payments = books.payments.filter(({ order }) => order.invoiceId === id)
    checkInvoice(
      invoice,
      payments,
      operations.filter(({ invoiceId }) => invoiceId === id),
      say
    )
  }
  for (const partnerId of run.partnerIds) checkMoney(partnerId, books, operations, say)
  await checkTotals(run, books, say)
  await checkUploads(run, uploads, books, say)
}

const idsOf = (payments: ReadonlyArray<RecordedBankPayment>): ReadonlyArray<string> =>
  payments.flatMap((payment) => ("receipt" in payment ? [payment.receipt.operationId] : []))

const checkInvoice = (
  invoice: IssuedInvoice,
  payments: ReadonlyArray<RecordedBankPayment>,
  operations: ReadonlyArray<BankOperation>,
  say: (fault: string) => void
): void => {
  const { amountMinor, expiresAt, id } = invoice.order
  const recorded = idsOf(payments).toSorted().join()
  const taken = operations.map(({ receipt }) => receipt.operationId).toSorted()
  if (recorded !== taken.join()) say(`invoice ${id} has [${recorded}], and banks took [${taken}]`)
  for (const payment of payments)
    if (isOpenPayment(payment)) say(`${payment.order.id} is still ${payment._tag} when all is settled`)
  const inTime = operations.filter(
    ({ receipt }) => receipt.amountMinor === amountMinor && receipt.bankTime <= expiresAt + graceMillis
  )
  const settled = idsOf(payments.filter(({ _tag }) => _tag === "settled" || _tag === "reversed"))
  for (const payment of payments) {
    const isRecalled = operations.some(
      (each) =>
        each.isRecalled && "receipt" in payment && each.receipt.operationId === payment.receipt.operationId
    )
    if (isRecalled !== (payment._tag === "reversed" || payment._tag === "returned"))
      say(`${payment.order.id} is ${payment._tag}, and its bank ${isRecalled ? "took" : "left"} the money`)
  }
  switch (invoice._tag) {
    case "pending":
      say(`invoice ${id} is still pending when all is settled`)
      break
    case "cancelled":
    case "expired":
      if (settled.length > 0) say(`invoice ${id} is ${invoice._tag} and settled by ${settled}`)
      if (invoice._tag === "expired" && inTime.length > 0) say(`invoice ${id} expired, paid in time`)
      break
    case "paid": {
      const { operationId, bankTime } = invoice.receipt
      if (settled.join() !== operationId)
        say(`invoice ${id} is paid by ${operationId}, settled by ${settled}`)
      if (!inTime.some(({ receipt }) => receipt.operationId === operationId))
        say(`invoice ${id} is paid by ${operationId}, which is wrong or too late`)
      if (invoice.late !== bankTime >= expiresAt) say(`invoice ${id} says late: ${invoice.late}`)
      const isReversed = Option.isSome(invoice.reversedAt)
      if (isReversed !== payments.some(({ _tag }) => _tag === "reversed"))
        say(`invoice ${id} says reversed: ${isReversed}`)
    }
  }
}

const currencies = ["USD", "EUR"] as const

const checkMoney = (
  partnerId: string,
  { accounts, invoices }: FiatBooks,
  operations: ReadonlyArray<BankOperation>,
  say: (fault: string) => void
): void => {
  for (const currency of currencies) {
    const { available = 0n, unresolved = 0n } = accounts.get(`${partnerId} ${currency}`) ?? {}
    const paid = invoices
      .filter(
        (each) => each._tag === "paid" && Option.isNone(each.reversedAt) && each.order.partnerId === partnerId
      )
      .reduce((sum, { order }) => (order.currency === currency ? sum + order.amountMinor : sum), 0n)
    const taken = operations
      .filter(
        (each) => each.partnerId === partnerId && each.receipt.currency === currency && !each.isRecalled
      )
      .reduce((sum, { receipt }) => sum + receipt.amountMinor, 0n)
    if (available !== paid || unresolved !== taken - paid)
      say(`${partnerId} has ${available} and ${unresolved} ${currency}, and banks took ${taken} of ${paid}`)
  }
}

/** The totals of lists come from counters: they must be what is there. */
const checkTotals = async (
  run: Run,
  { invoices }: FiatBooks,
  say: (fault: string) => void
): Promise<void> => {
  for (const partnerId of run.partnerIds) {
    for (const status of invoiceStatuses) {
      const there = invoices.filter(({ _tag, order }) => order.partnerId === partnerId && _tag === status)
      const { total } = await run.look(
        listed(invoiceList, { partnerId }, { filter: { status }, limit: 1, now: run.world.now })
      )
      if (total !== there.length)
        say(`${partnerId} has ${there.length} ${status} invoices and lists ${total}`)
    }
  }
}

/** All rows of a file or none, as its sender was told; an external id once; a tally as its invoices are. */
const checkUploads = async (
  run: Run,
  uploads: ReadonlyArray<Upload>,
  { invoices }: FiatBooks,
  say: (fault: string) => void
): Promise<void> => {
  const named = invoices.flatMap(({ order }) =>
    Option.match(order.externalId, { onNone: () => [], onSome: (id) => [`${order.partnerId} ${id}`] })
  )
  if (new Set(named).size < named.length) say("an external id has a second invoice")
  for (const { answer, isRefused, name, partnerId } of uploads) {
    const issued = invoices.filter(({ order }) => Option.contains(order.description, name))
    const [first] = issued
    if (isRefused && issued.length > 0) say(`${name} was refused and issued ${issued.length} invoices`)
    if (answer !== undefined && answer.batch.created !== issued.length)
      say(`${name} was answered with ${answer.batch.created} invoices and issued ${issued.length}`)
    if (first === undefined) continue
    const batchId = Option.getOrElse(first.order.batchId, () => "")
    const found = await run.look(Effect.flatMap(BatchReader, (batches) => batches.byId(partnerId, batchId)))
    if (Option.isNone(found)) {
      say(`${name} issued invoices and no batch`)
      continue
    }
    const { batch, tally } = found.value
    const paid = issued.filter(({ _tag }) => _tag === "paid").length
    if (
      batch.created !== issued.length ||
      !issued.every(({ order }) => Option.contains(order.batchId, batchId))
    )
      say(`${name} issued ${issued.length} invoices, and its batch ${batch.created}`)
    if (tally.paidCount !== paid || tally.mailsUnsent !== 0)
      say(`${name} tells of ${tally.paidCount} paid of ${paid}, and ${tally.mailsUnsent} unsent e-mails`)
  }
}
