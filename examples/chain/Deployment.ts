import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { anvilAccounts } from "@quittance/testing/chain"

/** The network's name in Quittance. */
export const network = "ethereum"

const main = fileURLToPath(new URL("../../packages/server/src/main.ts", import.meta.url))

/** Nobody has the key of this address. A real treasury is a wallet that is kept offline. */
const treasury = "0x00000000000000000000000000000000000000AA"

/**
 * What an operator writes and keeps, in a folder: the configuration file, the master key, and the key of the wallet
 * that pays.
 */
export class Deployment {
  readonly folder: string
  readonly #environment: NodeJS.ProcessEnv

  private constructor(folder: string, masterKey: string) {
    this.folder = folder
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(?:QUITTANCE_|PORT$|HOST$|NODE_OPTIONS$)/.test(name)
    )
    this.#environment = {
      ...Object.fromEntries(kept),
      QUITTANCE_MODE: "live",
      QUITTANCE_MASTER_KEY: masterKey,
      QUITTANCE_DB: join(folder, "quittance.db"),
      QUITTANCE_CONFIG: join(folder, "quittance.config.json")
    }
  }

  static async make(folder: string, nodeUrl: string, tokenAddress: string): Promise<Deployment> {
    await mkdir(folder, { recursive: true })
    const masterKey = randomBytes(32).toString("base64")
    const configuration = {
      networks: {
        [network]: {
          rpcUrls: [nodeUrl],
          chainId: 31_337,
          token: { address: tokenAddress, decimals: 6 },
          // Few, because a block comes every second.
          ...{ confirmations: 3, finality: 4 },
          treasury,
          ...{ minPayout: 1, maxPayout: 10_000, maxPayoutPerDay: 100_000 },
          invoiceFee: { percent: 1, fixed: 0 },
          payoutFee: { percent: 0, fixed: 1 }
        }
      }
    }
    const secret = { mode: 0o600 }
    await writeFile(join(folder, "quittance.config.json"), JSON.stringify(configuration, null, 2))
    await writeFile(join(folder, "master-key"), `${masterKey}\n`, secret)
    await writeFile(join(folder, "wallet-key"), `${anvilAccounts.wallet.privateKey}\n`, secret)
    return new Deployment(folder, masterKey)
  }

  /** Runs `quittance` with these words to its end, and returns what it printed. */
  command(...words: ReadonlyArray<string>): Promise<string> {
    const child = spawn(process.execPath, ["--conditions=source", main, ...words], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let printed = ""
    let complaint = ""
    child.stdout.on("data", (text) => {
      printed += text
    })
    child.stderr.on("data", (text) => {
      complaint += text
    })
    return new Promise((resolve, reject) => {
      child.once("error", reject)
      child.once("close", (status) => {
        if (status === 0) resolve(printed.trim())
        else reject(new Error(`quittance ${words.join(" ")}: ${complaint.trim()}`))
      })
    })
  }

  /** Starts `quittance serve` on a free port. */
  async serve(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
    const child = spawn(
      "sh",
      // The server stops when the pipe is closed, however this process ends.
      ["-c", '"$@" & read line; kill $!', "sh", process.execPath, "--conditions=source", main, "serve"],
      {
        cwd: this.folder,
        env: { ...this.#environment, HOST: "127.0.0.1", PORT: "0" },
        stdio: ["pipe", "pipe", "pipe"],
        // Ctrl-C is for this process, which stops the server before the network.
        detached: true
      }
    )
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
    let printed = ""
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on("data", (text) => {
        printed += text
      })
      child.stdout.on("data", (text) => {
        if (printed.includes('"quittance is ready"')) return
        printed += text
        const found = /"quittance is ready".*?"url":"([^"]+)"/.exec(printed)?.[1]
        if (found !== undefined) resolve(found)
      })
      void ended.then(() => reject(new Error(`quittance serve did not start: ${printed.trim()}`)))
    })
    return {
      url,
      stop: () => {
        child.stdin.end()
        return ended
      }
    }
  }
}
