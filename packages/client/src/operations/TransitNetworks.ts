/** A network on which wallets can be made. */
export interface TransitNetwork {
  /** The name of a network, as the lists of networks have it. */
  readonly name: string
  /** What can be sent to its address. */
  readonly coins: ReadonlyArray<string>
}
