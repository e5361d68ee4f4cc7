/**
 * A server with providers of one's own that tell it what they know.
 *
 * `providers.ts` is the file that `QUITTANCE_PROVIDERS` names. Its default function gets a handle of the server and
 * makes an address source that watches a network: a deposit is credited when the network tells of it, and not up to a
 * minute later, at the next poll. The network is a pretend one, `PretendNetwork.ts`, in this process, as the server is.
 *
 *     npx node --conditions=source examples/providers/main.ts
 */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { serve } from "quittance"
import { network } from "./PretendNetwork.ts"

const folder = await mkdtemp(join(tmpdir(), "quittance-providers-"))
const server = await serve({
  PORT: "0",
  QUITTANCE_DB: join(folder, "quittance.db"),
  QUITTANCE_PROVIDERS: join(import.meta.dirname, "providers.ts"),
  QUITTANCE_LOG_LEVEL: "warn"
})

const key = JSON.parse(await readFile(join(folder, "sandbox-credentials.json"), "utf8"))
const ask = async (method: "GET" | "POST", path: string, body?: object) => {
  const response = await fetch(`${server.url}/v1/transit/${path}`, {
    method,
    headers: { "X-API-Key": key.publicKey, "X-API-Secret": key.secret, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body)
  })
  return response.json()
}

try {
  const { wallet } = await ask("POST", "wallets", { label: "Front desk", network: "polygon" })
  console.log(`a wallet on ${wallet.network}: ${wallet.balance} USDT`)

  const sentAt = performance.now()
  network.send(wallet.address, 12_500_000n)
  let credited = wallet
  while (credited.balance === 0) {
    await sleep(20)
    credited = (await ask("GET", `wallets/${wallet.id}`)).wallet
  }
  const seconds = (performance.now() - sentAt) / 1000
  console.log(`the network told of a transfer: ${credited.balance} USDT`)
  console.log(`that took less than a poll: ${seconds < 30 ? "yes" : `no, ${seconds} s`}`)
} finally {
  await server.close()
  await rm(folder, { recursive: true })
}
