import type { Network, PartnerTerms } from "@quittance/core"
import { amountView, component, feeOn, NetworkName, payoutFeeFor } from "@quittance/core/adapter"
import { Schema } from "effect"

/** A network as the API shows it. Amounts are in its currency, bounds inclusive. */
export const NetworkView = Schema.Struct({
  name: NetworkName,
  currency: Schema.String.annotate({ examples: ["USDT"] }),
  label: Schema.String.annotate({ description: "For people.", examples: ["Tron (TRC-20)"] }),
  confirmations: Schema.Int.annotate({ description: "How many credit an invoice.", examples: [20] }),
  minInvoice: Schema.Finite.annotate({ examples: [1] }),
  maxInvoice: Schema.Finite.annotate({ examples: [100000] }),
  minPayout: Schema.Finite.annotate({ examples: [1] }),
  maxPayout: Schema.Finite.annotate({ examples: [50000] }),
  payoutFee: Schema.Finite.annotate({
    description:
      "The fee of a payout of the minimum amount; `terms` of the balance explain how it is computed.",
    examples: [2]
  })
}).annotate(component("CryptoNetwork", "A network. Amounts are in its currency, bounds inclusive."))

export const networkView = (network: Network, terms: PartnerTerms): typeof NetworkView.Type => {
  const amount = (minor: bigint) => amountView(minor, network.currency)
  return {
    name: network.name,
    currency: network.currency,
    label: network.label,
    confirmations: network.confirmations,
    minInvoice: amount(network.minInvoiceMinor),
    maxInvoice: amount(network.maxInvoiceMinor),
    minPayout: amount(network.minPayoutMinor),
    maxPayout: amount(network.maxPayoutMinor),
    payoutFee: amount(feeOn(network.minPayoutMinor, payoutFeeFor(network, terms)))
  }
}
