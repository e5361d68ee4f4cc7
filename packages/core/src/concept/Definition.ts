import type { Fields, ValueOf } from "./Field.ts"

/** A value for each field. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: ValueOf<F[Name]>
}

/** Which rows an index covers; all of them where it says nothing. */
export interface IndexWhere {
  /** By fields, or `state`: the texts that they may have. */
  readonly in?: { readonly [field: string]: ReadonlyArray<string> }
  readonly set?: ReadonlyArray<string>
  readonly unset?: ReadonlyArray<string>
}

export interface Index {
  /** Names of fields, `state` and `status`, in their order. */
  readonly on: ReadonlyArray<string>
  readonly where?: IndexWhere
}

/** What every concept says of itself. */
export interface Named {
  /** What a write of it is tagged with. */
  readonly name: string
  /** What one of it is called in a sentence. */
  readonly noun: string
  readonly table: string
  /** By the end of their names, which begin with that of the table. */
  readonly indexes: { readonly [name: string]: Index }
}

/** A concept as it is written down: what is stored of it, each field once. */
export interface Definition extends Named {
  /** What is fixed when it begins: its id, its partner and all that never changes, unless a redaction empties it. */
  readonly order: Fields
  /** What every state has beside it. */
  readonly recorded: Fields
  /** The states, and what each has beyond that. */
  readonly states: { readonly [tag: string]: Fields }
  /** What the interface calls each state, where lists are kept by it. */
  readonly statuses?: { readonly [tag: string]: string }
}

export type OrderOf<D extends Definition> = ValuesOf<D["order"]>

/** Every state that can be stored. */
export type StateOf<D extends Definition> = {
  [Tag in keyof D["states"]]: { readonly _tag: Tag; readonly order: OrderOf<D> } & ValuesOf<D["recorded"]> &
    ValuesOf<D["states"][Tag]>
}[keyof D["states"]]

/** A concept without states, as it is written down: all its fields lie side by side. A partner has no `partnerId`: it is its own. */
export interface RecordDefinition extends Named {
  /** What never changes, its id among it. */
  readonly fixed: Fields
  readonly changing: Fields
}

export type RecordOf<D extends RecordDefinition> = ValuesOf<D["fixed"]> & ValuesOf<D["changing"]>
