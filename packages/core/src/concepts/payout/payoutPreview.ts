import { Clock, Effect, Option } from "effect"
import { Actor } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import { LedgerReader } from "../../kernel/ports/LedgerReader.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import { SearchReader } from "../../kernel/search/SearchReader.ts"
import { Rosters } from "../roster/Rosters.ts"
import { bookEntry } from "../roster/requirementOf.ts"
import { eligibleCount } from "../roster/rosterPeople.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { networkLabel, Settings } from "../settings/Settings.ts"
import { type PayoutOrder, payoutStatus, type RecordedPayout, totalMinor } from "./PayoutRecord.ts"
import type { PayoutView } from "./PayoutView.ts"
import { makePayoutChecks, readPayoutRequest } from "./payoutAsked.ts"
import { createdByOf, makePayoutNeeds } from "./payoutNeeds.ts"
import { payoutSearch } from "./payoutSearch.ts"

/** What a payout would be, if it were created now. Amounts are in `currency`. */
export interface PayoutPreviewView
  extends Pick<
    PayoutView,
    "address" | "amount" | "currency" | "fee" | "network" | "networkLabel" | "note" | "total"
  > {
  /** What can be spent now. */
  readonly available: number
  /** Whether the address is in the address book and holds there, was paid before, or neither. */
  readonly known: "book" | "paid" | "new"
  /** What the address book says of it. */
  readonly label: string | null
  /** What it would wait for; null if it would be sent at once. */
  readonly approval:
    | (Omit<NonNullable<PayoutView["approval"]>, "given"> & {
        /** How many people may approve it. */
        readonly eligible: number
      })
    | null
}

/** A search gives items of its kinds only. */
const kinds = [payoutSearch as unknown as Searched<unknown, SoughtValue>]

const isPaid = (found: RecordedPayout, { network }: Pick<PayoutOrder, "network">): boolean =>
  found.order.network === network && payoutStatus(found) === "COMPLETED"

const soughtAddress = (address: string): SoughtValue => ({
  texts: [],
  ids: [],
  addresses: [address],
  addressKeys: [],
  hashes: [],
  transferFolders: []
})

/** Shows a payout before it is created, by whoever acts, and refuses what its creation would. It writes nothing. */
export const makePayoutPreview = Effect.gen(function* () {
  const checks = yield* makePayoutChecks
  const needs = yield* makePayoutNeeds
  const ledger = yield* LedgerReader
  const rosters = yield* Rosters
  const search = yield* SearchReader
  const settings = yield* Settings

  return Effect.fn("Payouts.preview")(function* (partnerId: PartnerId, input: unknown) {
    const { order } = yield* checks.asked(partnerId, yield* readPayoutRequest(input))
    const at = yield* Clock.currentTimeMillis
    const { address, currency, network, note } = order
    const { available } = yield* ledger.balances(partnerId, currency)
    if (available < totalMinor(order)) return yield* checks.uncovered(order)
    const { approval } = yield* needs({ ...order, createdAt: at, createdBy: createdByOf(yield* Actor) })
    const { state: roster } = yield* rosters.get(partnerId)
    const entry = bookEntry(roster, { ...order, at })
    const found = yield* search.find(partnerId, kinds, soughtAddress(address))
    const wasPaid = found.some(({ items }) => items.some((each) => isPaid(each as RecordedPayout, order)))
    const view: PayoutPreviewView = {
      amount: amountView(order.amountMinor, currency),
      fee: amountView(order.feeMinor, currency),
      total: amountView(totalMinor(order), currency),
      available: amountView(available, currency),
      ...{ address, currency, network },
      networkLabel: networkLabel(settings, network),
      note: Option.getOrNull(note),
      known: entry !== undefined ? "book" : wasPaid ? "paid" : "new",
      label: entry?.label ?? null,
      approval: Option.getOrNull(
        Option.map(approval, ({ expiresAt, makers, needed, reasons }) => ({
          ...{ needed, reasons, expiresAt: instantView(expiresAt) },
          eligible: eligibleCount(roster, at, makers)
        }))
      )
    }
    return view
  })
})
