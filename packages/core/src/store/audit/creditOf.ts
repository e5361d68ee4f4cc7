import { Effect, Option } from "effect"
import type { ChainTransfer } from "../../concepts/chain/ChainTransfer.ts"
import { chainClaims, transferClaimKey } from "../../concepts/chain/chainNames.ts"
import { cryptoTransfer } from "../../concepts/cryptoInvoice/CryptoTransfer.ts"
import { transitDeposit } from "../../concepts/transit/TransitDeposit.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import type { StateReader } from "../../kernel/ports/StateReader.ts"

/** The record of a partner's transfer to an invoice or a wallet; undefined if nobody recorded it. */
export const creditOf = Effect.fnUntraced(function* (
  states: StateReader["Service"],
  claims: ClaimReader["Service"],
  partnerId: PartnerId,
  { partnerId: network, position, txHash }: Pick<ChainTransfer, "partnerId" | "position" | "txHash">
) {
  const claim = yield* claims.find(
    chainClaims.transfer,
    partnerId,
    transferClaimKey(network, txHash, position)
  )
  if (Option.isNone(claim)) return undefined
  const { ownerId } = claim.value
  const transfer = yield* states.get(cryptoTransfer, partnerId, ownerId)
  if (Option.isSome(transfer)) return transfer.value.state
  const deposit = yield* states.get(transitDeposit, partnerId, ownerId)
  return Option.getOrUndefined(deposit)?.state
})
