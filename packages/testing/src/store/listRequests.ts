import {
  type Instant,
  type ListShape,
  millisPerDay,
  millisPerHour,
  millisPerMinute
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { createdAt } from "./InvoiceHistory.ts"
import type { MadeItem } from "./ListSamples.ts"
import { start } from "./StoreSamples.ts"

/** Lives of a list's items, and what may be asked of the list. */

/** The kinds of a list, or some of a list that may have any. */
export const kindsOf = ({
  values = ["tron", "bsc", "x 'y'"]
}: NonNullable<ListShape["kind"]>): ReadonlyArray<string> => values

export interface ItemLife extends MadeItem {
  /** The statuses that it goes through after its creation. */
  readonly fate: ReadonlyArray<string>
}

export const itemLives = ({ kind, status }: ListShape): fc.Arbitrary<ItemLife> =>
  fc.record({
    createdAt: fc.oneof(
      { weight: 2, arbitrary: createdAt },
      // One hour is dense.
      { weight: 1, arbitrary: fc.integer({ min: start, max: start + millisPerHour }) }
    ),
    kind: fc.constantFrom(...(kind === undefined ? [""] : kindsOf(kind).slice(0, 4))),
    lifeMillis: fc.integer({ min: 5 * millisPerMinute, max: 3 * millisPerDay }),
    fate:
      status === undefined ? fc.constant([]) : fc.array(fc.constantFrom(...status.values), { maxLength: 2 })
  })

export interface ListRequest {
  readonly filter: {
    readonly status?: string
    readonly kind?: string
    readonly from?: Instant
    readonly to?: Instant
  }
  readonly limit: number
  /** Where in the list the page lies: 0 is its beginning, what is beyond 1 is past its end. */
  readonly depth: number
  readonly now: Instant
}

/** Every filter, any page of it, at any time; bounds are often the creation of an item. */
export const listRequests = (
  { kind, status }: ListShape,
  created: ReadonlyArray<Instant>
): fc.Arbitrary<ListRequest> => {
  const near = fc
    .tuple(fc.constantFrom(...created), fc.integer({ min: -1, max: 1 }))
    .map(([at, off]) => at + off)
  const bound = fc.oneof(fc.integer({ min: Math.min(...created), max: Math.max(...created) }), near)
  return fc.record({
    filter: fc.record(
      {
        ...(status && { status: fc.constantFrom(...status.values) }),
        ...(kind && { kind: fc.constantFrom(...kindsOf(kind).slice(0, 5)) }),
        from: bound,
        to: bound
      },
      { requiredKeys: [] }
    ) as fc.Arbitrary<ListRequest["filter"]>,
    limit: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(20, 100)),
    depth: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.2, noNaN: true })),
    now: fc.oneof(
      bound,
      near.map((at) => at + millisPerDay)
    )
  })
}
