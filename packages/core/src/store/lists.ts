import { balanceEntryList } from "../concepts/balance/balanceEntryList.ts"
import { batchList } from "../concepts/batch/batchList.ts"
import { cryptoInvoiceExceptionList, cryptoInvoiceList } from "../concepts/cryptoInvoice/cryptoInvoiceList.ts"
import { invoiceList } from "../concepts/invoice/invoiceList.ts"
import { kycSessionList } from "../concepts/kyc/kycSessionList.ts"
import { keyList } from "../concepts/partner/keyList.ts"
import { payoutList } from "../concepts/payout/payoutList.ts"
import { walletList } from "../concepts/transit/walletList.ts"
import { deliveryList } from "../concepts/webhook/deliveryList.ts"
import type { Concept } from "../kernel/concept/Concept.ts"
import type { deltasOf, JournalEntry } from "../kernel/ledger/Ledger.ts"
import { type AccountChange, accountChangeOf } from "../kernel/list/AccountChanges.ts"
import type { List, ListFilter, ListOwner } from "../kernel/list/List.ts"
import { type ListCountChange, listCountChangesOf } from "../kernel/list/ListCount.ts"
import { listIndexes } from "../kernel/list/listRuns.ts"
import type { AggregateWrite } from "../kernel/ports/Store.ts"

/**
 * Every list that stores maintain, by its name: hosts have the operations of its items under it. Their tables, indexes,
 * counts and tests follow from the declarations.
 */
export const lists = {
  payouts: payoutList,
  invoices: invoiceList,
  webhookDeliveries: deliveryList,
  transitWallets: walletList,
  keys: keyList,
  balanceEntries: balanceEntryList,
  cryptoInvoices: cryptoInvoiceList,
  cryptoInvoiceExceptions: cryptoInvoiceExceptionList,
  batches: batchList,
  kyc: kycSessionList
} as const

/** A list, for code that serves all of them. Such code passes a list only its own items. */
export type AnyList = List<unknown, ListOwner, ListFilter>

export const allLists: ReadonlyArray<AnyList> = Object.values(lists).map((each) => each as unknown as AnyList)

/** The lists of states: their rows are those of a concept. */
export const stateLists: ReadonlyArray<AnyList> = allLists.filter(({ items }) => items.changes === undefined)

const changeLists = allLists.filter(({ items }) => items.changes !== undefined)

/** The changes of accounts that are listed, by an entry. */
export const accountChanges = (
  entry: JournalEntry,
  deltas?: ReturnType<typeof deltasOf>
): ReadonlyArray<AccountChange> => changeLists.flatMap((list) => accountChangeOf(list, entry, deltas) ?? [])

const listsOf: ReadonlyMap<string, ReadonlyArray<AnyList>> = Map.groupBy(allLists, ({ items }) => items.tag)

/** What happens to a state: it is written over `previous`, if there was one, or erased. */
interface StateChange {
  readonly _tag: AggregateWrite["_tag"]
  readonly previous?: unknown
  readonly state?: unknown
}

/** How it changes the counts of the lists to which the state belongs. */
export const listCountChanges = ({ _tag, previous, state }: StateChange): ReadonlyArray<ListCountChange> => {
  const found = listsOf.get(_tag)
  if (found === undefined) return []
  const [first] = found
  if (first !== undefined && found.length === 1) return listCountChangesOf(first, previous, state)
  return found.flatMap((list) => listCountChangesOf(list, previous, state))
}

/** The indexes that the lists of a concept want on its table, by the ends of their names: of what each is made. */
export const listIndexesOf = ({
  name
}: Pick<Concept<never>, "name">): { readonly [name: string]: ReadonlyArray<string> } =>
  Object.assign({}, ...(listsOf.get(name) ?? []).map(listIndexes))
