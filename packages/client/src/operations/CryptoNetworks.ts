/** A network. Amounts are in its currency, bounds inclusive. */
export interface CryptoNetwork {
  /** The name of a network, as the lists of networks have it. */
  readonly name: string
  /** The currency of the amounts. */
  readonly currency: string
  /** Its name for people. */
  readonly label: string
  /** How many credit an invoice. At least 1. */
  readonly confirmations: number
  /** The smallest invoice. */
  readonly minInvoice: number
  /** The largest invoice. */
  readonly maxInvoice: number
  /** The smallest payout. */
  readonly minPayout: number
  /** The largest payout. */
  readonly maxPayout: number
  /** The fee of a payout of the minimum amount; `terms` of the balance explain how it is computed. */
  readonly payoutFee: number
}

/** The networks, with the terms of the caller. */
export interface CryptoNetworkList {
  /** Its networks. */
  readonly networks: ReadonlyArray<CryptoNetwork>
  /** The names of those on which invoices can be issued. */
  readonly invoiceNetworks: ReadonlyArray<string>
}
