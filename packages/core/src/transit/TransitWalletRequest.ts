import { Schema } from "effect"
import { decoderOf, textUpTo } from "../input/Input.ts"

export const NewTransitWallet = Schema.Struct({
  label: textUpTo(100).check(
    Schema.isMinLength(1, { message: "out_of_range:must have at least one character" })
  ),
  network: Schema.String
})
export type NewTransitWallet = typeof NewTransitWallet.Type

export const decodeTransitWallet = decoderOf(NewTransitWallet)
