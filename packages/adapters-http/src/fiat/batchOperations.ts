import { BatchCreatedView, BatchView, Operations } from "@quittance/core"
import { batchFileBytesMax, lists } from "@quittance/core/adapter"
import { Effect } from "effect"
import { readMultipart } from "../message/MultipartBody.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { ruleRefusalOf } from "../refusal/refusalOf.ts"
import { makeBatchRoom } from "../room/uploadRoom.ts"
import { visitingRequest } from "../room/Visit.ts"
import { oncePerKey, type PartnerOperation } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { batchResource, prefixedId, prefixedIdParameter } from "../routing/prefixedId.ts"
import { BatchForm, batchFieldsOf, isAffirmed } from "./batchSchemas.ts"

const path = "/api/v1/batch/invoices"
const common = {
  group: "Invoice batches",
  resource: "batches",
  caller: "partner",
  proof: "secret",
  request: undefined
} as const

const fileMissing = new ApiRefusal({
  code: "invalid_request",
  message:
    "the form must have a CSV file as its part file; there is none, or it is empty or has no filename (curl -F file=@FILE sends one)"
})

/** Imports of CSV files of fiat invoices: import, list, read. */
export const makeBatchOperations = Effect.gen(function* () {
  const { batches } = yield* Operations
  const room = yield* makeBatchRoom()

  const create: PartnerOperation = {
    ...common,
    id: "createInvoiceBatch",
    method: "POST",
    path,
    summary: "Create an invoice for every valid row of a CSV file",
    scope: "payments:write",
    rate: "batches",
    ...oncePerKey,
    parameters: [],
    form: BatchForm,
    recordStatus: 201,
    success: BatchCreatedView,
    answerExample: { errors: [] },
    errors: ["validation_failed"],
    handle: ({ caller, idempotencyKey, noteFields, request }) =>
      room.visit({ partner: caller.partnerId }, (visit) =>
        Effect.gen(function* () {
          const form = yield* readMultipart(visitingRequest(request, visit), {
            fileBytesMax: batchFileBytesMax
          })
          noteFields(form.fields.keys())
          if (form.file === undefined) return yield* fileMissing
          const fields = yield* Effect.fromResult(batchFieldsOf(Object.fromEntries(form.fields)))
          const { sendEmails: asked, ...defaults } = fields
          const sendEmails = isAffirmed(asked) ? "send" : "none"
          const { replayed, ...imported } = yield* batches
            .import(caller.partnerId, { ...defaults, file: form.file, sendEmails }, idempotencyKey)
            .pipe(Effect.mapError(ruleRefusalOf))
          return { fields: imported, replayed }
        })
      )
  }

  const list = listOperation({
    ...common,
    id: "listInvoiceBatches",
    path,
    summary: "List batches, newest first, each with what became of its invoices",
    scope: "payments:read",
    recordStatus: 200,
    list: lists.batches,
    named: "batches",
    item: BatchView,
    read: ({ caller }, filter, page) => batches.list(caller.partnerId, filter, page)
  })

  const get: PartnerOperation = {
    ...common,
    id: "getInvoiceBatch",
    method: "GET",
    path: `${path}/{batchId}`,
    summary: "Read the status of a batch",
    scope: "payments:read",
    parameters: [prefixedIdParameter(batchResource)],
    recordStatus: 200,
    success: BatchView,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, batchResource)
      return { fields: yield* batches.get(call.caller.partnerId, id) }
    })
  }

  return [create, list, get]
})
