import { Effect, Option } from "effect"
import { isEnded, isInCheck } from "../kyc/KycSession.ts"
import type { OpenedKycSession } from "../kyc/KycSessionRecord.ts"
import { searchBands } from "../kyc/Picture.ts"
import { KycReader } from "../kyc/KycReader.ts"
import type { Instant } from "../time/Instant.ts"
import { byText, find } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** KYC sessions in memory. Pictures are searched among the sessions themselves: what an index of bands must answer. */
export const memoryKycReader = (state: MemoryState): KycReader["Service"] => {
  const all = (): ReadonlyArray<OpenedKycSession> =>
    [...state.aggregates.KycSession.values()].map((session) => session.state)
  return KycReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() =>
        Option.filter(
          Option.fromUndefinedOr(state.aggregates.KycSession.get(id)),
          (found) => found.state.order.partnerId === partnerId
        )
      ),
    byToken: (token) =>
      Effect.sync(() => find(state.aggregates.KycSession, ({ order }) => order.token === token)),
    partnerOf: (id) =>
      Effect.sync(() => Option.fromUndefinedOr(state.aggregates.KycSession.get(id)?.state.order.partnerId)),
    inCheck: (limit) =>
      Effect.sync(() =>
        all()
          .filter(isInCheck)
          .sort((a, b) => waitingSince(a) - waitingSince(b) || byText(a.order.id, b.order.id))
          .slice(0, limit)
      ),
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
      }),
    unredacted: (partnerId, endedBefore, limit) =>
      Effect.sync(() =>
        all()
          .filter(isEnded)
          .filter(
            ({ endedAt, order, redactedAt }) =>
              order.partnerId === partnerId && endedAt < endedBefore && Option.isNone(redactedAt)
          )
          .sort((a, b) => a.endedAt - b.endedAt || byText(a.order.id, b.order.id))
          .slice(0, limit)
          .map(({ order }) => order.id)
      )
  })
}

const waitingSince = ({ checkSince, updatedAt }: OpenedKycSession): Instant =>
  Option.getOrElse(checkSince, () => updatedAt)

const shownBy = ({ documents, order }: OpenedKycSession) =>
  documents.flatMap(({ picture, submittedAt }) =>
    Option.match(picture, {
      onNone: () => [],
      onSome: ({ fingerprint }) => [{ sessionId: order.id, person: order.person, fingerprint, submittedAt }]
    })
  )
