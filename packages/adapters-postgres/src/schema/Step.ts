/**
 * A change of the schema: what brings a store from one version to the next, while others read and write it. It is never
 * edited after its release. All of it may run again after a process was killed in the middle.
 */
export interface Step {
  /** Of the store after it. */
  readonly version: number
  /**
   * By table: the definitions of new columns, whose cells are null in all rows, such as `seen_by text COLLATE "C"`.
   * Their checks stand below.
   */
  readonly columns?: { readonly [table: string]: ReadonlyArray<string> }
  /**
   * By table: new checks, and those that replace one of their name. They allow more than before: then all rows are
   * still allowed.
   */
  readonly checks?: { readonly [table: string]: ReadonlyArray<NamedCheck> }
  /** New tables, views and functions, with their indexes; each statement says `IF NOT EXISTS` or `OR REPLACE`. */
  readonly sql?: string
  /** New indexes of tables of before, such as `events_by_subject ON events (partner_id, subject_id)`. */
  readonly indexes?: ReadonlyArray<string>
  /**
   * The first counts of new lists, and of what else is counted: statements that count the rows that are there. Nobody
   * writes meanwhile.
   */
  readonly counts?: ReadonlyArray<string>
}

export interface NamedCheck {
  readonly name: string
  /** Such as `CHECK (seen_by <> '')`; undefined if there is none any more. */
  readonly check: string | undefined
}
