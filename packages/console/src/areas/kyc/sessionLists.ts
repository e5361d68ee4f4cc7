import type { KycReviewView, KycSessionView } from "@quittance/core"
import { kycStatuses } from "@quittance/core/adapter"
import type { Effect } from "effect"
import { count, id, instant, status, text } from "../../look/Cell.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { type Screen, screensOf } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

/** What waits for a decision, the longest waiting first: of a partner for its reviewers, of all for operators. */
const queue = (
  said: Words["kyc"],
  scope: "partner" | "operator",
  read: (seen: Seen) => Effect.Effect<ReadonlyArray<KycReviewView>, ScreenFailure>
): Screen =>
  listScreen<KycReviewView>({
    ...{ scope, path: "/kyc", operation: scope === "partner" ? "kyc.review.waiting" : "kyc.review.list" },
    ...{ ...said.lists.queue, read },
    columns: [
      { title: said.session, cell: (each) => id(each.id) },
      ...(scope === "operator"
        ? [{ title: said.partner, cell: (each: KycReviewView) => id(each.partnerId) }]
        : []),
      { title: said.level, cell: ({ level }) => text(said.levels[level]) },
      { title: said.attempts, cell: ({ attempts }) => count(attempts) },
      { title: said.waitingSince, cell: ({ waitingSince }) => instant(waitingSince) }
    ],
    link: ({ id, partnerId }, { root }) => `${root}/p/${partnerId}/kyc/${id}`
  })

export const partnerSessions = screensOf("kyc", (said) => [
  queue(said, "partner", ({ operations, partner }) => operations.kyc.review.waiting(partner.id)),
  listScreen<KycSessionView>({
    ...{ path: "/kyc/all", operation: "kyc.list", hasDays: true, ...said.lists.all },
    columns: [
      { title: said.session, cell: (each) => id(each.id) },
      { title: said.status, cell: (each) => status(each.status) },
      { title: said.level, cell: ({ level }) => text(said.levels[level]) },
      { title: said.attempts, cell: ({ attempts }) => count(attempts) },
      { title: said.created, cell: (each) => instant(each.createdAt) }
    ],
    choices: [{ name: "status", label: said.status, values: kycStatuses }],
    read: ({ operations, partner }, chosen, part) => operations.kyc.list(partner.id, chosen, part),
    link: ({ id }, { base }) => `${base}/kyc/${id}`
  })
])

export const operatorQueue = screensOf("kyc", (said) => [
  queue(said, "operator", ({ operations }) => operations.kyc.review.list())
])
