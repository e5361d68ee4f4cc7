import { statesOf } from "../../kernel/list/List.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import { chainClaims } from "../chain/chainNames.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { asOf } from "./CryptoInvoiceAsOf.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { cryptoTransfer } from "./CryptoTransfer.ts"
import { cryptoInvoiceClaims } from "./cryptoInvoiceNames.ts"

/** Crypto invoices by id, externalId, address and the transactions that paid them. */
export const cryptoInvoiceSearch: Searched<IssuedCryptoInvoice, SoughtValue> = {
  type: "crypto_invoice",
  family: "crypto",
  items: statesOf(cryptoInvoice),
  ways: [
    { _tag: "Id", of: ({ ids }) => ids },
    { _tag: "Claim", scope: cryptoInvoiceClaims.create, of: ({ texts }) => texts },
    { _tag: "Claim", scope: chainClaims.depositAddress, of: ({ addressKeys }) => addressKeys },
    {
      _tag: "Folder",
      scope: chainClaims.transfer,
      through: { concept: cryptoTransfer, field: "invoiceId" },
      of: ({ transferFolders }) => transferFolders
    }
  ],
  shown: (state, now) => ({
    id: state.order.id,
    status: asOf(state, now)._tag,
    createdAt: state.order.createdAt
  })
}
