import type { KycReviewView } from "@quittance/core"
import type { OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ShownInstant } from "../../look/instant.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"

/** One that waits. */
export interface Waits {
  /** By default of whom the page is: a partner's, or the deployment's. */
  readonly partnerId?: string
  readonly since: ShownInstant | null
  /** In place of the words of its condition. */
  readonly said?: string
  /** In place of where its condition is mended; `null` for what is mended outside of the console. */
  readonly mendedAt?: OperationName | null
}

type Read = (seen: Seen) => Effect.Effect<ReadonlyArray<Waits>, ScreenFailure>

/** Something that needs somebody as long as it is so: it is read anew each time, and nothing of it is stored. */
export interface Condition {
  readonly name: keyof Words["attention"]["conditions"]
  /** Where it is mended: the screen of this operation. */
  readonly mendedAt: OperationName | null
  /** Of one partner, for whoever may call the operation there. */
  readonly ofPartner?: readonly [operation: OperationName, read: Read]
  /** Of all partners, or of the deployment, for operators. */
  readonly ofAll?: Read
}

/** Where each reason of `/readyz` is mended. The store, its processes and receivers are mended elsewhere. */
const mendedAt: { readonly [code: string]: OperationName } = {
  hold: "hold.get",
  ...{ money: "networks.list", gas: "networks.list", limit: "networks.list", node: "networks.list" },
  processor: "payouts.open"
}

const reasons: Read = ({ deployment, partner }) =>
  Effect.map(deployment?.reasons ?? Effect.succeed([]), (found) =>
    found
      // A hold has a condition of its own, for operators.
      .filter(({ code, isForOperators }) => (partner.id === "" ? code !== "hold" : !isForOperators))
      .map(({ code, message }) => ({
        ...{ since: null, said: sentence(message) },
        mendedAt: (partner.id === "" && mendedAt[code]) || null
      }))
  )

const reviews = (all: ReadonlyArray<KycReviewView>): ReadonlyArray<Waits> =>
  all.map(({ partnerId, waitingSince }) => ({ partnerId, since: waitingSince }))

const sentences = (found: Effect.Effect<ReadonlyArray<string>> = Effect.succeed([])) =>
  Effect.map(found, (all) => all.map((said): Waits => ({ since: null, said: sentence(said) })))

/** What may need somebody, the most pressing first. */
export const conditions: ReadonlyArray<Condition> = [
  {
    ...{ name: "hold", mendedAt: "hold.get" },
    ofAll: ({ operations }) =>
      Effect.map(operations.hold.get(), (hold) => (hold === null ? [] : [{ since: hold.since }]))
  },
  { ...{ name: "reasons", mendedAt: null }, ofPartner: ["payouts.list", reasons], ofAll: reasons },
  {
    ...{ name: "books", mendedAt: "books.get" },
    ofAll: ({ operations }) =>
      operations.books.get().pipe(
        Effect.map(({ last }) =>
          Array.from({ length: last?.faultCount ?? 0 }, () => ({ since: last?.endedAt ?? null }))
        ),
        // A host without one, or a file that cannot be read: the page of the books says so.
        Effect.catchTags({
          ProviderMissing: () => Effect.succeed([]),
          BooksUnavailable: () => Effect.succeed([])
        })
      )
  },
  {
    ...{ name: "unknownPayouts", mendedAt: "payouts.list" },
    ofPartner: [
      "attention.ofPartner.unknownPayouts",
      ({ operations, partner }) => operations.attention.ofPartner.unknownPayouts(partner.id)
    ],
    ofAll: ({ operations }) => operations.attention.ofAll.unknownPayouts()
  },
  {
    ...{ name: "approvals", mendedAt: "payouts.awaiting" },
    ofPartner: [
      "payouts.approve",
      // Those on which whoever looks has a say.
      ({ operations, partner }) =>
        Effect.map(operations.payouts.awaiting(partner.id), ({ items }) =>
          items
            .filter(({ standing }) => standing.say === "open")
            .map(({ createdAt }) => ({ since: createdAt }))
        )
    ],
    ofAll: ({ operations }) => operations.attention.ofAll.awaitingPayouts()
  },
  {
    ...{ name: "unresolvedMoney", mendedAt: "invoices.list" },
    ofPartner: [
      "attention.ofPartner.unresolvedMoney",
      ({ operations, partner }) => operations.attention.ofPartner.unresolvedMoney(partner.id)
    ],
    ofAll: ({ operations }) =>
      Effect.map(operations.attention.ofAll.unresolvedMoney(), (all) =>
        all.map((each): Waits => ({ ...each, mendedAt: "statements.unresolved" }))
      )
  },
  {
    ...{ name: "kycReviews", mendedAt: "kyc.review.waiting" },
    ofPartner: [
      "kyc.review.waiting",
      ({ operations, partner }) => Effect.map(operations.kyc.review.waiting(partner.id), reviews)
    ],
    ofAll: ({ operations }) => Effect.map(operations.kyc.review.list(), reviews)
  },
  {
    ...{ name: "disabledWebhooks", mendedAt: "webhooks.list" },
    ofPartner: [
      "webhooks.list",
      ({ operations, partner }) =>
        Effect.map(operations.webhooks.list(partner.id), (all) =>
          all
            .filter(({ disabledReason }) => disabledReason !== null && disabledReason !== "partner")
            .map(({ updatedAt }) => ({ since: updatedAt }))
        )
    ],
    ofAll: ({ operations }) => operations.attention.ofAll.disabledWebhooks()
  },
  { ...{ name: "backups", mendedAt: null }, ofAll: ({ deployment }) => sentences(deployment?.backupFaults) },
  {
    ...{ name: "subscribers", mendedAt: null },
    ofAll: ({ deployment }) => sentences(deployment?.subscriberFaults)
  }
]
