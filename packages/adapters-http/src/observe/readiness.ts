import {
  type ChainHealth,
  type Hold,
  millisPerSecond,
  type OpenPayoutStep,
  type Waiting
} from "@quittance/core/adapter"
import { Option } from "effect"
import type { FoundWaiting } from "./waitingWork.ts"

/** The first two: not ready. */
export const reasonCodes = [
  "storage",
  "workers",
  "hold",
  "money",
  "gas",
  "limit",
  "node",
  "processor",
  "receiver"
] as const

/** Why a deployment is degraded or not ready. */
export interface Reason {
  readonly code: (typeof reasonCodes)[number]
  /** One sentence. */
  readonly message: string
  /** Whether it names nodes, wallets or limits, which concern operators only. */
  readonly isForOperators: boolean
}

/** What was found by one look. What is not known is undefined or none. */
export interface Found {
  /** The fault of the storage. */
  readonly storage: string | undefined
  readonly workers: boolean
  readonly hold: Hold | null
  readonly networks: Readonly<Record<string, ChainHealth>> | null
  readonly waiting: Option.Option<FoundWaiting>
}

/** Why requests cannot be served here; empty if they can. */
export const unready = ({ storage, workers }: Found): ReadonlyArray<Reason> => [
  ...(storage === undefined ? [] : [reason("storage", storage)]),
  ...(workers ? [] : [reason("workers", "the workers do not run in this process")])
]

/** Why payouts, deposits or deliveries have waited for longer than this. */
export const degrading = (
  { hold, networks, waiting }: Found,
  waitMillisMax: number
): ReadonlyArray<Reason> => [
  ...(hold === null ? [] : [reason("hold", `no payout and no deposit address is created. ${hold.reason}`)]),
  ...Object.values(networks ?? {}).flatMap(({ waits = [] }) =>
    waits
      .filter(({ ageMillis, code }) => code === "hold" || ageMillis > waitMillisMax)
      .map(({ code, message }) => ({ code, message, isForOperators: code !== "hold" }))
  ),
  ...Option.match(waiting, {
    onNone: () => [],
    onSome: (found) => [
      // While the store is on hold nobody is asked.
      ...(hold === null ? unprocessed(found, waitMillisMax) : []),
      ...undelivered(found, waitMillisMax)
    ]
  })
]

/** The steps in which a payout waits for an answer from the processing side. */
const unanswered = ["reserved", "submitting", "unknown"] as const satisfies ReadonlyArray<OpenPayoutStep>

const unprocessed = ({ at, payouts }: FoundWaiting, waitMillisMax: number): ReadonlyArray<Reason> => {
  const waits = unanswered.flatMap((step) => payouts.get(step) ?? [])
  const age = Math.max(0, ...waits.map(({ oldestAt }) => at - oldestAt))
  const count = waits.reduce((sum, each) => sum + each.count, 0)
  return age > waitMillisMax
    ? [reason("processor", `${waitText(count, "payout", age)} for an answer from the processing side`)]
    : []
}

const undelivered = ({ at, deliveries }: FoundWaiting, waitMillisMax: number): ReadonlyArray<Reason> =>
  Option.toArray(deliveries)
    .filter(({ oldestAt }: Waiting) => at - oldestAt > waitMillisMax)
    .map(({ count, oldestAt }) =>
      reason("receiver", `${waitText(count, "webhook delivery", at - oldestAt)} for a receiver`)
    )

const plurals = { payout: "payouts", "webhook delivery": "webhook deliveries" } as const

const waitText = (count: number, what: keyof typeof plurals, ageMillis: number): string => {
  const age = ageText(Math.round(ageMillis / millisPerSecond))
  return count === 1
    ? `a ${what} has waited ${age}`
    : `${count} ${plurals[what]} wait, the oldest for ${age},`
}

/** In the unit in which a person would say it. */
const ageText = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} hours`
  return `${Math.floor(seconds / 86_400)} days`
}

const reason = (code: Reason["code"], message: string): Reason => ({ code, message, isForOperators: false })
