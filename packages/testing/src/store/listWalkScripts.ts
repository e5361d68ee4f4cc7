import { type ListShape, millisPerHour, millisPerMinute } from "@quittance/core/adapter"
import * as fc from "fast-check"
import { type ItemLife, itemLives, kindsOf, type ListRequest } from "./listRequests.ts"
import { start } from "./StoreSamples.ts"

/** How a list is walked by cursor, and what happens to its items meanwhile. */

/** What happens between two requests. Items are meant by any number: its remainder by how many there are. */
export type WalkEvent =
  | { readonly _tag: "created"; readonly life: ItemLife }
  | { readonly _tag: "moved"; readonly item: number; readonly status: string }
  /** Personal data is gone, the item stays. */
  | { readonly _tag: "redacted"; readonly item: number }
  /** The item is gone. */
  | { readonly _tag: "erased"; readonly item: number }

interface WalkStep {
  readonly limit: number
  readonly events: ReadonlyArray<WalkEvent>
  /** How far the domain's time moves before the request. */
  readonly advance: number
  /** By how much the clock of the process that is asked differs from it. */
  readonly skew: number
}

export interface WalkScript {
  readonly lives: ReadonlyArray<ItemLife>
  readonly filter: ListRequest["filter"]
  /** The walk begins with this page. */
  readonly page: number
  /** Repeated until the walk ends. */
  readonly steps: ReadonlyArray<WalkStep>
}

/** Most items are of few milliseconds; they lapse while they are walked. */
const walkedLives = (list: ListShape): fc.Arbitrary<ItemLife> =>
  fc
    .record({
      life: itemLives(list),
      kind: fc.constantFrom(...fewKinds(list)),
      createdAt: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: start, max: start + 3 }) },
        { weight: 1, arbitrary: fc.integer({ min: start - millisPerHour, max: start + millisPerHour }) }
      ),
      lifeMillis: fc.integer({ min: 1, max: 20 * millisPerMinute })
    })
    .map(({ life, ...made }) => ({ ...life, ...made }))

const fewKinds = ({ kind }: ListShape): ReadonlyArray<string> =>
  kind === undefined ? [""] : kindsOf(kind).slice(0, 2)

export const walkScripts = (list: ListShape): fc.Arbitrary<WalkScript> => {
  const { kind, status } = list
  const item = fc.nat()
  const ofStatus = { ...(status && { status: fc.constantFrom(...status.values) }) }
  const event: fc.Arbitrary<WalkEvent> = fc.oneof(
    fc.record({ _tag: fc.constant("created" as const), life: walkedLives(list) }),
    ...(status === undefined
      ? []
      : [
          fc.record({
            _tag: fc.constant("moved" as const),
            item,
            status: fc.constantFrom(...status.values)
          })
        ]),
    fc.record({ _tag: fc.constantFrom("redacted" as const, "erased" as const), item })
  )
  return fc.record({
    lives: fc.array(walkedLives(list), { minLength: 1, maxLength: 30, size: "max" }),
    filter: fc.oneof(
      fc.constant({}),
      fc.record(ofStatus),
      fc.record(
        {
          ...ofStatus,
          ...(kind && { kind: fc.constantFrom(...fewKinds(list)) }),
          from: fc.integer({ min: start - 2, max: start + 1 }),
          to: fc.integer({ min: start + 2, max: start + 5 })
        },
        { requiredKeys: [] }
      )
    ) as fc.Arbitrary<ListRequest["filter"]>,
    page: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 4 })),
    steps: fc.array(
      fc.record({
        limit: fc.integer({ min: 1, max: 5 }),
        events: fc.array(event, { maxLength: 2 }),
        advance: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * millisPerMinute })),
        skew: fc.integer({ min: -millisPerMinute, max: millisPerMinute })
      }),
      { minLength: 1, maxLength: 6, size: "max" }
    )
  })
}
