import { Option } from "effect"
import type { KycDocument } from "./KycDocument.ts"
import type { ShownPicture } from "./KycReader.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { type Band, searchBands } from "./Picture.ts"

const valuesOfBand = 65_536

const numbered = ({ index, value }: Band): number => index * valuesOfBand + value

/** The parts by which a fingerprint is searched, as stores keep them. */
export const bandsOf = (fingerprint: string): ReadonlyArray<number> => searchBands(fingerprint).map(numbered)

/** The same for a document; none if it is not a picture. */
export const bandsOfDocument = ({ picture }: KycDocument): ReadonlyArray<number> =>
  Option.match(picture, { onNone: () => [], onSome: ({ fingerprint }) => bandsOf(fingerprint) })

/** The pictures that a session shows now and that share a part with a fingerprint. */
export const picturesLike = (
  { documents, order }: OpenedKycSession,
  fingerprint: string
): ReadonlyArray<ShownPicture> => {
  const sought = new Set(bandsOf(fingerprint))
  return documents.flatMap(({ picture, submittedAt }) =>
    Option.match(picture, {
      onNone: () => [],
      onSome: (shown) =>
        bandsOf(shown.fingerprint).some((band) => sought.has(band))
          ? [{ sessionId: order.id, person: order.person, fingerprint: shown.fingerprint, submittedAt }]
          : []
    })
  )
}
