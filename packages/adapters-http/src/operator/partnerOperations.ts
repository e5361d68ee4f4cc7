import { Balances, BalanceView, InvalidInput, Operations, Partners, Settings } from "@quittance/core"
import {
  balanceView,
  CurrencyBalanceView,
  component,
  decoderOf,
  isPartnerId,
  oneLine,
  partnerTermsOf,
  partnerView,
  TermsView,
  termsView
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { OperatorOperation } from "../routing/ApiOperation.ts"
import { Pagination, pageParameters, paginationOf, readPage } from "../routing/Pagination.ts"
import { partnerResource, prefixedId, prefixedIdParameter } from "../routing/prefixedId.ts"
import { readQuery } from "../routing/QueryParameters.ts"
import { NewAdjustment, NewPartner, NewTerms, PartnerRecord } from "./partnerSchemas.ts"

const path = "/api/operator/v1/partners"
const common = { group: "Operator: partners", caller: "operator", request: undefined } as const
const reads = { ...common, method: "GET" } as const
const ofOne = { parameters: [prefixedIdParameter(partnerResource)], errors: ["not_found"] } as const

const decodePartner = decoderOf(Schema.Struct({ name: oneLine(100) }))
const decodeAdjustment = decoderOf(NewAdjustment)

/** A field that is null is left out, in a fee too: so what was read can be sent. */
const withoutNull = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, withoutNull(each)]]))
      )
    : value

const idAsName = InvalidInput.of("name", "invalid_value", "must not look like a partner's id: prt_…")

/** Partners, their terms, balances and corrections, for the operator. */
export const makePartnerOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const partners = yield* Partners
  const balances = yield* Balances
  const operations = yield* Operations
  const partnerIn = (call: Parameters<typeof prefixedId>[0]) =>
    Effect.flatMap(prefixedId(call, partnerResource), partners.find)

  const list: OperatorOperation = {
    ...reads,
    id: "listPartners",
    path,
    summary: "List the partners, newest first",
    scope: "partners:read",
    parameters: pageParameters,
    success: Schema.Struct({ partners: Schema.Array(PartnerRecord), pagination: Pagination }).annotate(
      component("PartnerList", "A page of partners, newest first.")
    ),
    errors: ["invalid_cursor"],
    handle: Effect.fnUntraced(function* ({ request }) {
      const page = yield* readQuery(request.query, readPage)
      const found = yield* partners.page(page)
      return {
        fields: { partners: found.items.map(partnerView), pagination: paginationOf(page, found) }
      }
    })
  }

  const create: OperatorOperation = {
    ...common,
    id: "createPartner",
    method: "POST",
    path,
    summary: "Create a partner; one of that name is answered as it is",
    repeatable: true,
    scope: "partners:write",
    parameters: [],
    request: NewPartner,
    success: Schema.Struct({ partner: PartnerRecord }).annotate(component("PartnerResponse", "The partner.")),
    errors: [],
    handle: Effect.fnUntraced(function* ({ body }) {
      const { name } = yield* Effect.fromResult(decodePartner(body))
      if (isPartnerId(name)) return yield* idAsName
      return { fields: { partner: partnerView(yield* partners.ensure(name)) } }
    })
  }

  const get: OperatorOperation = {
    ...reads,
    ...ofOne,
    id: "getPartner",
    path: `${path}/{id}`,
    summary: "Read a partner",
    scope: "partners:read",
    success: create.success,
    handle: (call) =>
      Effect.map(partnerIn(call), (partner) => ({ fields: { partner: partnerView(partner) } }))
  }

  const terms = {
    ...ofOne,
    path: `${path}/{id}/terms`,
    success: Schema.Struct({ terms: TermsView }).annotate(
      component("PartnerTermsResponse", "The terms of the partner.")
    )
  } as const

  const getTerms: OperatorOperation = {
    ...reads,
    ...terms,
    id: "getPartnerTerms",
    summary: "Read the terms of a partner",
    scope: "partners:read",
    handle: (call) =>
      Effect.map(partnerIn(call), (partner) => ({ fields: { terms: termsView(settings, partner.terms) } }))
  }

  const setTerms: OperatorOperation = {
    ...common,
    ...terms,
    id: "setPartnerTerms",
    method: "PUT",
    summary: "Replace the terms of a partner; omitted terms are those of the deployment",
    repeatable: true,
    scope: "terms:write",
    request: NewTerms,
    handle: Effect.fnUntraced(function* (call) {
      const { id } = yield* partnerIn(call)
      const given = yield* Effect.fromResult(partnerTermsOf(withoutNull(call.body), settings, "written"))
      const partner = yield* partners.setTerms(id, given)
      return { fields: { terms: termsView(settings, partner.terms) } }
    })
  }

  const readBalances: OperatorOperation = {
    ...reads,
    ...ofOne,
    id: "listPartnerBalances",
    path: `${path}/{id}/balances`,
    summary: "Read what a partner has in each currency",
    scope: "balances:read",
    success: Schema.Struct({ balances: Schema.Array(CurrencyBalanceView) }).annotate(
      component("PartnerBalances", "What the partner has in each currency.")
    ),
    handle: (call) =>
      Effect.map(
        Effect.flatMap(partnerIn(call), ({ id }) => operations.balances.all(id)),
        (balances) => ({ fields: { balances } })
      )
  }

  const adjust: OperatorOperation = {
    ...common,
    ...ofOne,
    id: "createAdjustment",
    method: "POST",
    path: `${path}/{id}/adjustments`,
    summary: "Correct the balance of a partner, once for each idempotency key",
    scope: "adjustments:write",
    idempotencyKey: { header: "Idempotency-Key", required: true },
    request: NewAdjustment,
    success: Schema.Struct({
      adjustmentId: Schema.String.annotate({ description: "Its id.", examples: ["adj_1"] }),
      balance: BalanceView
    }).annotate(component("Adjustment", "The correction, and the balance now.")),
    errors: ["not_found", "idempotency_conflict", "insufficient_funds"],
    handle: Effect.fnUntraced(function* (call) {
      const { id: partnerId } = yield* partnerIn(call)
      const key = call.idempotencyKey
      if (key === undefined || key === "") return yield* keyMissing
      const adjustment = yield* Effect.fromResult(decodeAdjustment(call.body))
      const made = yield* balances.adjustOnce(partnerId, key, adjustment).pipe(
        Effect.catchTag("AdjustmentBelowZero", ({ message }) =>
          Effect.fail(
            new ApiRefusal({
              code: "insufficient_funds",
              message: `${message}: send allowNegative: true to allow it`
            })
          )
        )
      )
      const fields = { adjustmentId: made.id, balance: balanceView(made.balance) }
      return { fields, replayed: made.replayed }
    })
  }

  return [list, create, get, getTerms, setTerms, readBalances, adjust]
})

const keyMissing = InvalidInput.of(
  "Idempotency-Key",
  "required",
  "is required: a correction is made once for each key"
)
