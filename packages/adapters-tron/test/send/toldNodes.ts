import { RpcUnavailable } from "@quittance/adapters-evm"
import { addressTopic, transferTopic } from "@quittance/adapters-evm/parts"
import type { OpenTransaction, SignedForm } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { addressOfHex } from "../../src/address.ts"
import { rawData, signedTransaction, transactionId } from "../../src/encode/TronTransaction.ts"
import type { TransactionInfo, TronApi, TronBlock } from "../../src/node/TronApi.ts"
import { lifetimeMillis } from "../../src/send/TronSenderOptions.ts"
import { transactionFor } from "../../src/send/transactionFor.ts"
import type { Hex } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import { payer, payoutOrder, recipientOf } from "./Paying.ts"

/** Nodes that say of blocks and transactions what a test tells them to say. */

export const tokenAddress = { address: addressOfHex(token), decimals: 6 }

const genesisMillis = 1_700_000_000_000
const blockMillis = 3_000

export const timeOf = (number: number): number => genesisMillis + number * blockMillis

export const blockOf = (number: number, tail = "cd"): TronBlock => ({
  number,
  timestamp: timeOf(number),
  parentId: "0x",
  id: `0x${number.toString(16).padStart(16, "0")}${number.toString(16).padStart(8, "0")}${tail.repeat(20)}`
})

/** A form that was signed when this was the newest block, and refers to a solid one. */
export const formOf = (head: number, solid = head - 19): SignedForm => {
  const reference = { head: blockOf(head), solid: blockOf(solid) }
  const raw = rawData(transactionFor({ to: token, data: "0x" }, payer, 0, reference, 1n))
  return {
    hash: transactionId(raw).slice(2),
    bytes: signedTransaction(raw, `0x${"11".repeat(65)}`),
    ...{ isCancel: false, maxFeeWei: 0n, maxTipWei: 0n, at: 0 },
    expiresAt: timeOf(head) + lifetimeMillis
  }
}

/** The first block as late as the expiration of what was signed at this one. */
export const endOf = (head: number): number => head + lifetimeMillis / blockMillis

export const openSlot = (number: number, forms: ReadonlyArray<SignedForm>): OpenTransaction => ({
  ...{ _tag: "sent", order: payoutOrder(number), wallet: addressOfHex(payer), nonce: number },
  ...{ updatedAt: 0, forms }
})

/** The token moved it to somebody. */
export const movedLog = (to: Hex, value: bigint) => ({
  address: token,
  topics: [transferTopic, addressTopic(payer), addressTopic(to)],
  data: `0x${value.toString(16).padStart(64, "0")}` as Hex
})

/** What a node says of a payout that was carried out in a block. */
export const infoOf = (
  { hash }: SignedForm,
  number: number,
  blockNumber: number,
  changes: Partial<TransactionInfo> = {}
): TransactionInfo => ({
  ...{
    id: `0x${hash}`,
    blockNumber,
    isSuccess: true,
    result: "",
    feeSun: 7n,
    energyUsed: 1n,
    contract: token
  },
  logs: [movedLog(recipientOf(number), payoutOrder(number).amountMinor)],
  ...changes
})

interface Told {
  readonly solid: number
  /** When its newest block was made; without it, it does not say. */
  readonly headAt?: number
  readonly infos?: ReadonlyArray<TransactionInfo>
  /** What it has in a block without an outcome. */
  readonly inBlock?: ReadonlyArray<SignedForm>
  /** It does not answer these. */
  readonly silent?: ReadonlyArray<"block" | "info" | "infosOfBlock" | "isInBlock" | "solidHead">
  readonly block?: (number: number) => TronBlock | undefined
  /** The outcomes of all transactions of a block. */
  readonly infosOf?: (number: number) => ReadonlyArray<TransactionInfo>
}

type Node = TronApi["nodes"][number]

const unavailable = (host: string) =>
  Effect.fail(new RpcUnavailable({ host, method: "", kind: "timeout", reason: "it does not answer" }))

/** A node, and what it was asked. */
export const toldNode = (
  host: string,
  { block = blockOf, headAt, inBlock = [], infos = [], infosOf = () => [], silent = [], solid }: Told
): Node & { readonly asked: Array<string> } => {
  const asked: Array<string> = []
  const answer = <A>(what: NonNullable<Told["silent"]>[number], about: unknown, value: () => A) =>
    Effect.suspend(() => {
      asked.push(about === undefined ? what : `${what} ${about}`)
      return silent.includes(what) ? unavailable(host) : Effect.succeed(value())
    })
  const never = unavailable(host)
  return {
    asked,
    host,
    head: headAt === undefined ? never : Effect.succeed({ ...blockOf(solid), timestamp: headAt }),
    solidHead: answer("solidHead", undefined, () => blockOf(solid)),
    block: (number) => answer("block", number, () => Option.fromUndefinedOr(block(number))),
    info: (id) => answer("info", id, () => Option.fromUndefinedOr(infos.find((info) => info.id === id))),
    infosOfBlock: (number) => answer("infosOfBlock", number, () => infosOf(number)),
    isInBlock: (id) => answer("isInBlock", id, () => inBlock.some(({ hash }) => `0x${hash}` === id)),
    ...{
      logsOf: () => never,
      broadcast: () => never,
      energyOf: () => never,
      account: () => never,
      parameters: never
    }
  }
}
