import type { FeePayer, FeeTerms } from "../../kernel/money/Fee.ts"
import type { Network } from "../network/Network.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import type { PartnerTerms } from "./Partner.ts"

/** The fees of one partner: its own terms if it has them, otherwise the deployment's. */
export const invoiceFeeFor = (settings: SettingsShape, terms: PartnerTerms, network?: Network): FeeTerms =>
  terms.invoiceFee ?? network?.invoiceFee ?? settings.invoiceFee

/** Invoice fees of networks with their own fee, by network name; empty for a partner with its own invoice fee. */
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
