import { Option } from "effect"
import { canonicalAddress, isAddress } from "../../concepts/network/Address.ts"
import type { Network } from "../../concepts/network/Network.ts"
import type { MadeTransfer } from "../../concepts/payout/PayoutProcessor.ts"
import { payoutStatus, type RecordedPayout } from "../../concepts/payout/PayoutRecord.ts"

/** What differs between two sides with the same reference. `status`: the books say that nothing was sent. */
export type TransferDifference = "network" | "address" | "amount" | "status"

/** A transfer that both sides know but record differently. */
export interface DifferentTransfer {
  readonly transfer: MadeTransfer
  readonly payout: RecordedPayout
  readonly differences: ReadonlyArray<TransferDifference>
}

/**
 * The differences between the books and the processing side. The processing side is right: its money has
 * left.
 */
export const differencesOf = (
  payout: RecordedPayout,
  transfer: MadeTransfer,
  network: Network | undefined
): ReadonlyArray<TransferDifference> => {
  const { order } = payout
  const spelled = (address: string): string =>
    network !== undefined && isAddress(network.addressFormat, address)
      ? canonicalAddress(network.addressFormat, address)
      : address
  const isReturned =
    payoutStatus(payout) === "FAILED" && !("settledLateAt" in payout && Option.isSome(payout.settledLateAt))
  // Its approvals, and that it was sent, are in what the store has lost: an operator records it as completed.
  const isUnsent = payout._tag === "awaiting"
  const facts: ReadonlyArray<readonly [TransferDifference, boolean]> = [
    ["network", order.network !== transfer.network],
    ["address", spelled(order.address) !== spelled(transfer.address)],
    ["amount", order.amountMinor !== transfer.amountMinor],
    ["status", isReturned || isUnsent]
  ]
  return facts.flatMap(([name, differs]) => (differs ? [name] : []))
}
