import type { CryptoInvoiceOrder, EventRecord, ObservedTransfer, PayoutOrder } from "@quittance/core"
import { Option } from "effect"
import { start } from "./StoreSamples.ts"

/** One event of every kind that there is: a new kind does not compile until it is here. */

type EventOf = EventRecord["event"]
type OneOfEach = { readonly [Tag in EventOf["_tag"]]: Extract<EventOf, { readonly _tag: Tag }> }

const at = start

export const oneEventOfEach = (payout: PayoutOrder, invoice: CryptoInvoiceOrder): OneOfEach => {
  const transfer: ObservedTransfer = {
    txHash: "ab",
    logIndex: 3,
    amountMinor: 7n,
    confirmations: 1,
    seenAt: at
  }
  const named = { txHash: "ab", logIndex: 3, at }
  const amounts = { amountMinor: 9_000_000_000_000_000n, feeMinor: 1n }
  const processingId = Option.some("processing 1")
  const reason = `"no", said the other side 🧾\n\u0001`
  return {
    PayoutReserved: { _tag: "PayoutReserved", order: payout },
    PayoutSubmissionStarted: { _tag: "PayoutSubmissionStarted", at },
    PayoutLookupStarted: { _tag: "PayoutLookupStarted", at },
    PayoutAccepted: { _tag: "PayoutAccepted", processingId, at },
    PayoutConfirmed: { _tag: "PayoutConfirmed", processingId: Option.none(), at },
    PayoutRejected: { _tag: "PayoutRejected", reason, at },
    PayoutAnswerLost: { _tag: "PayoutAnswerLost", reason, at },
    PayoutGivenUp: { _tag: "PayoutGivenUp", reason, at },
    PayoutSettledLate: { _tag: "PayoutSettledLate", processingId, at },
    CryptoInvoiceIssued: { _tag: "CryptoInvoiceIssued", order: invoice },
    TransferSeen: { _tag: "TransferSeen", transfer, at },
    TransferConfirmationsChanged: { _tag: "TransferConfirmationsChanged", confirmations: 2, ...named },
    TransferCredited: { _tag: "TransferCredited", ...amounts, ...named },
    TransferDropped: { _tag: "TransferDropped", ...named },
    TransferReversed: { _tag: "TransferReversed", ...amounts, ...named },
    CryptoInvoiceConfirming: { _tag: "CryptoInvoiceConfirming", at },
    CryptoInvoiceReopened: { _tag: "CryptoInvoiceReopened", at },
    CryptoInvoicePaid: { _tag: "CryptoInvoicePaid", at },
    CryptoInvoiceUnderpaid: { _tag: "CryptoInvoiceUnderpaid", at },
    CryptoInvoiceExpired: { _tag: "CryptoInvoiceExpired", at },
    CryptoInvoiceCancelled: { _tag: "CryptoInvoiceCancelled", at },
    PartnerCreated: { _tag: "PartnerCreated", name: reason },
    PartnerTermsChanged: { _tag: "PartnerTermsChanged" },
    ApiKeyCreated: { _tag: "ApiKeyCreated", publicKey: "pk_test_1" },
    ApiKeyRevoked: { _tag: "ApiKeyRevoked", publicKey: "pk_test_1" },
    BalanceAdjusted: { _tag: "BalanceAdjusted", amountMinor: -1n, reason: "" }
  }
}
