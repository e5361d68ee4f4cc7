import { statesOf } from "../../kernel/list/List.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { bankPayment, type RecordedBankPayment } from "./BankPayment.ts"
import { bankPaymentClaims, sandboxOperationId } from "./bankPaymentNames.ts"

/** Bank payments by id and by the bank's identifier of the operation. They hold nothing personal. */
export const bankPaymentSearch: Searched<RecordedBankPayment, SoughtValue> = {
  type: "bank_payment",
  family: "fiat",
  items: statesOf(bankPayment),
  ways: [
    { _tag: "Id", of: ({ ids }) => ids },
    {
      _tag: "Claim",
      scope: bankPaymentClaims.operation,
      // In a sandbox the caller knows the name that it gave.
      of: ({ texts }, partnerId) => [...texts, ...texts.map((name) => sandboxOperationId(partnerId, name))]
    }
  ],
  shown: ({ _tag, order: { createdAt, id } }) => ({ id, status: _tag, createdAt })
}
