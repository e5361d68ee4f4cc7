import { Clock, Effect, Option } from "effect"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { neverWritten, writeOver } from "../../kernel/transact/writeOver.ts"
import {
  type ChainTransfer,
  chainTransfer,
  chainTransferId,
  chainTransferPlace,
  isAgreed,
  otherExecution
} from "./ChainTransfer.ts"

/** A transfer as a watcher found it in a block. */
export interface FoundTransfer
  extends Omit<
    ChainTransfer,
    | "id"
    | "partnerId"
    | "createdAt"
    | "updatedAt"
    | "isDropped"
    | "askedFor"
    | "shownBy"
    | "waitsSince"
    | "accepted"
  > {
  /** How many nodes must show its receipt; counts only when it is seen for the first time. */
  readonly askedFor: number
  /** The hosts of nodes that have shown it. */
  readonly shownBy: ReadonlyArray<string>
}

/** What names a transfer, whichever block executed it. */
export type TransferPlace = Pick<ChainTransfer, "address" | "position" | "txHash" | "value">

/** The part of the journal that holds transfers. Its guarantees are told by `ChainJournal`. */
export const makeTransferJournal = Effect.gen(function* () {
  const states = yield* StateReader
  const { transact } = yield* makeTransact

  /** The transfer as it was recorded, or the id under which it can be. */
  const placeOf = Effect.fnUntraced(function* (network: string, found: TransferPlace) {
    for (let { position } = found; ; position += otherExecution) {
      const id = chainTransferId(network, found.txHash, position)
      const known = yield* states.get(chainTransfer, network, id)
      if (Option.isNone(known) || chainTransferPlace(known.value.state) === chainTransferPlace(found))
        return { id, position, known }
    }
  })

  const see = Effect.fn("ChainJournal.see")((network: string, found: FoundTransfer, job: LeasedJob) =>
    transact(
      Effect.gen(function* () {
        const { id, known, position } = yield* placeOf(network, found)
        const at = yield* Clock.currentTimeMillis
        const { askedFor, blockHash, blockNumber, seenAt, shownBy, ...content } = found
        const before = Option.getOrUndefined(known)?.state
        const isThere = before?.isDropped === false && before.blockHash === blockHash
        const shownBefore = isThere ? Option.getOrElse(before.shownBy, () => []) : []
        const hosts = [...new Set([...shownBefore, ...shownBy])]
        const isSame = isThere && Option.isSome(before.askedFor) && hosts.length === shownBefore.length
        if (isSame) return { answer: false }
        const loaded = Option.getOrElse(known, () => neverWritten)
        const accepted = before?.accepted ?? Option.none()
        const asked = Option.getOrElse(before?.askedFor ?? Option.none(), () => askedFor)
        const waitedSince = isThere ? before.waitsSince : Option.none()
        const state: ChainTransfer = {
          ...(before ?? { ...content, position, id, partnerId: network, createdAt: at }),
          ...{ accepted, blockHash, blockNumber, seenAt },
          isDropped: false,
          askedFor: Option.some(asked),
          shownBy: Option.some(hosts),
          waitsSince:
            Option.isSome(accepted) || hosts.length >= asked
              ? Option.none()
              : Option.orElse(waitedSince, () => Option.some(at)),
          updatedAt: at
        }
        const event = {
          _tag: "ChainTransferSeen",
          ...{ blockHash, blockNumber, shownBy: hosts, at }
        } as const
        return {
          answer: true,
          commit: {
            aggregates: [writeOver("ChainTransfer", loaded, state)],
            events: [{ partnerId: network, subjectId: id, version: loaded.version + 1, at, event }],
            completion: { _tag: "Held", job }
          }
        }
      })
    )
  )

  const waiting = (network: string) =>
    Effect.map(states.indexed(chainTransfer, "waiting", { equal: [network] }), statesOf)

  const acceptOne = ({ id, partnerId }: ChainTransfer, reason: string) =>
    transact(
      Effect.gen(function* () {
        const found = Option.getOrThrow(yield* states.get(chainTransfer, partnerId, id))
        const { state, version } = found
        if (Option.isNone(state.waitsSince)) return { answer: state }
        const at = yield* Clock.currentTimeMillis
        const accepted = Option.some(reason)
        const next: ChainTransfer = { ...state, accepted, waitsSince: Option.none(), updatedAt: at }
        const event = { _tag: "ChainTransferAccepted", reason, at } as const
        return {
          answer: next,
          commit: {
            aggregates: [writeOver("ChainTransfer", found, next)],
            events: [{ partnerId, subjectId: id, version: version + 1, at, event }]
          }
        }
      })
    )

  const accept = Effect.fn("ChainJournal.accept")(function* (
    network: string,
    txHash: string,
    reason: string
  ) {
    const named = (yield* waiting(network)).filter((transfer) => transfer.txHash === txHash)
    return yield* Effect.forEach(named, (transfer) => acceptOne(transfer, reason))
  })

  const drop = Effect.fn("ChainJournal.drop")(({ blockHash, id, partnerId }: ChainTransfer, job: LeasedJob) =>
    transact(
      Effect.gen(function* () {
        const found = Option.getOrThrow(yield* states.get(chainTransfer, partnerId, id))
        const { state, version } = found
        if (state.isDropped || state.blockHash !== blockHash) return { answer: false }
        const at = yield* Clock.currentTimeMillis
        const next: ChainTransfer = {
          ...state,
          isDropped: true,
          waitsSince: Option.none(),
          updatedAt: at
        }
        const event = { _tag: "ChainTransferDropped", at } as const
        return {
          answer: true,
          commit: {
            aggregates: [writeOver("ChainTransfer", found, next)],
            events: [{ partnerId, subjectId: id, version: version + 1, at, event }],
            completion: { _tag: "Held", job }
          }
        }
      })
    )
  )

  return {
    transfersTo: (network: string, address: string) =>
      Effect.map(states.indexed(chainTransfer, "by_address", { equal: [network, address] }), (found) =>
        statesOf(found).filter((transfer) => transfer.isDropped || isAgreed(transfer))
      ),
    transfersAbove: (network: string, blockNumber: number) =>
      Effect.map(
        states.indexed(chainTransfer, "by_block", { equal: [network], above: blockNumber }),
        statesOf
      ),
    waiting,
    recorded: (network: string, found: TransferPlace) =>
      Effect.map(placeOf(network, found), ({ known }) => Option.map(known, ({ state }) => state)),
    accept,
    see,
    drop
  }
})
