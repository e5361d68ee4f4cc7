import { chainTransaction, chainTransfer, ChainWallets, StateReader } from "@quittance/core"
import { Effect, Option, Stream } from "effect"
import type { ReconcileReport } from "../EvmOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { walletsAhead } from "../send/walletsAhead.ts"
import { doubts, forgottenText } from "./doubts.ts"
import { readBack } from "./readBack.ts"
import { told } from "./told.ts"

/**
 * Compares the network with the journal: every transfer that counts is in the block that the journal names, every transaction
 * that has an outcome has it there too, and no wallet has made more transactions than were signed here.
 */
export const reconcile = Effect.fnUntraced(function* (
  network: EvmNetwork,
  rpc: Rpc["Service"],
  purpose: "compare" | "import"
) {
  const { name } = network
  const states = yield* StateReader
  const wallets = yield* ChainWallets
  const differences: Array<string> = []
  let [transfersChecked, transactionsChecked] = [0, 0]

  const isInBlock = (hash: string, blockNumber: number) =>
    Effect.map(
      rpc.receipt(hash as Hex),
      Option.filter((receipt) => receipt.blockNumber === blockNumber)
    )

  const transfers = Stream.runForEach(
    Stream.filter(states.all(chainTransfer), ({ isDropped, network }) => network === name && !isDropped),
    Effect.fnUntraced(function* ({ address, blockNumber, txHash }) {
      transfersChecked += 1
      if (Option.isNone(yield* isInBlock(txHash, blockNumber)))
        differences.push(
          `transfer ${txHash} to ${address} is recorded in block ${blockNumber}, and ${name} does not have it there`
        )
    })
  )

  const transactions = Stream.runForEach(
    Stream.filter(states.all(chainTransaction), ({ order }) => order.partnerId === name),
    Effect.fnUntraced(function* (transaction) {
      const { _tag } = transaction
      if (_tag !== "completed" && _tag !== "failed" && _tag !== "cancelled") return
      transactionsChecked += 1
      const { blockNumber, hash, nonce, order, wallet } = transaction
      const found = yield* isInBlock(hash, blockNumber)
      const what = `transaction ${hash} of ${order.purpose} ${order.payoutId || order.id}`
      if (Option.isNone(found))
        differences.push(
          `${what} is recorded in block ${blockNumber} for slot ${nonce} of wallet ${wallet}, and ${name} does not have it there`
        )
      else if (_tag === "completed" && found.value.status !== 1)
        differences.push(`${what} is recorded as completed, and failed on ${name}`)
    })
  )

  const back = yield* told(readBack(network, rpc, purpose))
  const slots = Effect.gen(function* () {
    differences.push(...(yield* walletsAhead(rpc, name, yield* wallets.wallets(name))), ...back.open)
    if (purpose === "compare") differences.push(...back.transactions.map(forgottenText))
    differences.push(...(yield* doubts(name)))
  })

  yield* told(Effect.andThen(transfers, Effect.andThen(transactions, slots)))
  return {
    network: name,
    transfersChecked,
    transactionsChecked,
    differences,
    readBack: back.transactions
  } satisfies ReconcileReport
})
