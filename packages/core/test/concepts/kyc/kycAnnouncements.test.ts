import { Option } from "effect"
import { assert, describe, it } from "vitest"
import {
  KycSession,
  type KycSessionCommand,
  type KycSessionState
} from "../../../src/concepts/kyc/KycSession.ts"
import { openedKycSession } from "../../../src/concepts/kyc/KycSessionAsOf.ts"
import { kycSessionView } from "../../../src/concepts/kyc/KycSessionView.ts"
import { isEnded } from "../../../src/concepts/kyc/KycStanding.ts"
import { kycAnnouncements } from "../../../src/concepts/kyc/kycAnnouncements.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { answer, createdAt, expiresAt, orderOf, passed, refused, submit } from "./kycSamples.ts"

const publicUrl = "https://pay.example"

const commands = [createdAt + 1, expiresAt].flatMap(
  (at): ReadonlyArray<KycSessionCommand> => [
    submit("document", at),
    submit("selfie", at),
    { _tag: "OpenCheck", at },
    { _tag: "NoteRunning", at },
    { _tag: "LoseAnswer", loss: "unavailable", at },
    ...[1, 2, 3].flatMap((check) => [
      answer(check, passed, at),
      answer(check, refused(["document_expired"]), at),
      answer(check, refused(["suspected_fraud"], "final"), at)
    ]),
    { _tag: "Expire", at },
    { _tag: "Redact", at }
  ]
)

/** Time does not run backwards. */
const inOrder = (state: KycSessionState, command: KycSessionCommand): boolean =>
  state._tag === "absent" || command._tag === "Create" || command.at >= state.updatedAt

const recipient = { endpointId: "whk_1", url: "https://own.example/hook" }

for (const [whose, own] of [
  ["with a URL of its own", Option.some(recipient)],
  ["without one", Option.none()]
] as const) {
  const order = orderOf({ recipient: own })
  const { steps } = explore(KycSession, [{ _tag: "Create", order }, ...commands], show, 8, inOrder)
  const announced = steps.map(({ events, from, to }) => {
    const session = openedKycSession(to)
    return { events, from, session, announcements: kycAnnouncements(events, session, publicUrl) }
  })

  describe(`what is told of a session ${whose}`, () => {
    it("is how it ended, once, when it ends, and nothing else", () => {
      for (const { announcements, from, session } of announced) {
        const ends = isEnded(session) && (from._tag === "absent" || !isEnded(from))
        const type = session._tag === "completed" ? "kyc.completed" : "kyc.failed"
        assert.deepStrictEqual(
          announcements.map((announcement) => announcement.type),
          ends ? [type] : [],
          `${show(from)} → ${show(session)}`
        )
      }
      const ends = new Set(
        announced.flatMap(({ announcements, session }) => announcements.map(() => session._tag))
      )
      assert.sameMembers([...ends], ["completed", "failed", "expired"])
    })

    it("is the session as the API shows it after the step, and why it failed", () => {
      for (const { announcements, session } of announced) {
        for (const { object } of announcements) {
          const reasons = { completed: {}, failed: { reason: "refused" }, expired: { reason: "expired" } }
          assert(session._tag === "completed" || session._tag === "failed" || session._tag === "expired")
          assert.deepStrictEqual(object(), {
            ...kycSessionView(session, publicUrl),
            ...reasons[session._tag]
          })
        }
      }
    })

    it("names an event of the step, and where it goes if the session chose so", () => {
      for (const { announcements, events } of announced) {
        for (const announcement of announcements) {
          assert.isTrue(events.some((event) => event === announcement.event))
          assert.deepStrictEqual(announcement.recipient, Option.getOrUndefined(own))
        }
      }
    })

    it("has nothing personal where a redaction ended it", () => {
      const redacted = announced.filter(({ session }) => Option.isSome(session.redactedAt))
      const news = redacted.flatMap(({ announcements }) => announcements)
      assert.isAbove(news.length, 0)
      for (const { object } of news) assert.notInclude(JSON.stringify(object()), "Jane")
    })
  })
}
