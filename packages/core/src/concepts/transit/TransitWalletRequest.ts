import { Schema } from "effect"
import { requestForm } from "../../kernel/idempotency/Idempotency.ts"
import { decoderOf, textUpTo } from "../../kernel/input/Input.ts"
import { networkField } from "../network/describedNetwork.ts"
import type { Network } from "../network/Network.ts"
import { transitClaims } from "./transitNames.ts"

/** A request for a transit wallet on a network that is offered for wallets. */
export const transitWalletRequestOn = (offered: ReadonlyArray<Network>) =>
  Schema.Struct({
    label: textUpTo(100)
      .check(Schema.isMinLength(1, { message: "out_of_range:must have at least one character" }))
      .annotate({ description: "Your own name of it, 1 to 100 characters.", examples: ["Shop in Almaty"] }),
    network: networkField("WalletNetwork", "A network on which wallets are made.", offered, Schema.String)
  })

/** A request for a transit wallet, as a client sends it. */
export const NewTransitWallet = transitWalletRequestOn([])
export interface NewTransitWallet extends Schema.Schema.Type<typeof NewTransitWallet> {}

/** What a repeated request for a wallet is compared by. */
export const transitWalletForm = requestForm<NewTransitWallet>(transitClaims.create)

export const decodeTransitWallet = decoderOf(NewTransitWallet)
