import type { KycReviewView, KycSessionView } from "@quittance/core"
import { InvalidCursor, kycStatuses } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, id, instant, status, text } from "../../look/Cell.ts"
import type { Column } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

type Part = { readonly limit: number } & ({ readonly page: number } | { readonly cursor: string })

/** A queue is read whole, and is short: its cursor is how many come before. */
const partOf = (waiting: ReadonlyArray<KycReviewView>, part: Part) => {
  const from = "cursor" in part ? part.cursor : "0"
  if (!/^\d{1,4}$/.test(from)) return Effect.fail(new InvalidCursor({ fault: "malformed" }))
  const to = Number(from) + part.limit
  return Effect.succeed({
    items: waiting.slice(Number(from), to),
    total: waiting.length,
    nextCursor: to < waiting.length ? String(to) : null
  })
}

const waitingColumns = ({ kyc: said }: Words): ReadonlyArray<Column<KycReviewView>> => [
  { title: said.level, cell: ({ level }) => text(said.sessionsOf(level)) },
  { title: said.documents, cell: ({ documents }) => count(documents.length) },
  { title: said.attempts, cell: ({ attempts }) => count(attempts) },
  { title: said.waitingSince, cell: ({ waitingSince }) => instant(waitingSince) }
]

/** What a partner's reviewers have to decide, the longest waiting first. */
export const partnerQueue = (words: Words): Screen =>
  listScreen<KycReviewView>({
    ...{ scope: "partner", path: "/kyc", operation: "kyc.review.waiting" },
    title: words.kyc.waiting,
    tab: words.kyc.toDecide,
    columns: [{ title: words.kyc.session, cell: (each) => id(each.id) }, ...waitingColumns(words)],
    read: ({ operations, partner }, _, part) =>
      Effect.flatMap(operations.kyc.review.waiting(partner.id), (all) => partOf(all, part)),
    link: (session, { base }) => `${base}/kyc/${session.id}`,
    empty: words.kyc.nothingWaits
  })

/** The same of all partners. */
export const operatorQueue = (words: Words): Screen =>
  listScreen<KycReviewView>({
    ...{ scope: "operator", path: "/kyc", operation: "kyc.review.list" },
    title: words.kyc.waiting,
    tab: words.kyc.toDecide,
    columns: [
      { title: words.kyc.session, cell: (each) => id(each.id) },
      { title: words.kyc.partner, cell: (each) => id(each.partnerId) },
      ...waitingColumns(words)
    ],
    read: ({ operations }, _, part) =>
      Effect.flatMap(operations.kyc.review.list(), (all) => partOf(all, part)),
    link: (session, { root }) => `${root}/p/${session.partnerId}/kyc/${session.id}`,
    empty: words.kyc.nothingWaits
  })

export const allSessions = (words: Words): Screen =>
  listScreen<KycSessionView>({
    ...{ scope: "partner", path: "/kyc/all", operation: "kyc.list" },
    title: words.kyc.all,
    tab: words.kyc.all,
    columns: [
      { title: words.kyc.session, cell: (each) => id(each.id) },
      { title: words.kyc.status, cell: (each) => status(each.status) },
      { title: words.kyc.level, cell: ({ level }) => text(words.kyc.sessionsOf(level)) },
      { title: words.kyc.attempts, cell: ({ attempts }) => count(attempts) },
      { title: words.kyc.created, cell: (each) => instant(each.createdAt) }
    ],
    hasDays: true,
    choices: [{ name: "status", label: words.kyc.status, values: kycStatuses }],
    read: ({ operations, partner }, chosen, part) => operations.kyc.list(partner.id, chosen, part),
    link: (session, { base }) => `${base}/kyc/${session.id}`,
    empty: words.kyc.none
  })
