import { DocumentRefused, KycUploads } from "@quittance/core"
import {
  type DocumentChoice,
  decodeDocumentChoice,
  documentBytesMax,
  nextStep,
  type OpenedKycSession,
  WallClock
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { RateLimits } from "../access/RateLimits.ts"
import type { ApiRequest } from "../message/ApiMessage.ts"
import { giveBack } from "../message/giveBack.ts"
import { readMultipart } from "../message/MultipartBody.ts"
import { saidOfDocument } from "../pages/documentChoice.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import { makeDocumentRoom } from "../room/uploadRoom.ts"
import { visitingRequest } from "../room/Visit.ts"
import { isFormOf } from "./VerificationStanding.ts"

/** Accepts a form of the verification page for a step. */
export type TakeUpload = (
  request: ApiRequest,
  session: OpenedKycSession,
  step: string,
  /** Is told what the form says of the document, whatever becomes of the file. */
  said: (choice: DocumentChoice) => void
) => Effect.Effect<OpenedKycSession, ApiFailure>

/**
 * Everything that can be checked without the file is checked before any of it is read: that the form is for
 * the current step, the session's rate, and free space. Of the form's fields what is said of the document counts; its
 * data about the file, such as its name, is ignored.
 */
export const makeTakeUpload = Effect.fnUntraced(function* (rateLimits: RateLimits, access: Access) {
  const uploads = yield* KycUploads
  const wallClock = yield* WallClock
  const room = yield* makeDocumentRoom()

  const take: TakeUpload = Effect.fnUntraced(function* (request, session, step, said) {
    const { id, partnerId, token } = session.order
    const expected = nextStep(session)
    if (expected === undefined || !isFormOf(request, session, step))
      return yield* new ApiRefusal({
        code: "invalid_state",
        message: "this form is not for the requested step"
      })
    yield* rateLimits.spendUpload(id, yield* wallClock.now)
    const holders = { ...access.visitorOf(request), link: id, partner: partnerId }
    return yield* room.visit(holders, (visit) =>
      Effect.gen(function* () {
        const form = visitingRequest(request, visit)
        const { fields, file } = yield* readMultipart(form, { fileBytesMax: documentBytesMax })
        const given = expected === "document" ? saidOfDocument(fields) : undefined
        const choice = given && (yield* Effect.fromResult(decodeDocumentChoice(given)))
        if (choice !== undefined) said(choice)
        if (file === undefined) return yield* new DocumentRefused({ fault: "empty" })
        return yield* uploads.submit(token, expected, file, choice).pipe(
          // What is stored of an accepted file may be the file itself; of these nothing was.
          Effect.tapErrorTag(["DocumentRefused", "PicturesUnavailable"], () =>
            Effect.sync(() => giveBack(file))
          )
        )
      })
    )
  })
  return take
})
