import type { ClaimScope } from "../concept/ClaimScope.ts"
import type { Concept } from "../concept/Concept.ts"
import { columnName } from "../concept/columns.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { ListedItems } from "../list/List.ts"
import type { Instant } from "../time/Instant.ts"

/**
 * How the records of a concept are found by an exact value, as the concept declares it: what stores look up, and what a
 * search tells of what was found. `Value` is a value in all its spellings.
 */
export interface Searched<Item, Value> {
  /** What such a record is called in results. Clients compare it, so it never changes. */
  readonly type: string
  /** Whose keys find it: those that read fiat payments, or those that read the crypto side. */
  readonly family: SearchFamily
  /** Each has a creation instant. */
  readonly items: ListedItems<Item>
  readonly ways: ReadonlyArray<Way<Value>>
  /** What a result tells, by the clock. The status is null where such a record has none. */
  readonly shown: (item: Item, now: Instant) => Omit<SearchHit, "type">
}

export const searchFamilies = ["fiat", "crypto"] as const
export type SearchFamily = (typeof searchFamilies)[number]

export interface SearchHit {
  readonly type: string
  readonly id: string
  readonly status: string | null
  readonly createdAt: Instant
}

/** Where a value leads to a record. `of` is what is looked up; for most values it is nothing. */
export type Way<Value> = IdWay<Value> | ClaimWay<Value> | FolderWay<Value> | EndingWay<Value>

/** Its id. */
interface IdWay<Value> {
  readonly _tag: "Id"
  readonly of: (value: Value) => ReadonlyArray<string>
}

/** A key that it claims, as the partner who asks may know it. */
interface ClaimWay<Value> {
  readonly _tag: "Claim"
  readonly scope: ClaimScope
  readonly of: (value: Value, partnerId: PartnerId) => ReadonlyArray<string>
}

/** Keys of a partner's scope that begin with a text and a slash, claimed by something that is the record's. */
export interface FolderWay<Value> {
  readonly _tag: "Folder"
  readonly scope: ClaimScope
  /** What claims the keys, and its field with the record's id. */
  readonly through: { readonly concept: Pick<Concept<never>, "name" | "table">; readonly field: string }
  readonly of: (value: Value) => ReadonlyArray<string>
}

/** A field that records share. Only its end is in an index, so that the index is narrow. */
export interface EndingWay<Value> extends Ending {
  readonly _tag: "Ending"
  /** Spellings of one value, which end alike. */
  readonly of: (value: Value) => ReadonlyArray<string>
}

/**
 * An index of the last characters of a field, in lower case. The newest of a partner's rows that end alike are read
 * first, however many there are.
 */
export interface Ending {
  /** The end of its name, which starts with the table's. */
  readonly index: string
  readonly field: string
  /** With `ignored`, texts that differ in the case of ASCII letters are one value; spellings are in lower case then. */
  readonly letters: "kept" | "ignored"
  /** How long the texts are that are looked for; others are not in the index. */
  readonly lengths?: ReadonlyArray<number>
}

/** So many characters tell millions of random values apart: 32 bits of hexadecimal digits. */
export const endingLength = 8

export const endingsOf = <Value>(ways: ReadonlyArray<Way<Value>>): ReadonlyArray<EndingWay<Value>> =>
  ways.filter((way) => way._tag === "Ending")

/** The lower bound, inclusive, and the upper, exclusive, of the keys in a folder: a slash is followed by a zero. */
export const folderBounds = (folder: string): readonly [string, string] => [`${folder}/`, `${folder}0`]

/** Whether a redaction can empty the rows of a concept. */
export const isRedactable = ({ columns }: Pick<Concept<never>, "columns">): boolean =>
  columns.some(({ name }) => name === columnName("redactedAt"))
