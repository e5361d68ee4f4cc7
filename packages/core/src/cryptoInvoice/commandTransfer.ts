import { Option } from "effect"
import type { TransferNamed } from "../address/Transfer.ts"
import { type Claim, ownClaim, transferClaimKey } from "../ports/Claim.ts"
import type { AggregateWrite } from "../ports/Store.ts"
import type { CryptoInvoiceCommand, CryptoInvoiceState } from "./CryptoInvoice.ts"

/** The one transfer that a command on an invoice is about. */

/** Its name; undefined if the command is about none. */
export const transferNamed = (command: CryptoInvoiceCommand): TransferNamed | undefined => {
  switch (command._tag) {
    case "Observe":
      return command.transfer
    case "Drop":
      return command
    case "Issue":
    case "Expire":
    case "Cancel":
    case "Redact":
      return undefined
  }
}

interface TransferWrites {
  readonly aggregates: ReadonlyArray<AggregateWrite>
  readonly claims: ReadonlyArray<Claim>
}

/** What a commit writes of it: nothing if the command did not change it, and its claim if it is new. */
export const transferWrites = (
  previous: CryptoInvoiceState,
  next: CryptoInvoiceState,
  expectedVersion: number
): TransferWrites => {
  const transferIn = (state: CryptoInvoiceState) =>
    state._tag === "absent" ? undefined : Option.getOrUndefined(state.transfer)
  const state = transferIn(next)
  if (state === undefined || state === transferIn(previous)) return { aggregates: [], claims: [] }
  const { logIndex, network, txHash } = state.order
  return {
    aggregates: [{ _tag: "CryptoTransfer", state, expectedVersion }],
    claims:
      expectedVersion === 0
        ? [ownClaim(state.order, "transfer", transferClaimKey(network, txHash, logIndex))]
        : []
  }
}
