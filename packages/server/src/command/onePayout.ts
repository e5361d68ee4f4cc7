import { networkLabel, Operations, Settings } from "@quittance/core"
import {
  amountText,
  approvalsOf,
  chainSetup,
  chainSetupId,
  type GivenApproval,
  type PayoutApproval,
  payout,
  payoutDetailView,
  payoutStatus,
  type RecordedPayout,
  StateReader,
  StoreHold,
  totalMinor
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer, servicesLayer } from "../start/services.ts"
import { foundById } from "./foundById.ts"
import { onStore } from "./onStore.ts"
import { adviceOn, amountOf, nextAttemptOf, stepWords } from "./payoutWords.ts"
import { optional, printFacts, printJson, printLine, printLines, printTable } from "./print.ts"
import { timeFromNow, timeText } from "./timeText.ts"

/** `quittance payouts show`: reads only; one payout, its calls, and what to do if it is stuck. */
export const showPayout: RunCommand = (input) => {
  let acting: ReadonlyArray<string> = []
  const show = Effect.gen(function* () {
    const { owner, state } = yield* foundById(payout, input)
    const label = networkLabel(yield* Settings, state.order.network)
    if (input.has("--json")) {
      printJson(payoutDetailView(state, label))
      return 0
    }
    const nextAttemptAt = payoutStatus(state) === "PENDING" ? yield* nextAttemptOf(state) : Option.none()
    const hold = yield* Effect.flatMap(StoreHold, ({ current }) => current)
    const now = yield* Clock.currentTimeMillis
    printFacts(factsOf(state, { owner, label, nextAttemptAt, now }))
    printCalls(state)
    const isActing = acting.includes(state.order.network)
    const states = yield* StateReader
    const { network } = state.order
    const setup = Option.map(
      yield* states.get(chainSetup, network, chainSetupId(network)),
      (found) => found.state
    )
    const advice = adviceOn(state, { now, nextAttemptAt, hold, isActing, setup })
    if (advice.length > 0) printLines(["", ...advice])
    return 0
  })
  return onStore(readServicesLayer, show, {
    check: ({ chains }) => {
      acting = chains.map(({ network }) => network.name)
    }
  })
}

interface Facts {
  readonly owner: string
  readonly label: string
  readonly nextAttemptAt: Option.Option<number>
  readonly now: number
}

const factsOf = (
  state: RecordedPayout,
  { label, nextAttemptAt, now, owner }: Facts
): ReadonlyArray<readonly [string, string]> => {
  const { _tag, attempts, error, order, processingId, updatedAt } = state
  const total = amountText(totalMinor(order), order.currency)
  return [
    ["Id", order.id],
    ["Partner", owner],
    ["Status", payoutStatus(state)],
    ["Step", `${_tag}: ${stepWords[_tag]}`],
    ["Amount", `${amountOf(state)}, with the fee ${total}`],
    ["To", `${order.address} on ${label}`],
    ["Created", timeFromNow(order.createdAt, now)],
    ["Last change", timeFromNow(updatedAt, now)],
    ["Ended", "completedAt" in state ? timeFromNow(state.completedAt, now) : ""],
    ["Attempts", String(attempts)],
    ["Last error", optional(error, String)],
    ["Next attempt", optional(nextAttemptAt, (at) => timeFromNow(at, now))],
    ["Processing id", optional(processingId, String)],
    ["Reference", order.reference],
    ["Idempotency key", order.idempotencyKey],
    ["Note", optional(order.note, String)],
    ["Created by", optional(order.createdBy, String)],
    ["Approvals", optional(order.approval, (approval) => approvalText(approval, approvalsOf(state), now))]
  ]
}

const approvalText = (
  { expiresAt, needed, reasons }: PayoutApproval,
  given: ReadonlyArray<GivenApproval>,
  now: number
): string => {
  const by = given.length === 0 ? "" : ` (${given.map((each) => each.by).join(", ")})`
  return `${given.length} of ${needed}${by}, for ${reasons.join(" and ")}; until ${timeFromNow(expiresAt, now)}`
}

const printCalls = ({ calls }: RecordedPayout): void => {
  if (calls.length === 0) return
  printLine()
  printTable(
    ["CALL", "AT (UTC)", "ANSWER"],
    calls.map(({ answer, at, kind }) => [kind, timeText(at), Option.getOrElse(answer, () => "none known")])
  )
}

/** `quittance payouts resolve`: an operator's decision on an outcome that the processing side does not report. */
export const resolvePayout: RunCommand = (input) => {
  const outcome = input.required("--as") === "completed" ? "completed" : "failed"
  const resolve = Effect.gen(function* () {
    const { payouts } = yield* Operations
    const view = yield* payouts.resolve(input.operand, outcome, input.required("--reason"))
    if (input.has("--json")) printJson(view)
    else {
      printLine(`Payout ${view.id} is ${view.status} (told: ${outcome}).\n`)
      const { owner, state } = yield* foundById(payout, input)
      const label = networkLabel(yield* Settings, state.order.network)
      const now = yield* Clock.currentTimeMillis
      printFacts(factsOf(state, { owner, label, nextAttemptAt: Option.none(), now }))
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), resolve)
}
