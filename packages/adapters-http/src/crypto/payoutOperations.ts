import { Networks, Operations, PayoutCreatedView, PayoutDetailView, PayoutView } from "@quittance/core"
import { component, histories, historyViewOf, lists, payoutRequestOn } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { idParameter, resourceId } from "./resourceId.ts"

const path = "/api/v2/crypto/payouts"
const common = { group: "Crypto payouts", caller: "partner", proof: "signed" } as const

export const makePayoutOperations = Effect.gen(function* () {
  const { payouts } = yield* Operations
  const { offeredFor } = yield* Networks

  const create: PartnerOperation = {
    ...common,
    id: "createPayout",
    method: "POST",
    path,
    summary: "Send a payout from the balance",
    scope: "payouts:write",
    rate: "payouts",
    idempotencyKey: { header: "X-Idempotency-Key", required: true },
    parameters: [],
    request: payoutRequestOn(offeredFor("payouts")),
    success: Schema.Struct({ payout: PayoutCreatedView }).annotate(
      component("PayoutCreatedResponse", "The payout that was created.")
    ),
    errors: [
      "store_on_hold",
      "unsupported_network",
      "invalid_address",
      "amount_out_of_range",
      "insufficient_funds"
    ],
    handle: ({ body, caller, idempotencyKey }) =>
      payouts.create(caller.partnerId, idempotencyKey, unchecked(body)).pipe(
        Effect.catchTag("InsufficientFunds", (failure) =>
          Effect.fail(
            caller.holds("crypto:read")
              ? new ApiRefusal({ code: "insufficient_funds", message: failure.openMessage })
              : failure
          )
        ),
        Effect.map(({ replayed, ...payout }) => ({ fields: { payout }, replayed }))
      )
  }

  const list = listOperation({
    ...common,
    id: "listPayouts",
    path,
    summary: "List payouts, newest first",
    scope: "crypto:read",
    list: lists.payouts,
    named: "payouts",
    item: PayoutView,
    read: ({ caller }, filter, page) => payouts.list(caller.partnerId, filter, page)
  })

  const get: PartnerOperation = {
    ...common,
    id: "getPayout",
    method: "GET",
    path: `${path}/{id}`,
    summary: "Read a payout, with the calls to the processing side",
    scope: "crypto:read",
    parameters: [idParameter("payout")],
    request: undefined,
    success: Schema.Struct({ payout: PayoutDetailView }).annotate(component("PayoutResponse", "A payout.")),
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* resourceId(call, "payout")
      return { fields: { payout: yield* payouts.get(call.caller.partnerId, id) } }
    })
  }

  const history: PartnerOperation = {
    ...common,
    id: "getPayoutHistory",
    method: "GET",
    path: `${path}/{id}/history`,
    summary: "Read what became of a payout, and who caused it",
    scope: "crypto:read",
    parameters: [idParameter("payout")],
    request: undefined,
    success: historyViewOf(histories.payout, "Payout"),
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* resourceId(call, "payout")
      return { fields: { ...(yield* payouts.history(call.caller.partnerId, id)) } }
    })
  }

  return [create, list, get, history]
})
