import type { Network, PartnerTerms } from "@quittance/core"
import { amountView, feeOn, payoutFeeFor } from "@quittance/core/adapter"
import { Schema } from "effect"

/** A network as the API shows it. Amounts are in its currency, bounds inclusive. */
export const NetworkView = Schema.Struct({
  name: Schema.String,
  currency: Schema.String,
  label: Schema.String,
  confirmations: Schema.Int,
  minInvoice: Schema.Finite,
  maxInvoice: Schema.Finite,
  minPayout: Schema.Finite,
  maxPayout: Schema.Finite,
  payoutFee: Schema.Finite.annotate({
    description:
      "The fee of a payout of the minimum amount; `terms` of the balance explain how it is computed."
  })
})

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
