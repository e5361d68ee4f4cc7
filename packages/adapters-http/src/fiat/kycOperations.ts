import {
  kycSessionCreatedView,
  kycSessionRequest,
  KycSessions,
  kycSessionView,
  type OpenedKycSession,
  Settings
} from "@quittance/core"
import { Effect } from "effect"
import { ruleRefusalOf } from "../refusal/refusalOf.ts"
import type { Operation } from "../routing/Operation.ts"
import { kycSessionResource, prefixedId, prefixedIdParameter } from "../routing/prefixedId.ts"
import { KycSessionCreated, KycSessionRecord } from "./kycSchemas.ts"

const path = "/api/v1/kyc/sessions"
const common = { group: "KYC sessions", access: "secret", request: undefined, recordStatus: 200 } as const
const writes = { ...common, method: "POST", scope: "kyc:write", rate: "writes" } as const

/** KYC sessions: create, read, redact. */
export const makeKycOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const sessions = yield* KycSessions
  const answer = (session: OpenedKycSession) => ({ fields: kycSessionView(session, settings.publicUrl) })

  const create: Operation = {
    ...writes,
    id: "createKycSession",
    path,
    summary: "Create an identity verification, to send a person to its verificationUrl",
    parameters: [],
    request: kycSessionRequest(settings),
    recordStatus: 201,
    success: KycSessionCreated,
    errors: ["invalid_url", "validation_failed"],
    handle: ({ body, caller }) =>
      sessions.create(caller.partnerId, body).pipe(
        Effect.mapError(ruleRefusalOf),
        Effect.map((created) => ({ fields: kycSessionCreatedView(created, settings.publicUrl) }))
      )
  }

  const get: Operation = {
    ...common,
    id: "getKycSession",
    method: "GET",
    path: `${path}/{id}`,
    summary: "Read a KYC session",
    scope: "payments:read",
    rate: "reads",
    parameters: [prefixedIdParameter(kycSessionResource)],
    success: KycSessionRecord,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, kycSessionResource)
      return answer(yield* sessions.get(call.caller.partnerId, id))
    })
  }

  const redact: Operation = {
    ...writes,
    id: "redactKycSession",
    path: `${path}/{id}/redact`,
    summary:
      "Delete a session's documents and personal data for good; one that is not finished expires first",
    parameters: [prefixedIdParameter(kycSessionResource)],
    success: KycSessionRecord,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, kycSessionResource)
      return answer(yield* sessions.redact(call.caller.partnerId, id))
    })
  }

  return [create, get, redact]
})
