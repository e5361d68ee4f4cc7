import type { PayoutProcessorPromises } from "@quittance/core"
import type { Bank, BankAnswer } from "./Bank.ts"

/**
 * A payout processor of one's own: a few functions, and the laws (see `PayoutProcessor`) that the bank
 * makes easy to keep. The reference is the name of the transfer, so it is made once at most. A transfer is
 * found as soon as the bank has it. One that was withdrawn stays withdrawn.
 *
 * What is not clear is thrown: Quittance then looks up what became of the payout, and sends nothing blindly.
 */
export const bankPayoutProcessor = (bank: Bank): PayoutProcessorPromises => ({
  submit: async ({ address, amountMinor, network, payoutId, reference }) => {
    const answer = await bank.request("PUT", `/transfers/${reference}`, {
      amountMinor,
      address,
      network,
      label: payoutId
    })
    return answer.status === 200 ? { _tag: "Duplicate" } : transferStatus(answer)
  },
  lookup: async (reference) => {
    const answer = await bank.request("GET", `/transfers/${reference}`)
    return answer.status === 404 ? { _tag: "NotFound" } : transferStatus(answer)
  },
  abandon: async (reference) => {
    const { status } = await bank.request("DELETE", `/transfers/${reference}`)
    if (status === 204) return { _tag: "Abandoned" }
    if (status === 409) return { _tag: "TooLate" }
    throw new Error(`the bank answered ${status}`)
  },
  // For an operator who has restored a backup: what did the bank do since then?
  transfersSince: async (since) =>
    (await bank.statement(since)).map(({ label, name, ...sent }) => ({
      ...sent,
      reference: name,
      payoutId: label
    }))
})

const transferStatus = ({ status, transfer }: BankAnswer) => {
  switch (transfer?.status) {
    case "sent":
      return { _tag: "Completed", processingId: transfer.number } as const
    case "refused":
      return { _tag: "Rejected", reason: "refused by the bank" } as const
    case "withdrawn":
      return { _tag: "Rejected", reason: "withdrawn before it was sent" } as const
    case undefined:
      throw new Error(`the bank answered ${status}`)
  }
}
