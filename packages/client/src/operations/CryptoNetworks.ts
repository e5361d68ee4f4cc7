/** The `network` of `ListCryptoNetworksAnswer`. */
export interface CryptoNetwork {
  /** Its name. */
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

/** What `client.crypto.networks.list` gives. */
export interface ListCryptoNetworksAnswer {
  /** Its networks. */
  readonly networks: ReadonlyArray<CryptoNetwork>
  /** The names of those on which invoices can be issued. */
  readonly invoiceNetworks: ReadonlyArray<string>
}
