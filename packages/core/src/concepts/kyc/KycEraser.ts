import { Clock, Effect, Option } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import { type BlobFolder, BlobStore } from "../../kernel/ports/BlobStore.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { millisPerHour } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { Settings } from "../settings/Settings.ts"
import { makeMessageEraser } from "../webhook/MessageEraser.ts"
import { blobIdsOf } from "./KycDocument.ts"
import type { KycOrder } from "./KycSessionRecord.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { isEnded } from "./KycStanding.ts"
import { kycJobs } from "./kycNames.ts"

/** How often the delivery of messages is checked. */
const retryMillis = millisPerHour

export const folderOf = ({ id, partnerId }: KycOrder): BlobFolder => ({ partnerId, ownerId: id })

/**
 * Deletes everything in a session's folder except its documents; for a redacted session everything, the key
 * first.
 */
export const makeFolderEraser = Effect.gen(function* () {
  const blobs = yield* Effect.serviceOption(BlobStore)
  return Effect.fnUntraced(function* ({ documents, order, redactedAt }: OpenedKycSession) {
    if (Option.isNone(blobs)) return
    const folder = folderOf(order)
    if (Option.isSome(redactedAt)) return yield* blobs.value.destroy(folder)
    const own = new Set(documents.flatMap(blobIdsOf))
    for (const id of yield* blobs.value.list(folder)) if (!own.has(id)) yield* blobs.value.remove(folder, id)
  })
})

/**
 * Cleans up after an ended session: orphans of interrupted uploads, and after a redaction the documents with
 * their key, and the webhook messages. Messages still being delivered are erased afterwards.
 */
export const makeKycEraser = Effect.gen(function* () {
  const { sweepMillis } = (yield* Settings).kyc
  const { complete } = yield* makeTransact
  const states = yield* StateReader
  const eraseFolder = yield* makeFolderEraser
  const eraseMessages = yield* makeMessageEraser

  const handler: JobHandler = {
    kind: kycJobs.erase,
    concurrency: 2,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId, subjectId } = job
      const done = { _tag: "Done", job } as const
      const { state: session } = yield* existing(states, kycSession, partnerId, subjectId)
      yield* eraseFolder(session)
      if (!isEnded(session) || Option.isNone(session.redactedAt)) return yield* complete(done)
      const isLeft = yield* eraseMessages(job)
      const now = yield* Clock.currentTimeMillis
      // An upload in progress may have finished after all.
      const sweptAt = session.redactedAt.value + sweepMillis
      const dueAt = isLeft ? Math.max(now + retryMillis, sweptAt) : sweptAt
      yield* complete(isLeft || now < sweptAt ? { _tag: "DueAgain", job, dueAt } : done)
    })
  }
  return handler
})
