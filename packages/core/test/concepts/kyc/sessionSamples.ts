import { KycSession, type KycSessionCommand } from "../../../src/concepts/kyc/KycSession.ts"
import type { KycOrder, OpenedKycSession } from "../../../src/concepts/kyc/KycSessionRecord.ts"
import { stateAfter } from "../../kernel/machine/lawsOf.ts"
import { answer, createdAt, expiresAt, passed, refused, order as sample, submit } from "./kycSamples.ts"

type Tag = OpenedKycSession["_tag"]

const at = createdAt + 1
const shown = [submit("document"), submit("selfie")]
const opened: ReadonlyArray<KycSessionCommand> = [...shown, { _tag: "OpenCheck", at }]

/** What leads a session of two steps into a state. */
const ways: { readonly [T in Tag]: ReadonlyArray<KycSessionCommand> } = {
  pending: [],
  collecting: [submit("document")],
  submitted: shown,
  opening: opened,
  unknown: [...opened, { _tag: "LoseAnswer", loss: "unavailable", at }],
  checking: [...opened, { _tag: "NoteRunning", at }],
  completed: [...opened, answer(1, passed)],
  failed: [...opened, answer(1, refused(["suspected_fraud"], "final"))],
  expired: [submit("document"), { _tag: "Expire", at: expiresAt }]
}

export const sessionTags = Object.keys(ways) as ReadonlyArray<Tag>

/** A session in that state, with what it showed on its way. */
export const sessionIn = (tag: Tag, order: KycOrder = sample): OpenedKycSession =>
  stateAfter(KycSession, [{ _tag: "Create", order }, ...ways[tag]])
