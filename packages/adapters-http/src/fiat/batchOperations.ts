import { Batches, batchCreatedView, batchFileBytesMax, batchView, Settings } from "@quittance/core"
import { Effect, Option } from "effect"
import { readMultipart } from "../message/MultipartBody.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { ruleRefusalOf } from "../refusal/refusalOf.ts"
import { makeBatchRoom } from "../room/uploadRoom.ts"
import { visitingRequest } from "../room/Visit.ts"
import type { Operation } from "../routing/Operation.ts"
import { batchResource, prefixedId, prefixedIdParameter } from "../routing/prefixedId.ts"
import { BatchCreated, BatchForm, BatchRecord, batchFieldsOf, isAffirmed } from "./batchSchemas.ts"

const path = "/api/v1/batch/invoices"
const common = { group: "Invoice batches", access: "secret", request: undefined } as const

const fileMissing = new ApiRefusal({
  code: "invalid_request",
  message: "the form must have a CSV file as its part file; there is none, or an empty one"
})

/** Files of fiat invoices: import, read. */
export const makeBatchOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const batches = yield* Batches
  const room = yield* makeBatchRoom()

  const create: Operation = {
    ...common,
    id: "createInvoiceBatch",
    method: "POST",
    path,
    summary: "Issue an invoice for every row of a CSV file that is right",
    scope: "payments:write",
    rate: "batches",
    parameters: [],
    form: BatchForm,
    recordStatus: 201,
    success: BatchCreated,
    errors: ["validation_failed"],
    handle: ({ caller, request }) =>
      room.visit({ partner: caller.partnerId }, (visit) =>
        Effect.gen(function* () {
          const form = yield* readMultipart(visitingRequest(request, visit), {
            fileBytesMax: batchFileBytesMax
          })
          if (form.file === undefined) return yield* fileMissing
          const fields = yield* Effect.fromResult(batchFieldsOf(Object.fromEntries(form.fields)))
          const imported = yield* batches
            .import(caller.partnerId, {
              file: form.file,
              sendEmails: isAffirmed(fields.sendEmails) ? "send" : "none",
              defaultCurrency: Option.fromUndefinedOr(fields.defaultCurrency),
              defaultRedirectUrl: Option.fromUndefinedOr(fields.defaultRedirectUrl)
            })
            .pipe(Effect.mapError(ruleRefusalOf))
          return { fields: batchCreatedView(imported, settings.publicUrl) }
        })
      )
  }

  const get: Operation = {
    ...common,
    id: "getInvoiceBatch",
    method: "GET",
    path: `${path}/{batchId}`,
    summary: "Read what became of a batch",
    scope: "payments:read",
    rate: "reads",
    parameters: [prefixedIdParameter(batchResource)],
    recordStatus: 200,
    success: BatchRecord,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, batchResource)
      const { batch, tally } = yield* batches.get(call.caller.partnerId, id)
      return { fields: batchView(batch, tally) }
    })
  }

  return [create, get]
})
