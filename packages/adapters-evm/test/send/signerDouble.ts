import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterwards } from "@quittance/testing"
import type { Hex, TransactionSerializableEIP1559 } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"

/** The secret in the URL of a signer, which nothing may show. */
export const signerKey = "s3cret-of-the-signer"

/** The parameters of `eth_signTransaction`, as Web3Signer reads them. */
interface Asked {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value: Hex
  readonly nonce: Hex
  readonly gas: Hex
  readonly maxFeePerGas: Hex
  readonly maxPriorityFeePerGas: Hex
}

/** What it does instead of signing what it was asked for. */
export interface Lie {
  /** Changes what is signed. */
  readonly signs?: (asked: TransactionSerializableEIP1559) => TransactionSerializableEIP1559
  /** Whose key signs. */
  readonly by?: PrivateKeyAccount
  /** Changes the signed bytes. */
  readonly answers?: (bytes: Hex) => unknown
  /** A whole answer. */
  readonly meets?: { readonly status: number; readonly type: string; readonly body: string }
  readonly hangs?: true
}

/**
 * A Web3Signer for these accounts over HTTP: `eth_accounts` without parameters, and `eth_signTransaction` with one
 * object that has a nonce, for the chain of the signer, whatever chain is named.
 */
export const startSignerDouble = async (chainId: number, accounts: ReadonlyArray<PrivateKeyAccount>) => {
  const behaviour: { lie: Lie | undefined } = { lie: undefined }
  let signedCount = 0

  const sign = async ([asked]: readonly [Asked]): Promise<unknown> => {
    const { answers, by, signs }: Lie = behaviour.lie ?? {}
    const account = accounts.find(({ address }) => address.toLowerCase() === asked.from.toLowerCase())
    if (account === undefined) return undefined
    signedCount += 1
    const transaction: TransactionSerializableEIP1559 = {
      type: "eip1559",
      ...{ chainId, to: asked.to, data: asked.data, value: BigInt(asked.value), nonce: Number(asked.nonce) },
      ...{ gas: BigInt(asked.gas), maxFeePerGas: BigInt(asked.maxFeePerGas) },
      maxPriorityFeePerGas: BigInt(asked.maxPriorityFeePerGas)
    }
    const bytes = await (by ?? account).signTransaction(signs?.(transaction) ?? transaction)
    return answers?.(bytes) ?? bytes
  }

  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const { hangs, meets } = behaviour.lie ?? {}
    if (hangs) return
    if (meets !== undefined) {
      response.writeHead(meets.status, { "content-type": meets.type }).end(meets.body)
      return
    }
    const isKnown = request.url === `/${signerKey}`
    const result = !isKnown
      ? undefined
      : method === "eth_accounts" && params.length === 0
        ? accounts.map(({ address }) => address.toLowerCase())
        : method === "eth_signTransaction"
          ? await sign(params)
          : undefined
    const error = { code: -32_000, message: "No unlocked account matches the Sender" }
    response.writeHead(result === undefined ? 400 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) }))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterwards(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    behaviour,
    signedCount: () => signedCount,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/${signerKey}`
  }
}
