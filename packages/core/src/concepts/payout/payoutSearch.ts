import { statesOf } from "../../kernel/list/List.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { payout, payoutStatus, type RecordedPayout } from "./PayoutRecord.ts"
import { payoutClaims } from "./payoutNames.ts"

/** A processing side that acts on the network itself names a transfer by the hash of its transaction. */
const hashLengths = [64, 66]

/** Payouts by id, idempotency key, address and transaction. */
export const payoutSearch: Searched<RecordedPayout, SoughtValue> = {
  type: "payout",
  family: "crypto",
  items: statesOf(payout),
  ways: [
    { _tag: "Id", of: ({ ids }) => ids },
    { _tag: "Claim", scope: payoutClaims.create, of: ({ texts }) => texts },
    {
      _tag: "Ending",
      index: "by_address",
      field: "address",
      letters: "kept",
      of: ({ addresses }) => addresses
    },
    {
      _tag: "Ending",
      index: "by_transaction",
      field: "processingId",
      letters: "ignored",
      lengths: hashLengths,
      of: ({ hashes }) => hashes
    }
  ],
  shown: (state) => ({ id: state.order.id, status: payoutStatus(state), createdAt: state.order.createdAt })
}
