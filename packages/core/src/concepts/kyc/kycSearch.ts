import { statesOf } from "../../kernel/list/List.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { kycSessionAsOf } from "./KycSessionAsOf.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { kycStatus } from "./KycStanding.ts"
import { kycClaims } from "./kycNames.ts"

/** KYC sessions by id and idempotency key. */
export const kycSearch: Searched<OpenedKycSession, SoughtValue> = {
  type: "kyc_session",
  family: "fiat",
  items: statesOf(kycSession),
  ways: [
    { _tag: "Id", of: ({ ids }) => ids },
    { _tag: "Claim", scope: kycClaims.create, of: ({ texts }) => texts }
  ],
  shown: (state, now) => ({
    id: state.order.id,
    status: kycStatus(kycSessionAsOf(state, now)),
    createdAt: state.order.createdAt
  })
}
