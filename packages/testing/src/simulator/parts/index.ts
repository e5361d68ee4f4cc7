import { cryptoInvoicePart } from "./cryptoInvoicePart.ts"
import { fiatPart } from "./fiatPart.ts"
import { historyPart } from "./historyPart.ts"
import { kycPart } from "./kycPart.ts"
import { payoutPart } from "./payoutPart.ts"
import { subscriberPart } from "./subscriberPart.ts"
import { walletPart } from "./walletPart.ts"
import { webhookPart } from "./webhookPart.ts"

/** Everything that a simulation is about, all of it in one world. */
export const allParts = [
  payoutPart,
  cryptoInvoicePart,
  walletPart,
  fiatPart,
  webhookPart,
  kycPart,
  historyPart,
  subscriberPart
]
