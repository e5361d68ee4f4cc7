import { Effect, Option } from "effect"
import type { ChainTransfer } from "../chain/ChainTransfer.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import { cryptoTransfer } from "../cryptoInvoice/CryptoTransfer.ts"
import type { ClaimReader } from "../idempotency/ClaimReader.ts"
import { transferClaimKey } from "../ports/Claim.ts"
import type { StateReader } from "../ports/StateReader.ts"
import { transitDeposit } from "../transit/TransitDeposit.ts"

/** The record of a partner's transfer to an invoice or a wallet; undefined if nobody recorded it. */
export const creditOf = Effect.fnUntraced(function* (
  states: StateReader["Service"],
  claims: ClaimReader["Service"],
  partnerId: PartnerId,
  { partnerId: network, position, txHash }: Pick<ChainTransfer, "partnerId" | "position" | "txHash">
) {
  const claim = yield* claims.find("transfer", partnerId, transferClaimKey(network, txHash, position))
  if (Option.isNone(claim)) return undefined
  const { ownerId } = claim.value
  const transfer = yield* states.get(cryptoTransfer, partnerId, ownerId)
  if (Option.isSome(transfer)) return transfer.value.state
  const deposit = yield* states.get(transitDeposit, partnerId, ownerId)
  return Option.getOrUndefined(deposit)?.state
})
