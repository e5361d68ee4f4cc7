import { integerIn, moneyIn, textIn } from "../../kernel/concept/cells.ts"
import type { Row } from "../../kernel/concept/columns.ts"
import { changesOf } from "../../kernel/list/AccountChanges.ts"
import type { ChangeSource, HostedList, ListFilter } from "../../kernel/list/List.ts"
import { payoutList } from "../payout/payoutList.ts"
import { type BalanceEntry, type BalanceEntryKind, balanceEntryKinds } from "./BalanceEntry.ts"
import { type BalanceEntryView, balanceEntryView } from "./BalanceEntryView.ts"

/** `from` is inclusive and `to` exclusive on the instant of the entry. */
export interface BalanceEntryFilter extends ListFilter {
  readonly status?: never
  readonly kind?: BalanceEntryKind
}

const entryOf = (row: Row): BalanceEntry => ({
  partnerId: textIn(row, "partner_id"),
  id: textIn(row, "id"),
  createdAt: integerIn(row, "created_at"),
  kind: textIn(row, "kind") as BalanceEntryKind,
  subjectId: textIn(row, "subject_id"),
  amountMinor: moneyIn(row, "change_minor"),
  availableAfterMinor: moneyIn(row, "after_minor")
})

/** The statement of a partner: what changed `available`, and what it was after each change. */
export const balanceEntryList: HostedList<BalanceEntry, BalanceEntryFilter, unknown, BalanceEntryView> = {
  name: "balanceEntries",
  items: changesOf(
    {
      account: "available",
      currency: "USDT",
      kinds: {
        "payout.reserved": {
          entry: "payout.reserved",
          rows: { list: payoutList, taken: ["amountMinor", "feeMinor"], idStart: "payout_" }
        },
        "payout.returned": { entry: "payout.returned" },
        "payout.settled_late": { entry: "payout.settledLate" },
        "crypto.invoice.credited": { entry: "deposit.credited" },
        "crypto.invoice.reversed": { entry: "deposit.reversed" },
        "transit.credited": { entry: "transit.credited" },
        "transit.reversed": { entry: "transit.reversed" },
        "balance.adjusted": { entry: "balance.adjusted" }
      } satisfies { readonly [Kind in BalanceEntryKind]: ChangeSource }
    },
    entryOf
  ),
  orderOf: (entry) => entry,
  owner: ["partnerId"],
  index: "of_balance",
  kind: {
    filter: "kind",
    field: "kind",
    isRun: true,
    values: balanceEntryKinds,
    of: ({ kind }) => kind
  },
  shown: balanceEntryView
}
