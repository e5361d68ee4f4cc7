import { KycSessionCreatedView, KycSessionView, Operations, Settings } from "@quittance/core"
import { histories, historyViewOf, kycSessionRequest, lists } from "@quittance/core/adapter"
import { Effect } from "effect"
import { ruleRefusalOf } from "../refusal/refusalOf.ts"
import { oncePerKey, type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { kycSessionResource, prefixedId, prefixedIdParameter } from "../routing/prefixedId.ts"

const path = "/api/v1/kyc/sessions"
const common = {
  group: "KYC sessions",
  caller: "partner",
  proof: "secret",
  request: undefined,
  recordStatus: 200
} as const
const writes = { ...common, method: "POST", scope: "kyc:write" } as const

/** KYC sessions: create, list, read, redact. */
export const makeKycOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const { kyc } = yield* Operations

  const create: PartnerOperation = {
    ...writes,
    id: "createKycSession",
    path,
    summary: "Create a KYC session; send the person to its verificationUrl",
    ...oncePerKey,
    parameters: [],
    request: kycSessionRequest(settings),
    recordStatus: 201,
    success: KycSessionCreatedView,
    errors: ["invalid_url", "validation_failed"],
    handle: ({ body, caller, idempotencyKey }) =>
      kyc.create(caller.partnerId, unchecked(body), idempotencyKey).pipe(
        Effect.mapError(ruleRefusalOf),
        Effect.map(({ replayed, ...fields }) => ({ fields, replayed }))
      )
  }

  const list = listOperation({
    ...common,
    id: "listKycSessions",
    path,
    summary: "List KYC sessions, newest first",
    scope: "payments:read",
    list: lists.kyc,
    named: "sessions",
    item: KycSessionView,
    read: ({ caller }, filter, page) => kyc.list(caller.partnerId, filter, page)
  })

  const get: PartnerOperation = {
    ...common,
    id: "getKycSession",
    method: "GET",
    path: `${path}/{id}`,
    summary: "Read a KYC session",
    scope: "payments:read",
    parameters: [prefixedIdParameter(kycSessionResource)],
    success: KycSessionView,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, kycSessionResource)
      return { fields: yield* kyc.get(call.caller.partnerId, id) }
    })
  }

  const history: PartnerOperation = {
    ...common,
    id: "getKycSessionHistory",
    method: "GET",
    path: `${path}/{id}/history`,
    summary: "Read what became of a KYC session, and who caused it",
    scope: "payments:read",
    parameters: [prefixedIdParameter(kycSessionResource)],
    success: historyViewOf(histories.kycSession, "KycSession"),
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, kycSessionResource)
      return { fields: { ...(yield* kyc.history(call.caller.partnerId, id)) } }
    })
  }

  const redact: PartnerOperation = {
    ...writes,
    id: "redactKycSession",
    repeatable: true,
    path: `${path}/{id}/redact`,
    summary:
      "Permanently delete a session's documents and personal data; an unfinished session expires first",
    parameters: [prefixedIdParameter(kycSessionResource)],
    success: KycSessionView,
    answerExample: {
      status: "expired",
      redirectUrl: null,
      metadata: {},
      redactedAt: "2026-01-15T12:00:00.000Z"
    },
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, kycSessionResource)
      return { fields: yield* kyc.redact(call.caller.partnerId, id) }
    })
  }

  return [create, list, get, history, redact]
})
