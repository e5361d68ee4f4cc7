import { assert, describe } from "@effect/vitest"
import { batchJobs, type CounterChange, type Grain } from "@quittance/core/adapter"
import { lived, type Names } from "./livedInvoices.ts"
import { noticing, removeFrom, type Tamper } from "./tampering.ts"

/** Changes one kept sum, of which there may be several like it. */
const changeSum =
  (grain: Grain | "batch", change: (sum: CounterChange) => CounterChange | undefined): Tamper<Names> =>
  (state) => {
    for (const [key, kept] of state.counters) {
      const sum = kept.grain === grain ? change(kept.sum) : undefined
      if (sum === undefined) continue
      state.counters.set(key, { grain, sum })
      return
    }
    assert.fail("there is nothing to tamper with")
  }

const figuresChanged = (grain: Grain): Tamper<Names> =>
  changeSum(grain, (sum) =>
    sum._tag === "Invoices" ? { ...sum, change: { ...sum.change, paid: sum.change.paid + 1 } } : undefined
  )

describe("the audit of roll-ups", () =>
  noticing(lived, {
    "figures of a quarter of an hour are changed": [
      figuresChanged("quarter"),
      /^the roll-up of prt_\w+ in EUR for the quarter 2026-01-01T00:00:00.000Z keeps 3 created, 3 paid, .* 3000 minor units; the records add up to 3 created, 2 paid, /
    ],
    "figures of an hour are changed": [
      figuresChanged("hour"),
      /^the roll-up of prt_\w+ in EUR for the hour 2026-01-01T00:00:00.000Z keeps 3 created, 3 paid, /
    ],
    "figures of a day are changed": [
      figuresChanged("day"),
      /^the roll-up of prt_\w+ in EUR for the day 2026-01-01T00:00:00.000Z keeps 3 created, 3 paid, /
    ],
    "figures of a bank are changed": [
      changeSum("day", (sum) => (sum._tag === "Bank" ? { ...sum, paidMinor: 1n } : undefined)),
      /^the roll-up of prt_\w+ in EUR and bank "Steppe Bank" for the day .* keeps 2 paid, 1 minor units; the records add up to 2 paid, 3000 /
    ],
    "figures are moved to another bucket": [
      changeSum("hour", (sum) =>
        sum._tag === "Invoices" ? { ...sum, createdAt: sum.createdAt + 3_600_000 } : undefined
      ),
      /hour 2026-01-01T01:00:00.000Z keeps 3 created, .*; the records add up to nothing$/
    ],
    "figures are removed": [
      (state) => state.counters.clear(),
      /^the roll-up of prt_\w+ in RUB for the day .* is not kept; the records add up to 2 created, 0 paid, /
    ],
    "a batch's paid figures are changed": [
      changeSum("batch", (sum) => (sum._tag === "Batch" ? { ...sum, paid: 1 } : undefined)),
      /^the tally of batch bat_\w+ of partner prt_\w+ keeps 1 paid, .*; the records add up to 0 paid, /
    ],
    "an unsent e-mail is not counted": [
      changeSum("batch", (sum) => (sum._tag === "Batch" ? { ...sum, mailsUnsent: 0 } : undefined)),
      /^the tally of batch bat_\w+ of partner prt_\w+ keeps .* 0 e-mails unsent; the records add up to .* 1 e-mails unsent$/
    ],
    "the job of an unsent e-mail is removed": [
      (state) => removeFrom(state.jobs, ({ kind }) => kind === batchJobs.mail),
      /^the tally of batch bat_\w+ of partner prt_\w+ keeps .* 1 e-mails unsent; the records add up to nothing$/
    ]
  }))
