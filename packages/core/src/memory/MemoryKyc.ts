import { Effect, Option } from "effect"
import type { OpenedKycSession } from "../kyc/KycSessionRecord.ts"
import { searchBands } from "../kyc/Picture.ts"
import { KycReader } from "../kyc/KycReader.ts"
import type { MemoryState } from "./MemoryState.ts"

/** KYC sessions in memory. Pictures are searched among the sessions themselves: what an index of bands must answer. */
export const memoryKycReader = (state: MemoryState): KycReader["Service"] => {
  const all = (): ReadonlyArray<OpenedKycSession> =>
    [...state.aggregates.KycSession.values()].map((session) => session.state)
  return KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      Effect.sync(() => {
        const sought = searchBands(fingerprint)
        const isLike = (other: string): boolean =>
          searchBands(other).some((band) =>
            sought.some(({ index, value }) => band.index === index && band.value === value)
          )
        return all()
          .filter(({ order }) => order.partnerId === partnerId)
          .flatMap(shownBy)
          .filter((shown) => isLike(shown.fingerprint))
      })
  })
}

const shownBy = ({ documents, order }: OpenedKycSession) =>
  documents.flatMap(({ picture, submittedAt }) =>
    Option.match(picture, {
      onNone: () => [],
      onSome: ({ fingerprint }) => [{ sessionId: order.id, person: order.person, fingerprint, submittedAt }]
    })
  )
