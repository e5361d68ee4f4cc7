import { Effect, Option } from "effect"
import type { PayoutId, RecordedPayout } from "../concepts/payout/PayoutRecord.ts"
import { integerIn, textIn } from "../kernel/concept/cells.ts"
import type { Row } from "../kernel/concept/columns.ts"
import type { JobKind } from "../kernel/ports/Job.ts"
import { type AskedOpenPayouts, type OpenPayoutStep, openPayoutSteps, type Waiting } from "./WaitingWork.ts"

/** What waits as databases return it: rows with `count` and, if there is one, `oldest_at`. */

/** From rows by `state`. */
export const waitingPayoutsOf = (rows: ReadonlyArray<Row>): ReadonlyMap<OpenPayoutStep, Waiting> =>
  new Map(
    openPayoutSteps.flatMap((step) =>
      rows.filter((row) => row.state === step).map((row) => [step, waitingOf(row)] as const)
    )
  )

/** A payout that has a job; none if it is at no step that is asked for. */
export interface PayoutWithJob {
  readonly id: PayoutId
  readonly payout: Option.Option<RecordedPayout>
}

/** How many jobs are looked at for one step, of which few payouts may be. */
const jobsLookedAt = 2_000

/** `among` reads payouts by their jobs, in the order of ids. */
export const openPayoutsOf = <E>(
  { after, limit, step }: AskedOpenPayouts,
  among: (after: PayoutId, limit: number) => Effect.Effect<ReadonlyArray<PayoutWithJob>, E>
): Effect.Effect<ReadonlyArray<RecordedPayout>, E> =>
  Effect.gen(function* () {
    const looked = step === undefined ? limit : Math.max(limit, jobsLookedAt)
    const found: Array<RecordedPayout> = []
    let last = after
    for (;;) {
      const some = yield* among(last, looked)
      for (const { payout } of some) if (Option.isSome(payout)) found.push(payout.value)
      const end = some.at(-1)
      if (end === undefined || some.length < looked || found.length >= limit) return found.slice(0, limit)
      last = end.id
    }
  })

/** From one row over all. */
export const waitingDeliveriesOf = ([row]: ReadonlyArray<Row>): Option.Option<Waiting> =>
  row === undefined || integerIn(row, "count") === 0 ? Option.none() : Option.some(waitingOf(row))

/** From rows by `kind`. */
export const dueJobsOf = (rows: ReadonlyArray<Row>): ReadonlyMap<JobKind, number> =>
  new Map(
    rows.flatMap((row) => {
      const count = integerIn(row, "count")
      return count === 0 ? [] : [[textIn(row, "kind") as JobKind, count] as const]
    })
  )

const waitingOf = (row: Row): Waiting => ({
  count: integerIn(row, "count"),
  oldestAt: integerIn(row, "oldest_at")
})
