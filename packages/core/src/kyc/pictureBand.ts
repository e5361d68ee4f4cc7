import type { KycDocument } from "./KycDocument.ts"
import { type Band, searchBands } from "./Picture.ts"
import { Option } from "effect"

const valuesOfBand = 65_536

const numbered = ({ index, value }: Band): number => index * valuesOfBand + value

/** The parts by which a fingerprint is searched, as stores keep them. */
export const bandsOf = (fingerprint: string): ReadonlyArray<number> => searchBands(fingerprint).map(numbered)

/** The same for a document; none if it is not a picture. */
export const bandsOfDocument = ({ picture }: KycDocument): ReadonlyArray<number> =>
  Option.match(picture, { onNone: () => [], onSome: ({ fingerprint }) => bandsOf(fingerprint) })
