import { Schema } from "effect"
import { requestForm } from "../../kernel/idempotency/RequestForm.ts"
import { decoderOf, textUpTo } from "../../kernel/input/Input.ts"
import { transitClaims } from "./transitNames.ts"

/** A request for a transit wallet on a network that is offered for wallets. */
export const NewTransitWallet = Schema.Struct({
  label: textUpTo(100).check(
    Schema.isMinLength(1, { message: "out_of_range:must have at least one character" })
  ),
  network: Schema.String
})
export type NewTransitWallet = typeof NewTransitWallet.Type

/** What a repeated request for a wallet is compared by. */
export const transitWalletForm = requestForm<NewTransitWallet>(transitClaims.create)

export const decodeTransitWallet = decoderOf(NewTransitWallet)
