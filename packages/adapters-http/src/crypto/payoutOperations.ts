import {
  networkLabel,
  Payouts,
  PayoutRequest,
  type PayoutFilter,
  payoutCreatedView,
  payoutView,
  type RecordedPayout,
  Settings
} from "@quittance/core"
import { Effect, Schema } from "effect"
import { headerOf } from "../message/ApiRequest.ts"
import { instantParameter } from "../routing/instantParameter.ts"
import type { Operation } from "../routing/Operation.ts"
import { Pagination, pageParameters, paginationOf, readPage } from "../routing/Pagination.ts"
import { readQuery } from "../routing/QueryParameters.ts"
import { PayoutCreated, PayoutRecord } from "./payoutSchemas.ts"
import { idParameter, resourceId } from "./resourceId.ts"

const statuses = ["PENDING", "COMPLETED", "FAILED"] as const
const path = "/api/v2/crypto/payouts"
const group = "Crypto payouts"

export const makePayoutOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const payouts = yield* Payouts
  const view = (payout: RecordedPayout) => payoutView(payout, networkLabel(settings, payout.order.network))

  const create: Operation = {
    id: "createPayout",
    group,
    method: "POST",
    path,
    summary: "Send a payout from the balance",
    access: "signed",
    scope: "payouts:write",
    rate: "payouts",
    parameters: [
      {
        in: "header",
        name: "X-Idempotency-Key",
        required: true,
        description:
          "1 to 255 printable ASCII characters. The same key and body answer the same payout again.",
        schema: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255))
      }
    ],
    request: PayoutRequest,
    success: Schema.Struct({ payout: PayoutCreated }),
    errors: [
      "store_on_hold",
      "unsupported_network",
      "invalid_address",
      "amount_out_of_range",
      "insufficient_funds",
      "idempotency_conflict"
    ],
    handle: ({ body, caller, request }) =>
      Effect.map(
        payouts.create(caller.partnerId, headerOf(request, "x-idempotency-key"), body),
        ({ replayed, value }) => ({ fields: { payout: payoutCreatedView(value) }, replayed })
      )
  }

  const list: Operation = {
    id: "listPayouts",
    group,
    method: "GET",
    path,
    summary: "List payouts, newest first",
    access: "signed",
    scope: "crypto:read",
    rate: "reads",
    parameters: [
      ...pageParameters,
      {
        in: "query",
        name: "status",
        required: false,
        description: "Only payouts of this status.",
        schema: Schema.Literals(statuses)
      },
      instantParameter("from", "Created at this instant or later."),
      instantParameter("to", "Created before this instant.")
    ],
    request: undefined,
    success: Schema.Struct({ payouts: Schema.Array(PayoutRecord), pagination: Pagination }),
    errors: [],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const { filter, page } = yield* readQuery(request.query, (query) => {
        const status = query.oneOf("status", statuses)
        const from = query.instant("from")
        const to = query.instant("to")
        const given: PayoutFilter = {
          ...(status === undefined ? {} : { status }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to })
        }
        return { filter: given, page: readPage(query) }
      })
      const found = yield* payouts.list(caller.partnerId, filter, page)
      return { fields: { payouts: found.items.map(view), pagination: paginationOf(page, found) } }
    })
  }

  const get: Operation = {
    id: "getPayout",
    group,
    method: "GET",
    path: `${path}/{id}`,
    summary: "Read a payout",
    access: "signed",
    scope: "crypto:read",
    rate: "reads",
    parameters: [idParameter("payout")],
    request: undefined,
    success: Schema.Struct({ payout: PayoutRecord }),
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* resourceId(call, "payout")
      return { fields: { payout: view(yield* payouts.get(call.caller.partnerId, id)) } }
    })
  }

  return [create, list, get]
})
