import { Effect, Schema } from "effect"
import { Bytes, hexOfNumber } from "../rpc/ChainData.ts"
import { httpFetch } from "../rpc/httpFetch.ts"
import type { Fetch } from "../rpc/NodeHttp.ts"
import { type NodeUrlRefused, readNodeUrl } from "../rpc/NodeUrl.ts"
import type { NodeError, RpcUnavailable } from "../rpc/RpcFailure.ts"
import { type Question, RpcNode } from "../rpc/RpcNode.ts"
import type { OutsideSigner } from "./OutsideSigner.ts"
import { SignerUnavailable, type UnsignedTransaction } from "./Signer.ts"

const limits = { answerMillisMax: 10_000, answerBytesMax: 256 * 1024 }

/**
 * Web3Signer, or any server that answers `eth_accounts` and `eth_signTransaction` like it: one object of parameters,
 * and the signed bytes as result. Web3Signer signs for the chain that it was started with (`eth1 --chain-id`) and
 * ignores the chain in the request; other signers use it.
 */
export const web3Signer = (
  url: string,
  fetch: Fetch = httpFetch
): Effect.Effect<OutsideSigner, NodeUrlRefused> =>
  Effect.map(Effect.fromResult(readNodeUrl(url)), (read) => {
    const node = new RpcNode(read, undefined, limits, fetch)
    const ask = <A>(question: Question<A>) => Effect.mapError(node.ask(question), unavailable)
    return {
      accounts: ask({ method: "eth_accounts", parameters: [], answer: Schema.Array(Schema.String) }),
      sign: (wallet, transaction) =>
        ask({
          method: "eth_signTransaction",
          parameters: [{ from: wallet, ...parametersOf(transaction) }],
          answer: Bytes
        })
    }
  })

const parametersOf = ({ chainId, data, fees, gas, nonce, to }: UnsignedTransaction) => ({
  ...(to !== undefined && { to }),
  data,
  value: "0x0",
  nonce: hexOfNumber(nonce),
  gas: hexOfNumber(gas),
  maxFeePerGas: hexOfNumber(fees.maxFeeWei),
  maxPriorityFeePerGas: hexOfNumber(fees.maxTipWei),
  chainId: hexOfNumber(chainId)
})

const unavailable = (failure: NodeError | RpcUnavailable): SignerUnavailable =>
  new SignerUnavailable({
    reason:
      failure._tag === "NodeError"
        ? `the signer ${failure.host} refuses: ${failure.reason}`
        : `the signer ${failure.host} did not sign: ${failure.reason}`
  })
