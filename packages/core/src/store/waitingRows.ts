import { Option } from "effect"
import { integerIn, textIn } from "../kernel/concept/cells.ts"
import type { Row } from "../kernel/concept/columns.ts"
import type { JobKind } from "../kernel/ports/Job.ts"
import { type OpenPayoutStep, openPayoutSteps, type Waiting } from "./WaitingWork.ts"

/** What waits as databases return it: rows with `count` and, if there is one, `oldest_at`. */

/** From rows by `state`. */
export const waitingPayoutsOf = (rows: ReadonlyArray<Row>): ReadonlyMap<OpenPayoutStep, Waiting> =>
  new Map(
    openPayoutSteps.flatMap((step) =>
      rows.filter((row) => row.state === step).map((row) => [step, waitingOf(row)] as const)
    )
  )

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
