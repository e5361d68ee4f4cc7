import { Settings } from "@quittance/core"
import {
  firstOf,
  type Partner,
  partner as partnerConcept,
  payout,
  payoutList,
  payoutStatus,
  type RecordedPayout,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { filterIn, listJson, pageIn, partnerIn, printPlace } from "./listInput.ts"
import { newestOf } from "./newestOf.ts"
import { onStore } from "./onStore.ts"
import { amountOf, nextAttemptOf } from "./payoutWords.ts"
import { optional, printJson, printLine, printTable } from "./print.ts"
import { shortened } from "./shortened.ts"
import { timeFromNow, timeText } from "./timeText.ts"

/** `quittance payouts list`: reads only; payouts of one partner or of all, the newest first. */
export const run: RunCommand = (input) => {
  const page = pageIn(input)
  const filter = filterIn(input, payoutList)
  const list = Effect.gen(function* () {
    const only = yield* partnerIn(input)
    const settings = yield* Settings
    const found = yield* newestOf(payoutList, only, filter, page)
    if (input.has("--json")) {
      const view = (each: RecordedPayout) => payoutList.shown(each, settings, found.asOf)
      const { items, pagination } = listJson(found, page, only, view)
      printJson({ payouts: items, pagination })
      return 0
    }
    if (found.items.length === 0 && !found.total) {
      printLine("There are none.")
      return 0
    }
    if (found.items.length > 0)
      yield* printPayouts(found.items.map(({ item, partner }) => ({ item, partnerName: partner.name })))
    printPlace(found, page)
    if (filter.status === undefined || filter.status === "PENDING") yield* printOldest(only, found.asOf)
    return 0
  })
  return onStore(readServicesLayer, list)
}

/** The whole error is told by `payouts show`. */
const errorMax = 60

interface Named {
  readonly item: RecordedPayout
  readonly partnerName: string
}

/** A table of payouts, with what happens next to each. */
export const printPayouts = Effect.fnUntraced(function* (payouts: ReadonlyArray<Named>) {
  printTable(
    [
      "ID",
      "PARTNER",
      "CREATED (UTC)",
      "AMOUNT",
      "NETWORK",
      "STATUS",
      "STEP",
      "ATTEMPTS",
      "NEXT (UTC)",
      "ERROR"
    ],
    yield* Effect.forEach(payouts, rowOf),
    ["AMOUNT", "ATTEMPTS"]
  )
})

const rowOf = Effect.fnUntraced(function* ({ item, partnerName }: Named) {
  const status = payoutStatus(item)
  const next = status === "PENDING" ? yield* nextAttemptOf(item) : Option.none()
  return [
    item.order.id,
    partnerName,
    timeText(item.order.createdAt),
    amountOf(item),
    item.order.network,
    status,
    item._tag,
    String(item.attempts),
    optional(next, timeText),
    optional(item.error, (error) => shortened(error, errorMax))
  ]
})

/** What is stuck is old, and would be on the last page. */
const printOldest = Effect.fnUntraced(function* (only: Partner | undefined, now: number) {
  const states = yield* StateReader
  const owners = only === undefined ? states.all(partnerConcept) : Stream.make(only)
  const oldest = yield* Stream.runFold(
    Stream.mapEffect(owners, ({ id }) =>
      firstOf(states.indexed(payout, "by_status", { equal: [id, "PENDING"], limit: 1 }))
    ),
    () => Option.none<RecordedPayout>(),
    (least, found) =>
      Option.isSome(found) &&
      !Option.exists(least, ({ order }) => order.createdAt <= found.value.state.order.createdAt)
        ? Option.some(found.value.state)
        : least
  )
  if (Option.isNone(oldest)) return
  const { createdAt, id } = oldest.value.order
  printLine(
    `\nThe oldest that waits is of ${timeFromNow(createdAt, now)}.\nquittance payouts show ${id} tells what it waits for.`
  )
})
