import {
  addressClaimKey,
  type ChainJournal,
  type ChainTransfer,
  ClaimReader,
  chainClaims,
  chainTransfer,
  creditOf,
  type FoundTransfer,
  StateReader
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { makeRaiseOnce } from "../send/repeatedAlert.ts"
import { isRefuted } from "./isRefuted.ts"
import { testimonies } from "./receipts.ts"
import { settledDepth } from "./secondScan.ts"
import type { Watch } from "./Watch.ts"
import type { WatchedNetwork } from "./WatchedNetwork.ts"

/** How many waiting transfers are asked for in one look. */
const askedAtOnceMax = 32

/** A transfer is asked for again after a while that doubles up to this. */
const againMillisMax = 60_000

/** How many transfers that earlier versions recorded are looked through at once. */
const unaskedPage = 100

export interface Waited {
  /** Addresses with transfers that do not wait any more. */
  readonly resolved: ReadonlyArray<string>
  /** Why transfers wait that are as deep as a credit needs, in one sentence. */
  readonly dispute: string | undefined
}

/**
 * The transfers that too few nodes have shown. They stop nothing else. Each is asked for again, until enough nodes
 * show its receipt, an operator accepts it, or it is refuted: then it is dropped, with an alert.
 */
export const makeWaiting = Effect.fnUntraced(function* (
  network: WatchedNetwork,
  journal: ChainJournal["Service"]
) {
  const states = yield* StateReader
  const claims = yield* ClaimReader
  const { confirmations, name, pollMillis } = network
  const raise = makeRaiseOnce()
  /** When each is asked for again, by its id. The process keeps it: after a restart each is asked for at once. */
  const asking = new Map<string, { readonly at: number; readonly delayMillis: number }>()
  let before: ReadonlyArray<ChainTransfer> = []
  /**
   * The block above which transfers of earlier versions were not looked at yet; undefined at the start of each part.
   * Those that are not as deep as a credit come first: most of the others were credited, and there may be a million of
   * them.
   */
  let unaskedAbove: number | undefined
  let unaskedPart: "recent" | "all" | "done" = "recent"

  const askAgain = Effect.fnUntraced(function* (
    watch: Watch,
    head: number,
    due: ReadonlyArray<ChainTransfer>
  ) {
    const { job } = watch
    const now = yield* Clock.currentTimeMillis
    const said = yield* testimonies(network, due.map(foundIn), watch.host)
    for (const [index, transfer] of due.entries()) {
      const found = foundIn(transfer)
      const { deniedBy, shownBy } = said[index] ?? { deniedBy: [], shownBy: found.shownBy }
      if (shownBy.length > found.shownBy.length) yield* journal.see(name, { ...found, shownBy }, job)
      if (shownBy.length >= found.askedFor) continue
      const last = asking.get(transfer.id)?.delayMillis ?? pollMillis / 2
      const delayMillis = Math.min(againMillisMax, 2 * last)
      asking.set(transfer.id, { at: now + delayMillis, delayMillis })
      if (deniedBy.length === 0 || !(yield* isRefuted(watch, found, head))) continue
      yield* journal.drop(transfer, job)
      yield* raise(
        "chain.disputed",
        `${name}: transaction ${found.txHash} of block ${found.blockNumber} is dropped: ${shownBy.length === 0 ? "no node repeats" : `only ${shownBy.join(", ")} ${shownBy.length === 1 ? "shows" : "show"}`} a transfer of ${found.value} units to ${found.address}`,
        `dropped ${transfer.id}`
      )
    }
  })

  /** Those that are deep enough to be credited otherwise. */
  const disputeIn = Effect.fnUntraced(function* (waiting: ReadonlyArray<ChainTransfer>, head: number) {
    const deep = waiting.filter(({ blockNumber }) => head - blockNumber + 1 >= confirmations)
    for (const transfer of deep) {
      const { askedFor, shownBy, txHash } = foundIn(transfer)
      const shown =
        shownBy.length === 0
          ? "no node shows"
          : `only ${shownBy.join(", ")} ${shownBy.length === 1 ? "shows" : "show"}`
      yield* raise(
        "chain.disputed",
        `${name}: a transfer of transaction ${txHash} in block ${transfer.blockNumber} waits: ${shown} its receipt, and ${askedFor} must agree`,
        transfer.id
      )
    }
    const [first] = deep
    if (first === undefined) return undefined
    const count = deep.length === 1 ? "a transfer waits" : `${deep.length} transfers wait`
    return `${count} because too few nodes show ${deep.length === 1 ? "it" : "them"}: transaction ${first.txHash} in block ${first.blockNumber}`
  })

  /**
   * What an earlier version recorded without asking for receipts, and did not credit, waits from now on. What it
   * credited stays as it is.
   */
  const askUnasked = Effect.fnUntraced(function* ({ job }: Watch, head: number) {
    if (unaskedPart === "done") return
    unaskedAbove ??= unaskedPart === "recent" ? Math.max(-1, head - settledDepth(confirmations)) : -1
    const above = unaskedAbove
    let limit = unaskedPage
    while (true) {
      const page = yield* states.indexed(chainTransfer, "unasked", { equal: [name], above, limit })
      const last = page.at(-1)?.state.blockNumber
      const isEnd = page.length < limit
      // A page that ends within a block is read up to the block before.
      const whole = isEnd ? page : page.filter(({ state }) => state.blockNumber !== last)
      if (!isEnd && whole.length === 0) {
        limit *= 2
        continue
      }
      for (const { state } of whole) {
        if (state.isDropped || (yield* isCredited(state))) continue
        yield* journal.see(name, { ...foundIn(state), askedFor: network.agreeing, shownBy: [] }, job)
      }
      unaskedAbove = isEnd ? undefined : whole.at(-1)?.state.blockNumber
      if (isEnd) unaskedPart = unaskedPart === "recent" ? "all" : "done"
      return
    }
  })

  const isCredited = Effect.fnUntraced(function* (transfer: ChainTransfer) {
    const owner = yield* claims.find(chainClaims.depositAddress, "", addressClaimKey(name, transfer.address))
    if (Option.isNone(owner)) return false
    const credit = yield* creditOf(states, claims, owner.value.partnerId, transfer)
    return credit?._tag === "credited"
  })

  return Effect.fnUntraced(function* (watch: Watch, head: number) {
    yield* askUnasked(watch, head)
    const now = yield* Clock.currentTimeMillis
    const earlier = yield* journal.waiting(name)
    const dueAt = ({ id }: ChainTransfer) => asking.get(id)?.at ?? 0
    // Whoever was due first comes first: transfers that a node invents by the hundred never keep others from being
    // asked for.
    const due = earlier
      .filter((each) => now >= dueAt(each))
      .sort((a, b) => dueAt(a) - dueAt(b))
      .slice(0, askedAtOnceMax)
    yield* askAgain(watch, head, due)
    const waiting = due.length > 0 ? yield* journal.waiting(name) : earlier
    const ids = new Set(waiting.map(({ id }) => id))
    for (const id of asking.keys()) if (!ids.has(id)) asking.delete(id)
    const gone = [...before, ...earlier].filter(({ id }) => !ids.has(id))
    before = waiting
    return {
      resolved: [...new Set(gone.map(({ address }) => address))],
      dispute: yield* disputeIn(waiting, head)
    } satisfies Waited
  })
})

const foundIn = (transfer: ChainTransfer): FoundTransfer => {
  const { address, amountMinor, blockHash, blockNumber, position, seenAt, sender, txHash, value } = transfer
  return {
    ...{ address, amountMinor, blockHash, blockNumber, position, seenAt, sender, txHash, value },
    askedFor: Option.getOrElse(transfer.askedFor, () => 1),
    shownBy: Option.getOrElse(transfer.shownBy, () => [])
  }
}
