import { Effect } from "effect"
import { KycReader } from "../../concepts/kyc/KycReader.ts"
import { picturesLike } from "../../concepts/kyc/pictureBand.ts"
import type { MemoryState } from "./MemoryState.ts"

/** KYC sessions in memory. Pictures are searched among the sessions themselves: what an index of bands must answer. */
export const memoryKycReader = (state: MemoryState): KycReader["Service"] =>
  KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      Effect.sync(() =>
        [...state.aggregates.KycSession.values()].flatMap(({ state: session }) =>
          session.order.partnerId === partnerId ? picturesLike(session, fingerprint) : []
        )
      )
  })
