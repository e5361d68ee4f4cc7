/** How the states of one kind of aggregate become rows: two statements, and what makes their parameters. */
export interface AggregateRows<State> {
  readonly table: string
  readonly insertSql: string
  readonly columns: (state: State, version: number) => ReadonlyArray<unknown>
  /** Columns that the event log keeps no digest of: what may be erased or sealed anew, and what changes without a version. */
  readonly undigested?: ReadonlyArray<string>
  /** Columns that are not written any more: what stands there all the same is in the digest. */
  readonly unwritten?: ReadonlyArray<string>
  /** Changes the row of the version that the parameters name; nothing for what is never changed. */
  readonly change:
    | {
        readonly sql: string
        readonly columns: (state: State, expectedVersion: number) => ReadonlyArray<unknown>
      }
    | undefined
}
