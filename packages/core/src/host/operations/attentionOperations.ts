import { Effect } from "effect"
import { bankPayment } from "../../concepts/bankPayment/BankPayment.ts"
import { payout } from "../../concepts/payout/PayoutRecord.ts"
import { statementEntry } from "../../concepts/statementEntry/StatementEntryRecord.ts"
import { webhookEndpoint } from "../../concepts/webhook/WebhookEndpoint.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** One that waits for somebody, and since when. */
export interface WaitingOne {
  readonly partnerId: PartnerId
  readonly id: string
  readonly since: Instant
}

/** More are not looked at: whoever has so many begins with these. */
const waitingMax = 1000

type Order = { readonly id: string; readonly partnerId: PartnerId }
type Held = Versioned<{ readonly order: Order; readonly updatedAt: Instant }>

const waitingOf = (found: ReadonlyArray<Held>): ReadonlyArray<WaitingOne> =>
  found.map(({ state: { order, updatedAt } }) => ({
    ...{ id: order.id, partnerId: order.partnerId },
    since: updatedAt
  }))

/** What waits for people and is in no list of theirs; at most 1000 of a kind. */
export const makeAttentionOperations = Effect.gen(function* () {
  const states = yield* StateReader
  // Since they were asked for: a look-up changes a payout, and is no news.
  const payouts = (index: "unknown" | "awaiting", equal: ReadonlyArray<string>) =>
    Effect.map(
      states.indexed(payout, index, { equal, limit: waitingMax }),
      (found): ReadonlyArray<WaitingOne> =>
        statesOf(found).map(({ order: { createdAt, id, partnerId } }) => ({
          partnerId,
          id,
          since: createdAt
        }))
    )
  const unknownPayouts = (equal: ReadonlyArray<string>) => payouts("unknown", equal)
  const awaitingPayouts = payouts("awaiting", [])
  const unresolvedMoney = Effect.map(states.indexed(bankPayment, "unresolved", { equal: [] }), waitingOf)
  const unresolvedEntries = Effect.map(
    states.indexed(statementEntry, "unresolved", { equal: [], limit: waitingMax }),
    (found) =>
      statesOf(found)
        // What a bank payment holds waits there, for its partner too.
        .filter(({ _tag }) => _tag === "unresolved")
        .map(({ order: { createdAt, id } }): WaitingOne => ({ partnerId: "", id, since: createdAt }))
  )
  const disabledWebhooks = Effect.forEach(["gone", "failing"], (cause) =>
    states.indexed(webhookEndpoint, "disabled", { equal: [cause], limit: waitingMax })
  )

  return {
    attention: {
      ofPartner: {
        unknownPayouts: (partnerId: string) => unknownPayouts([partnerId]),
        unresolvedMoney: (partnerId: string) =>
          Effect.map(
            unresolvedMoney,
            (all): ReadonlyArray<WaitingOne> => all.filter((each) => each.partnerId === partnerId)
          )
      },
      ofAll: {
        unknownPayouts: () => unknownPayouts([]),
        awaitingPayouts: () => awaitingPayouts,
        /** Money that waits in statements is of no partner: it comes last, and its partner is empty. */
        unresolvedMoney: () =>
          Effect.map(
            Effect.all([unresolvedMoney, unresolvedEntries]),
            (all): ReadonlyArray<WaitingOne> => all.flat()
          ),
        disabledWebhooks: () => Effect.map(disabledWebhooks, (found) => waitingOf(found.flat()))
      }
    }
  }
})
