import {
  acknowledgedIn,
  type ChainComparison,
  ChainUpkeeps,
  type ComparedPoint
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ComparedNetwork } from "./ComparedNetwork.ts"
import { compareSince } from "./compareSince.ts"
import type { DepositContracts } from "./planSweeps.ts"

/** An alert has the first differences; an operator's command lists all of them. */
const listedMax = 5

/** So many deposit addresses are asked for their balance each day: 40 requests where nodes take batches. */
const addressesMax = 1_000

/** What is new since an earlier comparison, without what operators have acknowledged. */
export const compare = Effect.fnUntraced(function* <E>(
  network: ComparedNetwork,
  contracts: DepositContracts | undefined,
  since: ComparedPoint,
  onAgreed: (point: ComparedPoint) => Effect.Effect<void, E>
) {
  const upkeeps = yield* ChainUpkeeps
  const known = new Set(acknowledgedIn(yield* upkeeps.of(network.name)).map(({ difference }) => difference))
  const differences: Array<string> = []
  let differenceCount = 0
  const tell = (difference: string): void => {
    if (known.has(difference)) return
    differenceCount += 1
    if (differences.length < listedMax) differences.push(difference)
  }
  const { notCompared } = yield* compareSince(
    { network, contracts, tell, isReported: () => false, outgoingUpTo: "final", addressesMax },
    since,
    0,
    (point) => (differenceCount === 0 ? onAgreed(point) : Effect.void)
  )
  if (notCompared.length > 0) yield* Effect.logInfo(`not compared: ${notCompared.join("; ")}`)
  return { differenceCount, differences } satisfies ChainComparison
})
