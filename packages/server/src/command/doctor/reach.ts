import { lookup } from "node:dns/promises"
import { connect, isIP, type Socket } from "node:net"
import { connect as connectTls } from "node:tls"
import { readNodeUrl } from "@quittance/adapters-evm"
import { isLoopbackAddress, isPublicAddress } from "@quittance/core/adapter"
import { Result } from "effect"
import { wordsOf } from "./Finding.ts"

/** Tries of what lies outside, each bounded in time and size. None of them changes anything there. */

const patienceMillis = 5_000

/** Why a place was not reached; with what would be right, if that is known. */
export interface Unreached {
  readonly problem: string
}

interface Place {
  readonly host: string
  readonly port: number
  readonly tls: boolean
}

/** Connects, and reads the first line if the server is to greet; says why not. */
export const reachPlace = ({ host, port, tls }: Place, greeting?: RegExp): Promise<Unreached | undefined> =>
  new Promise((resolve) => {
    const place = { host, port, timeout: patienceMillis }
    const socket: Socket = tls
      ? connectTls({ ...place, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connect(place)
    const end = (unreached?: Unreached): void => {
      socket.destroy()
      resolve(unreached)
    }
    socket.once("timeout", () => end({ problem: `no answer within ${patienceMillis / 1_000} s` }))
    socket.once("error", (error) => end({ problem: wordsOf(error) }))
    socket.once(tls ? "secureConnect" : "connect", () => {
      if (greeting === undefined) end()
    })
    socket.once("data", (data) =>
      end(
        greeting === undefined || greeting.test(data.toString("latin1"))
          ? undefined
          : { problem: "what answers there is no mail server" }
      )
    )
  })

/** The address that a receiver of webhooks would be called at; the others are refused when an event is sent. */
export const receiverAddress = async (host: string, allowPrivate: boolean): Promise<string | Unreached> => {
  const bare = host.replace(/^\[(.*)\]$/, "$1")
  try {
    const found = isIP(bare) === 0 ? await lookup(bare, { all: true }) : [{ address: bare }]
    const allowed = found.find(
      ({ address }) => isPublicAddress(address) || (allowPrivate && isLoopbackAddress(address))
    )
    return allowed?.address ?? { problem: "its name leads to an address that is not public" }
  } catch (error) {
    return { problem: wordsOf(error) }
  }
}

/** What a node says: which chain it is of, and when it answered by its own clock. */
export interface NodeAnswer {
  readonly chainId: number
  readonly at: number | undefined
}

export const askNode = async (rpcUrl: string): Promise<NodeAnswer | Unreached> => {
  const read = readNodeUrl(rpcUrl)
  if (Result.isFailure(read)) return { problem: read.failure.reason }
  const { conceal, headers, url } = read.success
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      signal: AbortSignal.timeout(patienceMillis)
    })
    if (!response.ok) return { problem: `it answered ${response.status}` }
    const { result } = (await response.json()) as { readonly result?: unknown }
    const chainId = typeof result === "string" ? Number(result) : Number.NaN
    if (!Number.isInteger(chainId)) return { problem: "it does not say of which chain it is" }
    return { chainId, at: dateOf(response) }
  } catch (error) {
    return { problem: conceal(wordsOf(error)) }
  }
}

export const dateOf = (response: Response): number | undefined => {
  const at = Date.parse(response.headers.get("date") ?? "")
  return Number.isNaN(at) ? undefined : at
}

/** What `/readyz` of a server answers; undefined if no server answers there. */
export const askReadiness = async (
  base: string
): Promise<{ readonly status: string; readonly reasons: ReadonlyArray<string> } | undefined> => {
  try {
    const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(patienceMillis) })
    const { reasons = [], status } = (await response.json()) as {
      readonly status?: unknown
      readonly reasons?: ReadonlyArray<{ readonly message: string }>
    }
    return { status: String(status), reasons: reasons.map(({ message }) => message) }
  } catch {
    return undefined
  }
}
