import { accountBalancesOf, LedgerReader } from "@quittance/core"
import { Effect } from "effect"
import type { Connections } from "../connect/Connections.ts"

const balances = {
  name: "balances",
  text: "SELECT name, balance_minor FROM accounts WHERE partner_id = $1 AND currency = $2"
}

export const postgresLedgerReader = (connections: Connections): LedgerReader["Service"] =>
  LedgerReader.of({
    balances: (partnerId, currency) =>
      Effect.map(connections.read(balances, [partnerId, currency]), accountBalancesOf)
  })
