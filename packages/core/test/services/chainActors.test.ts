import { assert } from "@effect/vitest"
import { ChainJournal, chainJobs, WorkQueue } from "@quittance/core/adapter"
import { Option } from "effect"
import { Memory, start, test } from "./Deployment.ts"

const network = "bsc"
const block = { number: 7, hash: "0x07" }

test("what is read of a network was reported by it; that it is read was decided here", function* () {
  const journal = yield* ChainJournal
  yield* journal.begin(network)
  const queue = yield* WorkQueue
  const claim = { owner: "me", now: start, leaseUntil: start + 60_000, limit: 1 }
  const [job] = yield* queue.claim({ ...claim, kind: chainJobs.read })
  if (job === undefined) return assert.fail("nothing is due")
  yield* journal.moveTo(network, [block], job)
  yield* journal.see(
    network,
    {
      txHash: "0xaa",
      position: 0,
      address: "0xbb",
      value: "1",
      sender: "0xcc",
      amountMinor: 1n,
      blockHash: block.hash,
      blockNumber: block.number,
      seenAt: start,
      askedFor: 1,
      shownBy: ["a.example"]
    },
    job
  )
  const [seen] = yield* journal.transfersTo(network, "0xbb")
  assert.isDefined(seen)
  if (seen !== undefined) yield* journal.drop(seen, job)
  yield* journal.pause(network, true)
  assert.isTrue(Option.isSome(yield* journal.setup(network)))
  const { events } = yield* Memory
  const told = [...events.values()].map(({ actor, event }) => [event._tag, actor])
  assert.deepStrictEqual(Object.fromEntries(told), {
    ChainBegun: "system",
    ChainRead: "provider:bsc",
    ChainTransferSeen: "provider:bsc",
    ChainTransferDropped: "provider:bsc",
    ChainPaused: "system"
  })
})
