import { chainTransferPlace, type FoundTransfer, isAgreed } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { OwnTransfer, ReadBlock } from "./ReadBlock.ts"
import { testimonies } from "./receipts.ts"
import type { Watch } from "./Watch.ts"

/**
 * Records transfers that a node told of, with the nodes that show their receipts. What the journal has in the same
 * block is not asked for again here. Returns whether any was new.
 */
export const recordTransfers = Effect.fnUntraced(function* (watch: Watch, own: ReadonlyArray<OwnTransfer>) {
  const { host, job, journal, network } = watch
  const fresh: Array<FoundTransfer> = []
  for (const { found } of own) {
    const known = Option.getOrUndefined(yield* journal.recorded(network.name, found))
    const asked = known?.askedFor ?? Option.none()
    const isThere = known?.isDropped === false && known.blockHash === found.blockHash
    if (!isThere || Option.isNone(asked))
      fresh.push({ ...found, askedFor: Option.getOrElse(asked, () => found.askedFor) })
  }
  if (fresh.length === 0) return false
  const said = yield* testimonies(network, fresh, host)
  let isNews = false
  for (const [index, found] of fresh.entries()) {
    const shownBy = said[index]?.shownBy ?? []
    isNews = (yield* journal.see(network.name, { ...found, shownBy }, job)) || isNews
  }
  return isNews
})

/**
 * Makes the journal say the same of a block, which may have been recorded with logs left out: those moved the
 * positions after them. What enough nodes have shown stays.
 */
export const settleBlock = Effect.fnUntraced(function* (watch: Watch, read: ReadBlock) {
  const { job, journal, network } = watch
  let isNews = yield* recordTransfers(watch, read.own)
  const places = new Set(read.own.map(({ found }) => chainTransferPlace(found)))
  for (const transfer of yield* journal.transfersAbove(network.name, read.number - 1))
    if (transfer.blockHash === read.hash && !isAgreed(transfer) && !places.has(chainTransferPlace(transfer)))
      isNews = (yield* journal.drop(transfer, job)) || isNews
  return isNews
})
