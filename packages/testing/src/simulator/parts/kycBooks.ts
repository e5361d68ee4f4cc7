import {
  blobIdsOf,
  isEnded,
  type KycOrder,
  type OpenedKycSession,
  WebhookReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Wish } from "../Request.ts"
import type { Run } from "../Run.ts"
import type { KycLaws } from "./KycLaws.ts"

/** KYC sessions when all is settled: what is kept of them, and of what they were told. */

const folderOf = ({ order }: OpenedKycSession) => ({ partnerId: order.partnerId, ownerId: order.id })

/** Every session has ended, and its folder holds its documents and nothing else: of a redacted one not even a key. */
export const checkKeptDocuments = (run: Run, laws: KycLaws): void => {
  const { shelf } = run.outside
  for (const session of laws.sessions) {
    const { documents, order, redactedAt } = session
    const folder = folderOf(session)
    const own = documents.flatMap(blobIdsOf).toSorted()
    const lie = shelf.ids(folder)
    if (!isEnded(session)) run.say(`KYC session ${order.id} is still ${session._tag}`)
    if (lie.join() !== own.join()) run.say(`KYC session ${order.id} has [${own}], and there lie [${lie}]`)
    if (own.some((id) => shelf.read(folder, id) === undefined))
      run.say(`KYC session ${order.id} has a document that nobody can read`)
    if (Option.isSome(redactedAt) && shelf.hasKey(folder))
      run.say(`KYC session ${order.id} is redacted, and its key is there`)
  }
}

/** After the time for which they are kept all sessions are redacted, and what was told of them is gone. */
export const checkRedacted = async (
  run: Run,
  laws: KycLaws,
  wishes: ReadonlyArray<Wish<KycOrder>>
): Promise<void> => {
  checkKeptDocuments(run, laws)
  for (const session of laws.sessions) {
    const { id, partnerId } = session.order
    if (Option.isNone(session.redactedAt)) run.say(`KYC session ${id} is kept for too long`)
    if (!isEnded(session)) continue
    const messageIds = await run.look(
      Effect.flatMap(WebhookReader, (reader) => reader.messagesAbout(partnerId, id))
    )
    if (messageIds.length > 0) run.say(`KYC session ${id} is redacted, and ${messageIds} tells of it`)
  }
  for (const { answer, isRefused, name } of wishes) {
    const id = laws.names.get(name)
    if (isRefused && id !== undefined)
      run.say(`KYC session ${id} is there although its partner was told that it is not`)
    if (answer !== undefined && id !== answer.id)
      run.say(`KYC session ${answer.id} was answered and is not there`)
  }
}
