import { type LiveNetwork, makeOutgoing, type TokenTransfer } from "@quittance/adapters-evm/parts"
import { ChainUpkeeps, type ChainWallet, ChainWallets } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { makeIsKnown } from "../operate/forgottenTransfers.ts"
import { everyNode } from "./everyNode.ts"
import type { Reference } from "./transactionFor.ts"

/** A transfer out of a wallet by a transaction that the journal does not know. */
export interface UnknownTransfer extends TokenTransfer {
  readonly blockNumber: number
}

/** The transfers out of a network's wallets, as of the newest block. */
export interface OutgoingLook {
  readonly unknown: ReadonlyArray<UnknownTransfer>
  /** Whether every block was checked; the next turn continues. */
  readonly isWhole: boolean
  /** The hashes of forms of open slots that blocks have, solid or not. */
  readonly mined: ReadonlySet<string>
}

/** How many blocks are read before the time is checked. */
const blocksAtOnce = 5_000

/** No more is read in one turn after this time: far less than a turn's lease. */
const lookMillis = 5_000

/**
 * Compares every transfer of the token out of the wallets with the journal, by the hash of its transaction: without
 * numbers of transactions there is no other sign that somebody else has a key, or that the store was replaced by an
 * old copy. A process checks irreversible blocks once, from the end of the last comparison, or from the time when the
 * wallet was added.
 */
export const makeOutgoingLook = Effect.fnUntraced(function* (
  network: Pick<LiveNetwork, "name" | "rpc" | "spelling" | "token">
) {
  const wallets = yield* ChainWallets
  const upkeeps = yield* ChainUpkeeps
  const isKnown = yield* makeIsKnown
  const { name } = network
  let scan: Effect.Success<ReturnType<typeof makeOutgoing>> | undefined
  /** The wallets that it covers. */
  let scanned = ""
  /** The last block that is not checked again. */
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
    // Replaceable blocks are checked again, and so are transfers that the journal may still learn about.
    lookedUpTo = Math.max(lookedUpTo, Math.min(upTo, solid.number, firstUnknown - 1))
    minedIn = mined
    return { unknown, isWhole: upTo >= head.number, mined: new Set(mined.keys()) } satisfies OutgoingLook
  })
})

/** In a sentence. */
export const unknownText = (network: string, { recipient, sender, txHash, value }: UnknownTransfer): string =>
  `transaction ${txHash} moved ${value} of the token from wallet ${sender} to ${recipient} on ${network}, and this store did not sign it`
