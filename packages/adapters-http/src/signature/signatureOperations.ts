import { Operations } from "@quittance/core"
import { signatureImageBytesMax } from "@quittance/core/adapter"
import { Effect } from "effect"
import { visitorAt } from "../access/ClientNetwork.ts"
import { giveBack } from "../message/giveBack.ts"
import { readMultipart } from "../message/MultipartBody.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { makeImageRoom } from "../room/uploadRoom.ts"
import { visitingRequest } from "../room/Visit.ts"
import type { PublicOperation } from "../routing/ApiOperation.ts"
import { SignatureForm, SignatureResult } from "./signatureSchemas.ts"

const fileMissing = new ApiRefusal({
  code: "invalid_request",
  message:
    "the form must have an image as its part file; there is none, or it is empty or has no filename (curl -F file=@FILE sends one)"
})

/** Signature validation: one image in, one verdict out, nothing kept. */
export const makeSignatureOperations = Effect.gen(function* () {
  const { signatures } = yield* Operations
  const room = yield* makeImageRoom()

  const validate: PublicOperation = {
    id: "validateSignature",
    group: "Signature validation",
    method: "POST",
    path: "/api/Signature/validate/upload",
    summary: "Check whether an image shows a genuine handwritten signature",
    caller: "public",
    rate: "signatures",
    resource: "",
    repeatable: true,
    parameters: [],
    request: undefined,
    form: SignatureForm,
    recordStatus: 200,
    success: SignatureResult,
    errors: ["invalid_image", "unsupported_image", "image_too_large"],
    handle: ({ address, noteFields, request }) =>
      room.visit(visitorAt(address), (visit) =>
        Effect.gen(function* () {
          const form = visitingRequest(request, visit)
          const { fields, file } = yield* readMultipart(form, { fileBytesMax: signatureImageBytesMax })
          noteFields(fields.keys())
          if (file === undefined) return yield* fileMissing
          const giveFileBack = Effect.sync(() => giveBack(file))
          // Only after an answer: if the caller gave up, other code may still be using it.
          const verdict = yield* signatures.validate(file).pipe(
            Effect.tap(giveFileBack),
            Effect.tapError(() => giveFileBack)
          )
          return { fields: verdict }
        })
      )
  }

  return [validate]
})
