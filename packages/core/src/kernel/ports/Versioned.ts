/** A state and the version to base the next write on. */
export interface Versioned<State> {
  readonly state: State
  readonly version: number
}
