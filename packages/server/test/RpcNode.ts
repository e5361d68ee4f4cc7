import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterwards } from "@quittance/testing"

/** The key in the URL of a node, which no output may show. */
export const rpcKey = "s3cret-key-of-a-node"

const word = (value: number): string => `0x${value.toString(16).padStart(64, "0")}`

/** A node of a chain that does not move, over HTTP as a server asks it. What it knows can be changed. */
export const startRpcNode = async (chainId: number) => {
  const known = {
    /** How many transactions each wallet has made. */
    made: 0,
    /** Whose keys it has, as a signer. */
    accounts: [] as ReadonlyArray<string>,
    /** The code of contracts, by their address in lower case. */
    codes: new Map<string, string>()
  }
  const results: Readonly<Record<string, (parameters: ReadonlyArray<unknown>) => unknown>> = {
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_accounts: () => known.accounts,
    // All of them are in the newest block.
    eth_getTransactionCount: ([, block]) => `0x${(Number(block) < 100 ? 0 : known.made).toString(16)}`,
    eth_getBalance: () => `0x${(1_500_000_000_000_000_000n).toString(16)}`,
    // Its token has 6 decimals, and everybody 25 of it.
    eth_call: ([call]) => word((call as { readonly data: string }).data === "0x313ce567" ? 6 : 25_000_000),
    eth_getCode: ([address]) => known.codes.get(String(address).toLowerCase()) ?? "0x",
    eth_getBlockByNumber: () => ({
      ...{ number: "0x64", hash: word(0xb), parentHash: word(0xa) },
      ...{ timestamp: "0x6553f100", logsBloom: `0x${"0".repeat(512)}`, transactions: [] }
    })
  }
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const result = results[method]
    const answer =
      request.url?.includes(rpcKey) === true && result !== undefined
        ? { result: result(params) }
        : { error: { code: -32_601, message: `no ${method}` } }
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterwards(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { known, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/v3/${rpcKey}` }
}
