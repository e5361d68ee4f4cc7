import { InvoiceCreatedView, InvoiceView, Operations, Settings } from "@quittance/core"
import { histories, historyViewOf, invoiceRequest, lists } from "@quittance/core/adapter"
import { Effect } from "effect"
import { ruleRefusalOf } from "../refusal/refusalOf.ts"
import { oncePerKey, type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { invoiceResource, prefixedId, prefixedIdParameter } from "../routing/prefixedId.ts"

const path = "/api/v1/invoices"
const common = {
  group: "Invoices",
  caller: "partner",
  proof: "secret",
  request: undefined,
  recordStatus: 200
} as const
const reads = { ...common, method: "GET", scope: "payments:read" } as const
const writes = { ...common, method: "POST", scope: "payments:write" } as const

/** Fiat invoices: issue, list, read, cancel. */
export const makeInvoiceOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const { invoices } = yield* Operations

  const create: PartnerOperation = {
    ...writes,
    id: "createInvoice",
    path,
    summary: "Issue an invoice",
    ...oncePerKey,
    parameters: [],
    request: invoiceRequest(settings),
    recordStatus: 201,
    success: InvoiceCreatedView,
    errors: ["validation_failed"],
    handle: ({ body, caller, idempotencyKey }) =>
      invoices.create(caller.partnerId, unchecked(body), idempotencyKey).pipe(
        Effect.mapError(ruleRefusalOf),
        Effect.map(({ replayed, ...fields }) => ({ fields, replayed }))
      )
  }

  const list = listOperation({
    ...reads,
    id: "listInvoices",
    path,
    summary: "List invoices, newest first",
    list: lists.invoices,
    named: "invoices",
    item: InvoiceView,
    kinds: { description: "Only invoices in this currency." },
    read: ({ caller }, filter, page) => invoices.list(caller.partnerId, filter, page)
  })

  const get: PartnerOperation = {
    ...reads,
    id: "getInvoice",
    path: `${path}/{id}`,
    summary: "Read an invoice",
    parameters: [prefixedIdParameter(invoiceResource)],
    success: InvoiceView,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      return { fields: yield* invoices.get(call.caller.partnerId, id) }
    })
  }

  const history: PartnerOperation = {
    ...reads,
    id: "getInvoiceHistory",
    path: `${path}/{id}/history`,
    summary: "Read what became of an invoice and its payments, and who caused it",
    parameters: [prefixedIdParameter(invoiceResource)],
    success: historyViewOf(histories.invoice, "Invoice"),
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      return { fields: { ...(yield* invoices.history(call.caller.partnerId, id)) } }
    })
  }

  const cancel: PartnerOperation = {
    ...writes,
    id: "cancelInvoice",
    path: `${path}/{id}/cancel`,
    summary: "Cancel a pending invoice",
    parameters: [prefixedIdParameter(invoiceResource)],
    success: InvoiceView,
    answerExample: { status: "cancelled" },
    errors: ["not_found", "invalid_state"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      return { fields: yield* invoices.cancel(call.caller.partnerId, id) }
    })
  }

  const redact: PartnerOperation = {
    ...writes,
    id: "redactInvoice",
    repeatable: true,
    path: `${path}/{id}/redact`,
    summary: "Erase the personal data of an invoice; a pending one is cancelled first",
    parameters: [prefixedIdParameter(invoiceResource)],
    success: InvoiceView,
    answerExample: {
      status: "cancelled",
      description: null,
      metadata: {},
      redirectUrl: null,
      cancelUrl: null,
      redactedAt: "2026-01-15T12:00:00.000Z"
    },
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      return { fields: yield* invoices.redact(call.caller.partnerId, id) }
    })
  }

  return [create, list, get, history, cancel, redact]
})
