/** A network. Amounts are in its currency, bounds inclusive. */
export interface CryptoNetwork {
  /** The name of a network, as the lists of networks have it. */
  readonly name: string
  /** Its currency. */
  readonly currency: string
  /** For people. */
  readonly label: string
  /** How many credit an invoice. */
  readonly confirmations: number
  /** Its min invoice. A decimal number. */
  readonly minInvoice: number
  /** Its max invoice. A decimal number. */
  readonly maxInvoice: number
  /** Its min payout. A decimal number. */
  readonly minPayout: number
  /** Its max payout. A decimal number. */
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
