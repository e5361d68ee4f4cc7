import { addressOfBytes } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { bytesOf, type Hex, word } from "./hex.ts"
import type { StateTag } from "./rpc/questions.ts"
import type { Questions } from "./rpc/Rpc.ts"
import type { CallReverted, RpcUnavailable } from "./rpc/RpcFailure.ts"

/** Minor units have 6 decimals, whatever the token has. */
const minorDecimals = 6

/** An amount in units of the token. A token has at least as many decimals as minor units. */
export const valueOf = (amountMinor: bigint, decimals: number): bigint =>
  amountMinor * 10n ** BigInt(decimals - minorDecimals)

/** Units of the token in minor units, rounded down. */
export const minorOf = (value: bigint, decimals: number): bigint =>
  decimals >= minorDecimals
    ? value / 10n ** BigInt(decimals - minorDecimals)
    : value * 10n ** BigInt(minorDecimals - decimals)

/** `transfer(address,uint256)` */
export const transferSelector = "a9059cbb"

/**
 * The data of a call to a token that moves `value` to `recipient`. Some tokens return nothing, so no answer is
 * expected.
 */
export const transferCall = (recipient: string, value: bigint): Hex =>
  `0x${transferSelector}${word(BigInt(recipient))}${word(value)}`

/** What the data of a call asks a token to move, if it asks for that. */
export const transferCallIn = (
  data: Hex
): { readonly recipient: string; readonly value: bigint } | undefined => {
  const [, recipient, value] = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data) ?? []
  return recipient === undefined
    ? undefined
    : { recipient: addressOfBytes("evm", bytesOf(`0x${recipient}`)), value: BigInt(`0x${value}`) }
}

/** The first topic of `Transfer(address,address,uint256)`. */
export const transferTopic: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** An address as a topic of a log. */
export const addressTopic = (address: string): Hex => `0x${word(BigInt(address))}`

/** The contract does not answer like a token. */
export class NoToken extends Schema.TaggedError<NoToken>()("NoToken", { reason: Schema.String }) {}

/** All nodes, or one. */
type Caller = Pick<Questions, "call">

/** `balanceOf(address)` */
const balanceSelector = "70a08231"
/** `decimals()` */
const decimalsCall: Hex = "0x313ce567"

const numberIn = (
  answered: Effect.Effect<Hex, CallReverted | RpcUnavailable>,
  token: Hex
): Effect.Effect<bigint, NoToken | RpcUnavailable> =>
  answered.pipe(
    Effect.catchTag("CallReverted", () => Effect.succeed<Hex>("0x")),
    Effect.flatMap((answer) =>
      /^0x[0-9a-f]{64}$/.test(answer)
        ? Effect.succeed(BigInt(answer))
        : Effect.fail(new NoToken({ reason: `the contract ${token} does not answer as a token does` }))
    )
  )

/** What a function without parameters, or with encoded ones, answers. */
export const tokenNumber = (rpc: Caller, token: Hex, data: Hex, tag: StateTag = "latest") =>
  numberIn(rpc.call({ to: token, data }, tag), token)

const balanceCall = (account: Hex): Hex => `0x${balanceSelector}${word(BigInt(account))}`

/** What the account has of the token, in units of the token. */
export const tokenBalance = (
  rpc: Caller,
  token: Hex,
  account: Hex,
  tag?: StateTag
): Effect.Effect<bigint, NoToken | RpcUnavailable> => tokenNumber(rpc, token, balanceCall(account), tag)

/** The same for many accounts, in their order, in as few requests as the node takes. */
export const tokenBalances = Effect.fnUntraced(function* (
  rpc: Pick<Questions, "calls">,
  token: Hex,
  accounts: ReadonlyArray<Hex>,
  tag: StateTag = "latest"
): Effect.fn.Return<ReadonlyArray<bigint>, NoToken | RpcUnavailable> {
  const answers = yield* rpc.calls(
    accounts.map((account) => ({ to: token, data: balanceCall(account) })),
    tag
  )
  return yield* Effect.forEach(answers, (answer) => numberIn(Effect.fromResult(answer), token))
})

export const tokenDecimals = (rpc: Caller, token: Hex): Effect.Effect<number, NoToken | RpcUnavailable> =>
  Effect.map(tokenNumber(rpc, token, decimalsCall), Number)
