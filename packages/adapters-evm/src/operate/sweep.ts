import {
  chainTransfer,
  type ChainTransactionOrder,
  cryptoInvoice,
  Ids,
  StateReader,
  transitWallet
} from "@quittance/core"
import { Clock, Effect, Stream } from "effect"
import type { SweepReport } from "../EvmOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import { expectedFactory } from "../factory.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { Receipt } from "../rpc/ChainData.ts"
import { addressTopic, minorOf, tokenBalance, transferTopic } from "../tokenCalls.ts"
import { sweepCall } from "../sweepCall.ts"
import { carryOut, type Send } from "./carryOut.ts"
import { told } from "./told.ts"

/** How many addresses one transaction empties: 50 times 11 000 gas. */
const groupSize = 50

/** A deposit address with something on it. */
interface Filled {
  readonly salt: string
  readonly value: bigint
}

/** Moves the token from all deposit addresses that ever got a transfer and still have something. */
export const sweep = Effect.fnUntraced(function* (network: EvmNetwork, rpc: Rpc["Service"], send: Send) {
  const { name, token } = network
  const ids = yield* Ids
  const filled = yield* filledAddresses(network, rpc)
  const createdAt = yield* Clock.currentTimeMillis
  const orders: Array<ChainTransactionOrder> = []
  for (let start = 0; start < filled.length; start += groupSize) {
    const salts = filled.slice(start, start + groupSize).map(({ salt }) => salt)
    orders.push({
      id: `sweep-${yield* ids.uuid}`,
      partnerId: name,
      purpose: "sweep",
      payoutId: "",
      recipient: "",
      amountMinor: 0n,
      contract: expectedFactory(network).factory.address,
      data: sweepCall(token.address as Hex, salts),
      createdAt
    })
  }
  const mined = yield* carryOut(rpc, send, orders)
  const moved = mined.flatMap(({ receipt }) => transfersTo(network, receipt))
  return {
    network: name,
    addresses: moved.length,
    skipped: filled.length - moved.length,
    amountMinor: minorOf(
      moved.reduce((sum, value) => sum + value, 0n),
      token.decimals
    ),
    txHashes: mined.map(({ hash }) => hash)
  } satisfies SweepReport
})

const filledAddresses = Effect.fnUntraced(function* ({ name, token }: EvmNetwork, rpc: Rpc["Service"]) {
  const states = yield* StateReader
  const paid = new Set<string>()
  yield* told(
    Stream.runForEach(states.all(chainTransfer), ({ address, network }) =>
      Effect.sync(() => {
        if (network === name) paid.add(address)
      })
    )
  )
  const owners = Stream.concat(
    Stream.map(states.all(cryptoInvoice), ({ order }) => order),
    states.all(transitWallet)
  ).pipe(Stream.filter(({ address, network }) => network === name && paid.has(address)))
  const filled: Array<Filled> = []
  yield* told(
    Stream.runForEach(
      Stream.mapEffect(
        owners,
        ({ address, addressSalt }) =>
          Effect.map(tokenBalance(rpc, token.address as Hex, address as Hex), (value) => ({
            salt: addressSalt,
            value
          })),
        { concurrency: 16 }
      ),
      (each) =>
        Effect.sync(() => {
          if (each.value > 0n) filled.push(each)
        })
    )
  )
  return filled
})

/** The values that the token says it moved to the treasury. */
const transfersTo = ({ token, treasury }: EvmNetwork, { logs }: Receipt): ReadonlyArray<bigint> =>
  logs.flatMap(({ address, data, topics: [topic, , to] }) =>
    address === token.address.toLowerCase() && topic === transferTopic && to === addressTopic(treasury)
      ? [BigInt(data)]
      : []
  )
