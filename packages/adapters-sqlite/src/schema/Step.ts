/**
 * A change of the schema: what brings a store from one version to the next. It is never edited after its release.
 *
 * Tables are changed where their definitions are stored, so no row is rewritten: `ALTER TABLE` would read every row of
 * a strict table once for each new column.
 */
export interface Step {
  /** Of the store after it. */
  readonly version: number
  /** By table: the definitions of new columns, whose cells are null in all rows, such as `seen_by TEXT`. */
  readonly columns?: { readonly [table: string]: ReadonlyArray<string> }
  /** By table: parts of its definition that change. They allow more than before: then all rows are still allowed. */
  readonly checks?: { readonly [table: string]: ReadonlyArray<CheckChange> }
  /** New tables and indexes, and the first counts of new lists. */
  readonly sql?: string
}

/** Each text is there once before the step, as it stands in the definition. */
export interface CheckChange {
  readonly from: string
  readonly to: string
}
