import { type LiveNetwork, makeOutgoing, type TokenTransfer } from "@quittance/adapters-evm/parts"
import { ChainUpkeeps, type ChainWallet, ChainWallets } from "@quittance/core"
import { Clock, Effect } from "effect"
import { makeIsKnown } from "../operate/forgottenTransfers.ts"
import { everyNode } from "./everyNode.ts"
import type { Reference } from "./transactionFor.ts"

/** A transfer out of a wallet by a transaction that the journal does not know. */
export interface UnknownTransfer extends TokenTransfer {
  readonly blockNumber: number
}

/** What left the wallets of a network, as the newest block has it. */
export interface OutgoingLook {
  readonly unknown: ReadonlyArray<UnknownTransfer>
  /** Whether every block was looked at; the next look goes on. */
  readonly isWhole: boolean
  /** The hashes of forms of open slots that blocks have, solid or not. */
  readonly mined: ReadonlySet<string>
}

/** How many blocks are read before the time is looked at. */
const blocksAtOnce = 5_000

/** No more is read in one look after this time: far less than a turn's lease. */
const lookMillis = 5_000

/**
 * Compares every transfer of the token out of the wallets with the journal, by the hash of its transaction: without numbers of transactions
 * there is no other sign that somebody else has a key, or that the store was put back to a copy. What the network cannot take back any
 * more is looked at once in the life of a process, from where the last comparison ended, or from when the wallet came.
 */
export const makeOutgoingLook = Effect.fnUntraced(function* (
  network: Pick<LiveNetwork, "name" | "rpc" | "spelling" | "token">
) {
  const wallets = yield* ChainWallets
  const upkeeps = yield* ChainUpkeeps
  const isKnown = yield* makeIsKnown
  const { name } = network
  let scan: Effect.Success<ReturnType<typeof makeOutgoing>> | undefined
  /** Of which wallets it is. */
  let scanned = ""
  /** The last block of those that are not looked at again. */
  let lookedUpTo = 0
  /** The blocks of forms of open slots. */
  let minedIn: ReadonlyMap<string, number> = new Map()

  return Effect.fnUntraced(function* (own: ReadonlyArray<ChainWallet>, { head, solid }: Reference) {
    if (own.length === 0) return { unknown: [], isWhole: true, mined: new Set() } satisfies OutgoingLook
    const addresses = own.map(({ address }) => address).join(" ")
    if (scan === undefined || scanned !== addresses) {
      const { comparedAt, comparedBlock } = yield* upkeeps.of(name)
      scan = yield* makeOutgoing({ ...network, rpc: everyNode(network.rpc) }, own, { comparedAt })
      scanned = addresses
      lookedUpTo = comparedBlock
    }
    const began = yield* Clock.currentTimeMillis
    const open = new Set((yield* wallets.open(name)).flatMap(({ forms }) => forms.map(({ hash }) => hash)))
    const mined = new Map([...minedIn].filter(([hash, block]) => block <= lookedUpTo && open.has(hash)))
    const unknown: Array<UnknownTransfer> = []
    let firstUnknown = Number.POSITIVE_INFINITY

    const look = Effect.fnUntraced(function* (transfer: TokenTransfer, blockNumber: number) {
      const { txHash } = transfer
      if (open.has(txHash)) mined.set(txHash, blockNumber)
      else if (!(yield* isKnown(name, txHash))) {
        firstUnknown = Math.min(firstUnknown, blockNumber)
        unknown.push({ ...transfer, blockNumber })
      }
    })

    let upTo = lookedUpTo
    while (upTo < head.number && (yield* Clock.currentTimeMillis) - began < lookMillis) {
      const next = Math.min(head.number, upTo + blocksAtOnce)
      yield* scan(upTo, next, look)
      upTo = next
    }
    // What may be replaced is looked at again, and so is what the journal may still be told of.
    lookedUpTo = Math.max(lookedUpTo, Math.min(upTo, solid.number, firstUnknown - 1))
    minedIn = mined
    return { unknown, isWhole: upTo >= head.number, mined: new Set(mined.keys()) } satisfies OutgoingLook
  })
})

/** In a sentence. */
export const unknownText = (network: string, { recipient, sender, txHash, value }: UnknownTransfer): string =>
  `transaction ${txHash} moved ${value} of the token from wallet ${sender} to ${recipient} on ${network}, and this store did not sign it`
