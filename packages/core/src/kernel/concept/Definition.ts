import type { GlobalScope } from "./ClaimScope.ts"
import type { Fields, ValueOf } from "./Field.ts"

/** A value for each field. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: ValueOf<F[Name]>
}

/** Which rows an index covers; by default all. */
export interface IndexWhere {
  /** By field, or `state`: the allowed texts. */
  readonly in?: { readonly [field: string]: ReadonlyArray<string> }
  readonly set?: ReadonlyArray<string>
  readonly unset?: ReadonlyArray<string>
}

export interface Index {
  /**
   * Names of fields, `state` and `status`, in index order. The partner is first, unless `across` says why it is not.
   */
  readonly on: ReadonlyArray<string>
  readonly where?: IndexWhere
  /**
   * Why an index is across partners. `lookup`: its only field is unique and fixed, and leads to a state whose partner
   * the reader does not know; it is read by one value. `operators`: it is read for operators, who see all partners.
   */
  readonly across?: "lookup" | "operators"
  /**
   * The scope of the global claim under which each state holds what it is looked up by, unless that is unique because
   * it is random.
   */
  readonly claim?: GlobalScope
}

/** Common to all definitions. */
export interface Named {
  /** The tag of its writes. */
  readonly name: string
  /** The noun for one record in a sentence. */
  readonly noun: string
  readonly table: string
  /** By suffix of their names, which start with the table name. */
  readonly indexes: { readonly [name: string]: Index }
}

/** The definition of a concept: everything stored of it, each field once. */
export interface Definition extends Named {
  /** Fixed at creation: id, partner and everything that never changes, unless a redaction empties it. */
  readonly order: Fields
  /** Fields of every state. */
  readonly recorded: Fields
  /** The states with their additional fields. */
  readonly states: { readonly [tag: string]: Fields }
  /** The public status of each state, if lists are kept by it. */
  readonly statuses?: { readonly [tag: string]: string }
}

export type OrderOf<D extends Definition> = ValuesOf<D["order"]>

/** Every state that can be stored. */
export type StateOf<D extends Definition> = {
  [Tag in keyof D["states"]]: { readonly _tag: Tag; readonly order: OrderOf<D> } & ValuesOf<D["recorded"]> &
    ValuesOf<D["states"][Tag]>
}[keyof D["states"]]

/**
 * The definition of a concept without states: all its fields are at the top level. A partner has no
 * `partnerId`, because its id is the partner.
 */
export interface RecordDefinition extends Named {
  /** Fields that never change, including the id. */
  readonly fixed: Fields
  readonly changing: Fields
}

export type RecordOf<D extends RecordDefinition> = ValuesOf<D["fixed"]> & ValuesOf<D["changing"]>
