import type { FeePayer, FeeTerms } from "../money/Fee.ts"
import type { Network } from "../network/Network.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import type { PartnerTerms } from "./Partner.ts"

/** What one partner pays: its own terms where it has them, the deployment's otherwise. */
export const invoiceFeeFor = (settings: SettingsShape, terms: PartnerTerms): FeeTerms =>
  terms.invoiceFee ?? settings.invoiceFee

export const feePayerFor = (settings: SettingsShape, terms: PartnerTerms): FeePayer =>
  terms.feePayer ?? settings.feePayer

export const payoutFeeFor = (network: Network, terms: PartnerTerms): FeeTerms =>
  terms.payoutFees?.[network.name] ?? network.payoutFee
