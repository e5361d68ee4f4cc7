import { formatMinor, type PayoutProcessorPromises } from "@quittance/core"
import type { Bank, BankAnswer } from "./Bank.ts"

/**
 * A payout processor of one's own: three functions, and three laws (see `PayoutProcessor`) that the bank
 * makes easy to keep. The payout id is the name of the transfer, so it is made once at most. A transfer is
 * found as soon as the bank has it. One that was withdrawn stays withdrawn.
 *
 * What is not clear is thrown: Quittance then looks up what became of the payout, and sends nothing blindly.
 */
export const bankPayoutProcessor = (bank: Bank): PayoutProcessorPromises => ({
  submit: async ({ amountMinor, currency, payoutId }) => {
    // A real one would also pass on the address and the network.
    const amount = formatMinor(amountMinor, currency)
    const answer = await bank.request("PUT", `/transfers/${payoutId}`, amount)
    return answer.status === 200 ? { _tag: "Duplicate" } : transferStatus(answer)
  },
  lookup: async (payoutId) => {
    const answer = await bank.request("GET", `/transfers/${payoutId}`)
    return answer.status === 404 ? { _tag: "NotFound" } : transferStatus(answer)
  },
  abandon: async (payoutId) => {
    const { status } = await bank.request("DELETE", `/transfers/${payoutId}`)
    if (status === 204) return { _tag: "Abandoned" }
    if (status === 409) return { _tag: "TooLate" }
    throw new Error(`the bank answered ${status}`)
  }
})

const transferStatus = ({ status, transfer }: BankAnswer) => {
  switch (transfer?.status) {
    case "sent":
      return { _tag: "Completed", processingId: transfer.reference } as const
    case "refused":
      return { _tag: "Rejected", reason: "refused by the bank" } as const
    case "withdrawn":
      return { _tag: "Rejected", reason: "withdrawn before it was sent" } as const
    case undefined:
      throw new Error(`the bank answered ${status}`)
  }
}
