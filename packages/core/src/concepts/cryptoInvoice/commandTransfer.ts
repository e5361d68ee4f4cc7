import { Option } from "effect"
import { type Claim, ownClaim } from "../../kernel/ports/Claim.ts"
import type { AggregateWrite } from "../../kernel/ports/Store.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { chainClaims, transferClaimKey } from "../chain/chainNames.ts"
import type { TransferNamed } from "../chain/Transfer.ts"
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
  loaded: Parameters<typeof writeOver<"CryptoTransfer">>[1],
  next: CryptoInvoiceState
): TransferWrites => {
  const state = next._tag === "absent" ? undefined : Option.getOrUndefined(next.transfer)
  if (state === undefined || state === loaded.state) return { aggregates: [], claims: [] }
  const { logIndex, network, txHash } = state.order
  return {
    aggregates: [writeOver("CryptoTransfer", loaded, state)],
    claims:
      loaded.version === 0
        ? [ownClaim(state.order, chainClaims.transfer, transferClaimKey(network, txHash, logIndex))]
        : []
  }
}
