import { assert, describe } from "@effect/vitest"
import { Worker } from "@quittance/core"
import { leaseMillis, millisPerMinute, millisPerSecond } from "@quittance/core/adapter"
import { Context, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess } from "./Deployment.ts"
import { drain, shop } from "./fiatInvoices.ts"
import { KycOutside, unavailable } from "./KycOutside.ts"
import {
  asked,
  checkNumbered,
  checksBegun,
  passed,
  recordedKyc,
  shownKyc,
  tagOf,
  test,
  verdictIs
} from "./kyc.ts"

/** What the first process was doing when it ended, and the state that it left. */
const deaths: ReadonlyArray<{
  readonly name: string
  readonly left: string
  readonly before: (outside: KycOutside["Service"]) => void
  /** Whether the check was begun already. */
  readonly begun: number
  /** Calls to the checker, and those of the successor. */
  readonly made: ReadonlyArray<string>
  readonly calls: ReadonlyArray<string>
}> = [
  {
    name: "before it began",
    left: "submitted",
    before: () => undefined,
    begun: 0,
    made: [],
    calls: ["open"]
  },
  {
    name: "while its question was on the way",
    left: "opening",
    before: ({ script }) => {
      script.open = () => () => Effect.never
    },
    begun: 0,
    made: ["open"],
    calls: ["lookup", "open"]
  },
  {
    name: "while the answer was on the way",
    left: "opening",
    before: ({ script }) => {
      script.open = (honest) => (request) => Effect.andThen(honest(request), Effect.never)
    },
    begun: 1,
    made: ["open"],
    calls: ["lookup"]
  },
  {
    name: "while it looked up what became of a lost question",
    left: "unknown",
    before: ({ script }) => {
      script.open = () => () => unavailable
      script.lookup = () => () => Effect.never
    },
    begun: 0,
    made: ["open", "lookup"],
    calls: ["lookup", "open"]
  },
  {
    name: "while it looked up what became of a lost answer",
    left: "unknown",
    before: ({ script }) => {
      script.open = (honest) => (request) => Effect.andThen(honest(request), unavailable)
      script.lookup = () => () => Effect.never
    },
    begun: 1,
    made: ["open", "lookup"],
    calls: ["lookup"]
  },
  {
    name: "while it looked up a check that runs",
    left: "checking",
    before: ({ script }) => {
      script.lookup = () => () => Effect.never
    },
    begun: 1,
    made: ["open", "lookup"],
    calls: ["lookup"]
  }
]

/** The process works for a while and then is gone: what it was doing is left to its leases. */
const worksAndDies = (left: string) =>
  Effect.gen(function* () {
    if (left === "submitted") return
    const working = yield* Effect.forkChild(drain)
    yield* TestClock.adjust(1)
    if (left === "opening") return yield* Fiber.interrupt(working)
    yield* Fiber.join(working)
    yield* TestClock.adjust(6 * millisPerSecond)
    const looking = yield* Effect.forkChild(drain)
    yield* TestClock.adjust(1)
    yield* Fiber.interrupt(looking)
  })

describe("a process that ends leaves the check to the next one", () => {
  for (const { before, begun, calls, left, made, name } of deaths) {
    for (const hasVerdict of ["", ", and the checker decided meanwhile"]) {
      test(`${name}${hasVerdict}: it is begun once`, function* () {
        const outside = yield* KycOutside
        const order = yield* shownKyc(yield* shop())
        before(outside)
        yield* worksAndDies(left)
        assert.strictEqual(yield* tagOf(order), left)
        assert.deepStrictEqual(yield* asked, made)
        assert.lengthOf(yield* checksBegun, begun)
        outside.script.open = (honest) => honest
        outside.script.lookup = (honest) => honest
        if (hasVerdict !== "") yield* verdictIs(order, passed)
        yield* TestClock.adjust(leaseMillis)
        const successor = yield* anotherProcess({ kyc: outside.providers })
        const worker = Context.get(successor, Worker)
        yield* worker.drain
        assert.deepStrictEqual((yield* asked).slice(made.length), calls)
        assert.deepStrictEqual(yield* checksBegun, [checkNumbered(order)])
        assert.strictEqual(yield* tagOf(order), hasVerdict === "" ? "checking" : "completed")
        yield* verdictIs(order, passed)
        yield* TestClock.adjust(millisPerMinute)
        yield* worker.drain
        assert.strictEqual((yield* recordedKyc(order))._tag, "completed")
        assert.deepStrictEqual(yield* checksBegun, [checkNumbered(order)])
      })
    }
  }
})
