import type { KycReviewView } from "@quittance/core"
import type { OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ShownInstant } from "../../look/instant.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"

/** One that waits. */
export interface Waits {
  /** Empty for what is the deployment's. */
  readonly partnerId: string
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
  /** Of one partner, for whoever may call this operation there. */
  readonly ofPartner?: { readonly operation: OperationName; readonly read: Read }
  /** Of all partners, or of the deployment, for operators. */
  readonly ofAll?: Read
  /** Where it is mended: the screen of this operation. */
  readonly mendedAt: OperationName | null
}

const none: ReadonlyArray<Waits> = []

/** Where each reason of `/readyz` is mended. The store, its processes and receivers are mended elsewhere. */
const mendedAt: { readonly [code: string]: OperationName } = {
  hold: "hold.get",
  ...{ money: "networks.list", gas: "networks.list", limit: "networks.list", node: "networks.list" },
  processor: "payouts.open"
}

const reasons = (seen: Seen, isShown: (reason: { readonly isForOperators: boolean }) => boolean) =>
  Effect.map(seen.deployment?.reasons ?? Effect.succeed([]), (found) =>
    found.flatMap((reason): ReadonlyArray<Waits> => {
      const { code, message } = reason
      // It has a condition of its own, for operators.
      if (!isShown(reason) || (code === "hold" && seen.partner.id === "")) return []
      const at = seen.partner.id === "" ? mendedAt[code] : undefined
      return [{ partnerId: seen.partner.id, since: null, said: sentence(message), mendedAt: at ?? null }]
    })
  )

const checkSince = ({ partnerId, waitingSince }: KycReviewView): Waits => ({
  partnerId,
  since: waitingSince
})

const sentences = (found: Effect.Effect<ReadonlyArray<string>> | undefined) =>
  Effect.map(found ?? Effect.succeed([]), (all) =>
    all.map((said): Waits => ({ partnerId: "", since: null, said: sentence(said) }))
  )

/** What may need somebody, the most pressing first. */
export const conditions: ReadonlyArray<Condition> = [
  {
    name: "hold",
    mendedAt: "hold.get",
    ofAll: ({ operations }) =>
      Effect.map(operations.hold.get(), (hold) =>
        hold === null ? none : [{ partnerId: "", since: hold.since }]
      )
  },
  {
    name: "reasons",
    mendedAt: null,
    ofPartner: {
      operation: "payouts.list",
      read: (seen) => reasons(seen, ({ isForOperators }) => !isForOperators)
    },
    ofAll: (seen) => reasons(seen, () => true)
  },
  {
    name: "books",
    mendedAt: "books.get",
    ofAll: ({ operations }) =>
      operations.books.get().pipe(
        Effect.map(({ last }) =>
          Array.from({ length: last?.faultCount ?? 0 }, () => ({
            partnerId: "",
            since: last?.endedAt ?? null
          }))
        ),
        // A host without one, or a file that cannot be read: the page of the books says so.
        Effect.catchTags({
          ProviderMissing: () => Effect.succeed(none),
          BooksUnavailable: () => Effect.succeed(none)
        })
      )
  },
  {
    name: "unknownPayouts",
    mendedAt: "payouts.list",
    ofPartner: {
      operation: "attention.ofPartner.unknownPayouts",
      read: ({ operations, partner }) => operations.attention.ofPartner.unknownPayouts(partner.id)
    },
    ofAll: ({ operations }) => operations.attention.ofAll.unknownPayouts()
  },
  {
    name: "approvals",
    mendedAt: "payouts.awaiting",
    ofPartner: {
      operation: "payouts.approve",
      // Those on which whoever looks has a say.
      read: ({ operations, partner }) =>
        Effect.map(operations.payouts.awaiting(partner.id), ({ items }) =>
          items.flatMap(
            ({ createdAt, standing }): ReadonlyArray<Waits> =>
              standing.say === "open" ? [{ partnerId: partner.id, since: createdAt }] : []
          )
        )
    },
    ofAll: ({ operations }) => operations.attention.ofAll.awaitingPayouts()
  },
  {
    name: "unresolvedMoney",
    mendedAt: "invoices.list",
    ofPartner: {
      operation: "attention.ofPartner.unresolvedMoney",
      read: ({ operations, partner }) => operations.attention.ofPartner.unresolvedMoney(partner.id)
    },
    ofAll: ({ operations }) =>
      Effect.map(operations.attention.ofAll.unresolvedMoney(), (all) =>
        all.map((each): Waits => ({ ...each, mendedAt: "bankPayments.unresolved" }))
      )
  },
  {
    name: "kycReviews",
    mendedAt: "kyc.review.waiting",
    ofPartner: {
      operation: "kyc.review.waiting",
      read: ({ operations, partner }) =>
        Effect.map(operations.kyc.review.waiting(partner.id), (all) => all.map(checkSince))
    },
    ofAll: ({ operations }) => Effect.map(operations.kyc.review.list(), (all) => all.map(checkSince))
  },
  {
    name: "disabledWebhooks",
    mendedAt: "webhooks.list",
    ofPartner: {
      operation: "webhooks.list",
      read: ({ operations, partner }) =>
        Effect.map(operations.webhooks.list(partner.id), (all) =>
          all.flatMap(
            ({ disabledReason, updatedAt }): ReadonlyArray<Waits> =>
              disabledReason === null || disabledReason === "partner"
                ? []
                : [{ partnerId: partner.id, since: updatedAt }]
          )
        )
    },
    ofAll: ({ operations }) => operations.attention.ofAll.disabledWebhooks()
  },
  {
    name: "backups",
    mendedAt: null,
    ofAll: ({ deployment }) => sentences(deployment?.backupFaults)
  },
  {
    name: "subscribers",
    mendedAt: null,
    ofAll: ({ deployment }) => sentences(deployment?.subscriberFaults)
  }
]
