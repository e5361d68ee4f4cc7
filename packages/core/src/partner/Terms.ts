import type { FeePayer, FeeTerms } from "../money/Fee.ts"
import type { Network } from "../network/Network.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import type { PartnerTerms } from "./Partner.ts"

/** What one partner pays: its own terms where it has them, the deployment's otherwise. */
export const invoiceFeeFor = (settings: SettingsShape, terms: PartnerTerms, network?: Network): FeeTerms =>
  terms.invoiceFee ?? network?.invoiceFee ?? settings.invoiceFee

/** The invoice fees of networks that have one of their own, by their names; none for a partner that has one itself. */
export const networkInvoiceFeesFor = (
  networks: ReadonlyArray<Network>,
  terms: PartnerTerms
): { readonly [network: string]: FeeTerms } =>
  Object.fromEntries(
    networks.flatMap(({ invoiceFee, name }) =>
      invoiceFee === undefined || terms.invoiceFee !== undefined ? [] : [[name, invoiceFee]]
    )
  )

export const feePayerFor = (settings: SettingsShape, terms: PartnerTerms): FeePayer =>
  terms.feePayer ?? settings.feePayer

export const payoutFeeFor = (network: Network, terms: PartnerTerms): FeeTerms =>
  terms.payoutFees?.[network.name] ?? network.payoutFee
