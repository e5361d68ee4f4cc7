import { Settings } from "@quittance/core"
import {
  type OpenPayoutStep,
  orNotFound,
  payout,
  payoutList,
  StateReader,
  WaitingWork
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { limitIn } from "./listInput.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printPayouts } from "./payoutsList.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance payouts open`: reads only; payouts without an outcome, the oldest first, because what is stuck is old. */
export const run: RunCommand = (input) => {
  const limit = limitIn(input)
  // The flag's choices are the steps.
  const step = input.text("--step") as OpenPayoutStep | undefined
  const after = input.text("--after")
  const list = Effect.gen(function* () {
    const waiting = yield* WaitingWork
    const settings = yield* Settings
    const now = yield* Clock.currentTimeMillis
    if (after !== undefined) yield* findPayout(after)
    const found = yield* waiting.openPayouts({ after: after ?? "", limit: limit + 1, step })
    const shown = found.slice(0, limit)
    const next = found.length > shown.length ? (shown.at(-1)?.order.id ?? null) : null
    const nameOf = yield* partnerNames(shown.map(({ order }) => order.partnerId))
    if (input.has("--json")) {
      const payouts = shown.map((each) => ({
        partner: nameOf(each.order.partnerId),
        ...payoutList.shown(each, settings, now)
      }))
      printJson({ payouts, nextAfter: next })
      return 0
    }
    if (shown.length === 0) printLine("There are none.")
    else yield* printPayouts(shown.map((item) => ({ item, partnerName: nameOf(item.order.partnerId) })))
    if (next !== null) printLine(`\nThere are more: --after ${next} goes on.`)
    return 0
  })
  return onStore(readServicesLayer, list)
}

/** What was settled meanwhile still has its place; a mistyped id would look like the end of the list. */
const findPayout = Effect.fnUntraced(function* (id: string) {
  const states = yield* StateReader
  yield* Effect.flatMap(states.partnerOf(payout, id), orNotFound(payout.noun, id))
})
