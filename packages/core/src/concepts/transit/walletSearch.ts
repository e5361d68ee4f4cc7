import { statesOf } from "../../kernel/list/List.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import { chainClaims } from "../chain/chainNames.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { transitDeposit } from "./TransitDeposit.ts"
import { type TransitWallet, transitWallet } from "./TransitWallet.ts"
import { transitClaims } from "./transitNames.ts"

/** Transit wallets by id, idempotency key, address and the transactions that paid into them. */
export const walletSearch: Searched<TransitWallet, SoughtValue> = {
  type: "wallet",
  family: "crypto",
  items: statesOf(transitWallet),
  ways: [
    { _tag: "Id", of: ({ ids }) => ids },
    { _tag: "Claim", scope: transitClaims.create, of: ({ texts }) => texts },
    { _tag: "Claim", scope: chainClaims.depositAddress, of: ({ addressKeys }) => addressKeys },
    {
      _tag: "Folder",
      scope: chainClaims.transfer,
      through: { concept: transitDeposit, field: "walletId" },
      of: ({ transferFolders }) => transferFolders
    }
  ],
  shown: ({ createdAt, id }) => ({ id, status: null, createdAt })
}
