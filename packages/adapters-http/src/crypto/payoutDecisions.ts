import { PayoutView } from "@quittance/core"
import { Effect, Schema } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { PartnerOperation } from "../routing/ApiOperation.ts"
import { idParameter } from "./resourceId.ts"

/**
 * What people decide about payouts that wait for approvals, as a key asks for it: refused, whatever its scopes. No call
 * of a client and no page of the reference offers it, because it never succeeds.
 */
export const payoutDecisions: ReadonlyArray<PartnerOperation> = (
  ["approve", "decline", "withdraw"] as const
).map((decision) => ({
  group: "Crypto payouts",
  caller: "partner",
  proof: "signed",
  id: `${decision}Payout`,
  method: "POST",
  path: `/api/v2/crypto/payouts/{id}/${decision}`,
  summary: `For signed-in people: ${decision} a payout that waits for approvals`,
  scope: "payouts:write",
  parameters: [idParameter("payout")],
  request: undefined,
  success: Schema.Struct({ payout: PayoutView }),
  errors: [],
  handle: () =>
    Effect.fail(
      new ApiRefusal({
        code: "forbidden",
        message: `only people ${decision} payouts, signed in at the console: no key does, whatever its scopes`
      })
    )
}))
