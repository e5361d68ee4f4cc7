import {
  FiatCurrency,
  fiatCurrencies,
  type InvoiceFilter,
  Invoices,
  invoiceCreatedView,
  invoiceRequest,
  invoiceStatuses,
  invoiceView,
  type IssuedInvoice,
  Settings
} from "@quittance/core"
import { Effect, Schema } from "effect"
import { headerOf } from "../message/ApiRequest.ts"
import { ruleRefusalOf } from "../refusal/refusalOf.ts"
import { instantParameter } from "../routing/instantParameter.ts"
import type { Operation } from "../routing/Operation.ts"
import { Pagination, pageParameters, paginationOf, readPage } from "../routing/Pagination.ts"
import { invoiceResource, prefixedId, prefixedIdParameter } from "../routing/prefixedId.ts"
import { readQuery } from "../routing/QueryParameters.ts"
import { InvoiceCreated, InvoiceRecord, InvoiceStatus } from "./invoiceSchemas.ts"

const path = "/api/v1/invoices"
const common = { group: "Invoices", access: "secret", request: undefined, recordStatus: 200 } as const
const reads = { ...common, method: "GET", scope: "payments:read", rate: "reads" } as const
const writes = { ...common, method: "POST", scope: "payments:write", rate: "writes" } as const

/** Fiat invoices: issue, list, read, cancel. */
export const makeInvoiceOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const invoices = yield* Invoices
  const view = (invoice: IssuedInvoice) => invoiceView(invoice, settings.publicUrl)

  const create: Operation = {
    ...writes,
    id: "createInvoice",
    path,
    summary: "Issue an invoice",
    parameters: [
      {
        in: "header",
        name: "Idempotency-Key",
        required: false,
        description:
          "1 to 255 printable ASCII characters. The same key and body answer the same invoice again.",
        schema: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255))
      }
    ],
    request: invoiceRequest(settings),
    recordStatus: 201,
    success: InvoiceCreated,
    errors: ["validation_failed", "idempotency_conflict"],
    handle: ({ body, caller, request }) =>
      invoices.create(caller.partnerId, headerOf(request, "idempotency-key"), body).pipe(
        Effect.mapError(ruleRefusalOf),
        Effect.map(({ replayed, value }) => ({
          fields: invoiceCreatedView(value, settings.publicUrl),
          replayed
        }))
      )
  }

  const list: Operation = {
    ...reads,
    id: "listInvoices",
    path,
    summary: "List invoices, newest first",
    parameters: [
      ...pageParameters,
      {
        in: "query",
        name: "status",
        required: false,
        description: "Only invoices of this status.",
        schema: InvoiceStatus
      },
      {
        in: "query",
        name: "currency",
        required: false,
        description: "Only invoices in this currency.",
        schema: FiatCurrency
      },
      instantParameter("from", "Created at this instant or later."),
      instantParameter("to", "Created before this instant.")
    ],
    success: Schema.Struct({ invoices: Schema.Array(InvoiceRecord), pagination: Pagination }),
    errors: [],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const { filter, page } = yield* readQuery(request.query, (query) => {
        const status = query.oneOf("status", invoiceStatuses)
        const currency = query.oneOf("currency", fiatCurrencies)
        const from = query.instant("from")
        const to = query.instant("to")
        const given: InvoiceFilter = {
          ...(status === undefined ? {} : { status }),
          ...(currency === undefined ? {} : { currency }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to })
        }
        return { filter: given, page: readPage(query) }
      })
      const found = yield* invoices.list(caller.partnerId, filter, page)
      return { fields: { invoices: found.items.map(view), pagination: paginationOf(page, found) } }
    })
  }

  const get: Operation = {
    ...reads,
    id: "getInvoice",
    path: `${path}/{id}`,
    summary: "Read an invoice",
    parameters: [prefixedIdParameter(invoiceResource)],
    success: InvoiceRecord,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      return { fields: view(yield* invoices.get(call.caller.partnerId, id)) }
    })
  }

  const cancel: Operation = {
    ...writes,
    id: "cancelInvoice",
    path: `${path}/{id}/cancel`,
    summary: "Cancel an invoice that is pending",
    parameters: [prefixedIdParameter(invoiceResource)],
    success: InvoiceRecord,
    errors: ["not_found", "invalid_state"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      return { fields: view(yield* invoices.cancel(call.caller.partnerId, id)) }
    })
  }

  const redact: Operation = {
    ...writes,
    id: "redactInvoice",
    path: `${path}/{id}/redact`,
    summary: "Erase what is personal in an invoice; one that is pending is cancelled first",
    parameters: [prefixedIdParameter(invoiceResource)],
    success: InvoiceRecord,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      return { fields: view(yield* invoices.redact(call.caller.partnerId, id)) }
    })
  }

  return [create, list, get, cancel, redact]
})
