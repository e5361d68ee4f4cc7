import type { KycReviewView, KycSessionView } from "@quittance/core"
import { InvalidCursor, kycStatuses, type OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, id, instant, status, text } from "../../look/Cell.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { standingOf } from "./session.ts"

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

/** What waits for a decision, the longest waiting first: of a partner for its reviewers, of all for operators. */
const queue = (
  { kyc: said }: Words,
  more: Pick<Screen, "scope"> & { readonly operation: OperationName },
  read: (seen: Seen) => Effect.Effect<ReadonlyArray<KycReviewView>, ScreenFailure>
): Screen =>
  listScreen<KycReviewView>({
    ...{ ...more, path: "/kyc", title: said.waiting, tab: said.toDecide },
    columns: [
      { title: said.session, cell: (each) => id(each.id) },
      ...(more.scope === "operator"
        ? [{ title: said.partner, cell: (each: KycReviewView) => id(each.partnerId) }]
        : []),
      { title: said.level, cell: ({ level }) => text(said.levels[level]) },
      { title: said.attempts, cell: ({ attempts }) => count(attempts) },
      { title: said.waitingSince, cell: ({ waitingSince }) => instant(waitingSince) }
    ],
    read: (seen, _, part) => Effect.flatMap(read(seen), (all) => partOf(all, part)),
    link: ({ id, partnerId }, { root }) => `${root}/p/${partnerId}/kyc/${id}`,
    empty: said.nothingWaits
  })

export const partnerQueue = (words: Words): Screen =>
  queue(words, { scope: "partner", operation: "kyc.review.waiting" }, ({ operations, partner }) =>
    operations.kyc.review.waiting(partner.id)
  )

export const operatorQueue = (words: Words): Screen =>
  queue(words, { scope: "operator", operation: "kyc.review.list" }, ({ operations }) =>
    operations.kyc.review.list()
  )

/** A session, and in what words its status is told. */
interface ListedSession extends KycSessionView {
  readonly standing: string
}

/** Those that wait are known to whoever may decide. */
const waitingIn = ({ may, operations, partner }: Seen) =>
  may("kyc.review.waiting")
    ? Effect.map(operations.kyc.review.waiting(partner.id), (all) => new Set(all.map((each) => each.id)))
    : Effect.succeed(new Set<string>())

export const allSessions = (words: Words): Screen =>
  listScreen<ListedSession>({
    ...{ scope: "partner", path: "/kyc/all", operation: "kyc.list" },
    title: words.kyc.all,
    tab: words.kyc.all,
    columns: [
      { title: words.kyc.session, cell: (each) => id(each.id) },
      { title: words.kyc.status, cell: (each) => ({ ...status(each.standing), csv: () => each.status }) },
      { title: words.kyc.level, cell: ({ level }) => text(words.kyc.levels[level]) },
      { title: words.kyc.attempts, cell: ({ attempts }) => count(attempts) },
      { title: words.kyc.created, cell: (each) => instant(each.createdAt) }
    ],
    hasDays: true,
    choices: [{ name: "status", label: words.kyc.status, values: kycStatuses }],
    read: Effect.fnUntraced(function* (seen, chosen, part) {
      const { items, ...rest } = yield* seen.operations.kyc.list(seen.partner.id, chosen, part)
      const waiting = yield* waitingIn(seen)
      return {
        ...rest,
        items: items.map((each) => ({ ...each, standing: standingOf(each, waiting.has(each.id)) }))
      }
    }),
    link: (session, { base }) => `${base}/kyc/${session.id}`,
    empty: words.kyc.none
  })
