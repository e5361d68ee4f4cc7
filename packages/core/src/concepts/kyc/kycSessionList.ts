import type { Derived } from "../../kernel/concept/Derived.ts"
import { type HostedList, type ListFilter, statesOf } from "../../kernel/list/List.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { kycSessionAsOf } from "./KycSessionAsOf.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { type KycSessionView, kycSessionView } from "./KycSessionView.ts"
import { awaitsPerson, type KycStatus, kycStatus, kycStatuses, kycStatusOfState } from "./KycStanding.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface KycSessionFilter extends ListFilter {
  readonly status?: KycStatus
}

const statesIn = (status: KycStatus): ReadonlyArray<string> =>
  Object.entries(kycStatusOfState).flatMap(([state, of]) => (of === status ? [state] : []))

const ofState: Derived<KycStatus> = {
  cases: kycStatuses.map((status) => ({ when: { in: "state", texts: statesIn(status) }, text: status })),
  otherwise: undefined
}

const awaiting = ["pending", "collecting"] as const

/** The KYC sessions of a partner. A due one counts as expired, whether or not its expiry was recorded. */
export const kycSessionList: HostedList<OpenedKycSession, KycSessionFilter, SettingsShape, KycSessionView> = {
  name: "kyc",
  items: statesOf(kycSession),
  orderOf: ({ order }) => order,
  owner: ["partnerId"],
  index: "listed",
  status: {
    field: ofState,
    values: kycStatuses,
    of: kycStatus,
    lapse: {
      from: ["pending", "in_progress"],
      to: ["expired"],
      derived: {
        cases: [{ when: { in: "state", texts: awaiting }, text: "expired" }],
        otherwise: undefined
      },
      at: ({ order }) => order.expiresAt,
      becomes: (session) => (awaitsPerson(session) ? "expired" : undefined),
      field: "expiresAt",
      index: "expiring",
      states: awaiting
    }
  },
  shown: (session, { publicUrl }, now) => kycSessionView(kycSessionAsOf(session, now), publicUrl)
}
