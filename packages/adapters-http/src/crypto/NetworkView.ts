import type { Network, PartnerTerms } from "@quittance/core"
import {
  amount,
  amountView,
  CurrencyCode,
  component,
  count,
  feeOn,
  NetworkName,
  payoutFeeFor
} from "@quittance/core/adapter"
import { Schema } from "effect"

/** A network as the API shows it. Amounts are in its currency, bounds inclusive. */
export const NetworkView = Schema.Struct({
  name: NetworkName,
  currency: CurrencyCode,
  label: Schema.String.annotate({ description: "Its name for people.", examples: ["Tron (TRC-20)"] }),
  confirmations: count("How many credit an invoice.", 20, 1),
  minInvoice: amount("The smallest invoice.", 1),
  maxInvoice: amount("The largest invoice.", 100000),
  minPayout: amount("The smallest payout.", 1),
  maxPayout: amount("The largest payout.", 50000),
  payoutFee: amount(
    "The fee of a payout of the minimum amount; `terms` of the balance explain how it is computed.",
    2
  )
}).annotate(component("CryptoNetwork", "A network. Amounts are in its currency, bounds inclusive."))

export const networkView = (network: Network, terms: PartnerTerms): typeof NetworkView.Type => {
  const amountOf = (minor: bigint) => amountView(minor, network.currency)
  return {
    name: network.name,
    currency: network.currency,
    label: network.label,
    confirmations: network.confirmations,
    minInvoice: amountOf(network.minInvoiceMinor),
    maxInvoice: amountOf(network.maxInvoiceMinor),
    minPayout: amountOf(network.minPayoutMinor),
    maxPayout: amountOf(network.maxPayoutMinor),
    payoutFee: amountOf(feeOn(network.minPayoutMinor, payoutFeeFor(network, terms)))
  }
}
