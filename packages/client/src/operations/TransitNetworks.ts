/** What a call gives. */
export interface TransitNetwork {
  /** Its name. */
  readonly name: string
  /** Its coins. */
  readonly coins: ReadonlyArray<string>
}
