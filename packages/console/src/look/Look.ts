import type { Explorers } from "@quittance/adapters-http/pages"
import type { Words } from "../words/Words.ts"

/** How somebody sees things: the words of their language, and the clock of the partner. */
export interface Look {
  readonly words: Words
  /** A time zone by its IANA name. */
  readonly zone: string
  /** Nothing is real here. */
  readonly isSandbox: boolean
  /** Where transactions can be looked at. */
  readonly explorers: Explorers
}
