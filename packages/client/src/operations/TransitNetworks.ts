/** What a call of this group gives. */
export interface TransitNetwork {
  /** Its name. */
  readonly name: string
  /** Its coins. */
  readonly coins: ReadonlyArray<string>
}
