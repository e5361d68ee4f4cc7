/**
 * Quittance in live mode, on an Ethereum network of its own.
 *
 * Starts a network on this machine, deploys a token, sets a server up as an operator does, and serves a page with
 * buttons: create an invoice, pay it, make a payout. The server is the real one. It reads the blocks itself, and signs
 * and sends payouts itself. Only the network and its money are make-believe.
 *
 *     npm run chain:demo
 *     npm run chain:demo -- --port 4000 --keep ./demo
 */
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { AnvilNode, anvilAccounts, DemoToken } from "@quittance/testing/chain"
import { DemoPage } from "./DemoPage.ts"
import { Deployment, network } from "./Deployment.ts"
import { type Key, Shop } from "./Shop.ts"

const million = 1_000_000_000_000n

/** What was started, the latest last. It is stopped the other way around. */
const started: Array<() => Promise<void>> = []

const stopAll = async (): Promise<void> => {
  for (let stop = started.pop(); stop !== undefined; stop = started.pop()) await stop()
}

const start = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "0" }, keep: { type: "string" } }
  })
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new Error(`--port must be a number up to 65535, not "${values.port}".`)

  // First, because the port may be taken.
  const http = createServer().listen(Number(values.port), "127.0.0.1")
  await once(http, "listening")
  started.push(async () => {
    http.close()
    http.closeAllConnections()
  })

  console.log("Starting an Ethereum network on this machine, with a block every second.")
  const node = await AnvilNode.start(["--block-time", "1", "--slots-in-an-epoch", "2"])
  started.push(node.stop)

  const token = await DemoToken.deploy(node)
  await token.mint(anvilAccounts.miner.address, million)
  await token.mint(anvilAccounts.wallet.address, million)
  console.log(`Deployed a token that stands in for USDT: ${token.address}.`)

  const folder = values.keep === undefined ? await mkdtemp(join(tmpdir(), "quittance-demo-")) : undefined
  if (folder !== undefined) started.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const deployment = await Deployment.make(folder ?? resolve(values.keep ?? ""), node.url, token.address)
  console.log(`Wrote a configuration file, a master key and a wallet's key to ${deployment.folder}.\n`)

  const shown = async (...words: ReadonlyArray<string>) => {
    console.log(`$ quittance ${words.join(" ")}`)
    console.log(`${await deployment.command(...words)}\n`)
  }
  await shown("wallet", "import", "--network", network, "--key-file", "wallet-key")
  await shown("chain", "deploy", "--network", network)
  const scopes = "crypto:read,crypto:write,payouts:write"
  const made = await deployment.command("keys", "create", "--partner", "shop", "--scopes", scopes, "--json")

  console.log("$ QUITTANCE_MODE=live quittance serve")
  const server = await deployment.serve()
  started.push(server.stop)
  const shop = new Shop(server.url, JSON.parse(made) as Key, network)
  const page = new DemoPage(node, token, shop)
  http.on("request", (request, response) => void page.answer(request, response))
  const address = http.address()

  console.log(`
Try it in a browser:  http://127.0.0.1:${typeof address === "object" ? address?.port : ""}
The API and its docs: ${server.url}/docs

Ctrl-C stops everything${values.keep === undefined ? " and removes the folder" : ""}.`)
}

/** One sentence for what may be wrong with the machine. */
const sentenceOf = (error: unknown): string => {
  const { code, message, port } = error as { code?: string; message: string; port?: number }
  return code === "EADDRINUSE" ? `Port ${port} is taken; choose another one with --port.` : message
}

const signalled = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve())
})

try {
  await Promise.race([start().then(() => signalled), signalled])
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
} finally {
  await stopAll()
  // The start may be under way still.
  process.exit()
}
