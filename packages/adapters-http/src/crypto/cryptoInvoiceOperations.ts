import { CryptoInvoiceView, Networks, Operations, Settings } from "@quittance/core"
import {
  component,
  cryptoInvoiceRequest,
  exampleTexts,
  histories,
  historyViewOf,
  lists
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { readQuery } from "../routing/QueryParameters.ts"
import { idParameter, resourceId } from "./resourceId.ts"

const path = "/api/v2/crypto/invoices"
const common = { group: "Crypto invoices", caller: "partner", proof: "signed" } as const
const success = Schema.Struct({ invoice: CryptoInvoiceView }).annotate(
  component("CryptoInvoiceResponse", "A crypto invoice.")
)

export const makeCryptoInvoiceOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const { offeredFor } = yield* Networks
  const { cryptoInvoices: invoices } = yield* Operations
  const answer = (invoice: CryptoInvoiceView) => ({ fields: { invoice } })

  const create: PartnerOperation = {
    ...common,
    id: "createCryptoInvoice",
    method: "POST",
    path,
    summary: "Create an invoice; the same externalId and fields return the same invoice again",
    scope: "crypto:write",
    parameters: [],
    request: cryptoInvoiceRequest(settings, offeredFor("invoices")),
    success,
    errors: ["unsupported_network", "amount_out_of_range", "idempotency_conflict", "store_on_hold"],
    handle: ({ body, caller }) =>
      Effect.map(invoices.create(caller.partnerId, unchecked(body)), ({ replayed, ...invoice }) => ({
        ...answer(invoice),
        replayed
      }))
  }

  const listed = listOperation({
    ...common,
    id: "findCryptoInvoice",
    path,
    summary: "List invoices, newest first, or find one by the caller's own identifier",
    scope: "crypto:read",
    list: lists.cryptoInvoices,
    named: "invoices",
    item: CryptoInvoiceView,
    kinds: {
      description: "Only invoices on this network.",
      names: settings.networks.map(({ name }) => name),
      as: component("ListedNetwork", "A network of this deployment.")
    },
    errors: ["not_found"],
    read: ({ caller }, filter, page) => invoices.list(caller.partnerId, filter, page)
  })

  const find: PartnerOperation = {
    ...listed,
    findsBy: "externalId",
    parameters: [
      {
        in: "query",
        name: "externalId",
        required: false,
        description:
          "The externalId that an invoice was created with: answers this `invoice`, whatever else is sent.",
        schema: Schema.NonEmptyString.annotate({ examples: [exampleTexts.externalId] })
      },
      ...listed.parameters
    ],
    success: Schema.Union([success, listed.success]),
    handle: Effect.fnUntraced(function* (call) {
      const { caller, request } = call
      const externalId = yield* readQuery(request.query, (query) => {
        const given = query.text("externalId")
        if (given === "") query.refuse("externalId", "required", "must not be empty")
        return given
      })
      if (externalId === undefined) return yield* listed.handle(call)
      return answer(yield* invoices.getByExternalId(caller.partnerId, externalId))
    })
  }

  const get: PartnerOperation = {
    ...common,
    id: "getCryptoInvoice",
    method: "GET",
    path: `${path}/{id}`,
    summary: "Read an invoice",
    scope: "crypto:read",
    parameters: [idParameter("invoice")],
    request: undefined,
    success,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* resourceId(call, "invoice")
      return answer(yield* invoices.get(call.caller.partnerId, id))
    })
  }

  const history: PartnerOperation = {
    ...common,
    id: "getCryptoInvoiceHistory",
    method: "GET",
    path: `${path}/{id}/history`,
    summary: "Read what became of an invoice and its transfers, and who caused it",
    scope: "crypto:read",
    parameters: [idParameter("invoice")],
    request: undefined,
    success: historyViewOf(histories.cryptoInvoice, "CryptoInvoice"),
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* resourceId(call, "invoice")
      return { fields: { ...(yield* invoices.history(call.caller.partnerId, id)) } }
    })
  }

  const cancel: PartnerOperation = {
    ...common,
    id: "cancelCryptoInvoice",
    method: "POST",
    path: `${path}/{id}/cancel`,
    summary: "Cancel an invoice that has no transfer yet",
    scope: "crypto:write",
    parameters: [idParameter("invoice")],
    request: undefined,
    success,
    answerExample: { invoice: { status: "cancelled" } },
    errors: ["not_found", "invalid_state"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* resourceId(call, "invoice")
      return answer(yield* invoices.cancel(call.caller.partnerId, id))
    })
  }

  const redact: PartnerOperation = {
    ...common,
    id: "redactCryptoInvoice",
    repeatable: true,
    method: "POST",
    path: `${path}/{id}/redact`,
    summary:
      "Erase the personal data of an invoice. An invoice without any transfer is cancelled first; one with a transfer on its way is refused",
    scope: "crypto:write",
    parameters: [idParameter("invoice")],
    request: undefined,
    success,
    answerExample: {
      invoice: {
        status: "cancelled",
        successUrl: null,
        cancelUrl: null,
        description: null,
        customerName: null,
        customerEmail: null,
        redactedAt: "2026-01-15T12:00:00.000Z"
      }
    },
    errors: ["not_found", "invalid_state"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* resourceId(call, "invoice")
      return answer(yield* invoices.redact(call.caller.partnerId, id))
    })
  }

  return [create, find, get, history, cancel, redact]
})
