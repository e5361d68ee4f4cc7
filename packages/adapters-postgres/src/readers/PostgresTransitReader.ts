import { TransitReader, walletList, walletStandingOf } from "@quittance/core"
import { Effect, Option } from "effect"
import type { Connections } from "../connect/Connections.ts"
import { rowsWithSums } from "./rowsWithSums.ts"

const wallet = {
  name: "transit wallet with its balance",
  text: `${rowsWithSums(walletList.items)} WHERE transit_wallets.partner_id = $1 AND id = $2`
}

/** Transit wallets with their balances, both as of one commit. */
export const postgresTransitReader = (connections: Connections): TransitReader["Service"] =>
  TransitReader.of({
    wallet: (partnerId, id) =>
      Effect.map(connections.read(wallet, [partnerId, id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), walletStandingOf)
      )
  })
