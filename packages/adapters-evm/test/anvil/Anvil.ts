import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { arch, platform } from "node:process"
import { createInterface } from "node:readline"
import { afterwards } from "@quittance/testing"
import { type HDAccount, mnemonicToAccount } from "viem/accounts"

export interface AnvilOptions {
  /** A block for each transaction, soon after it arrived; otherwise blocks are made only when told. */
  readonly automine?: boolean
  readonly chainId?: number
  /** `safe` is this many blocks below the head and `finalized` twice as many; 32. */
  readonly slotsInAnEpoch?: number
}

/** A node of its own on a fixed chain: the same calls give the same hashes, addresses and times. */
export interface Anvil {
  readonly url: string
  readonly chainId: number
  /** One JSON-RPC call. Rejects with the node's message. */
  readonly rpc: (method: string, parameters?: ReadonlyArray<unknown>) => Promise<unknown>
  /** Ends the node; it ends afterwards in any case. */
  readonly stop: () => Promise<void>
}

/** The time of the first block, in seconds. Each block is `blockSeconds` later than the one before. */
export const genesisSeconds = 1_700_000_000
export const blockSeconds = 12

const mnemonic = "test test test test test test test test test test test junk"

/** One of the ten accounts that own 10 000 coins. The node signs for them too. */
export const accountOf = (index: number): HDAccount => mnemonicToAccount(mnemonic, { addressIndex: index })

export const startAnvil = async (options: AnvilOptions = {}): Promise<Anvil> => {
  const { automine = false, chainId = 31_337, slotsInAnEpoch = 32 } = options
  const child = spawn(
    "sh",
    // The node ends when the pipe is closed, however this process ends.
    ["-c", '"$@" & read line; kill $!', "sh", program(), ...programArguments(chainId, slotsInAnEpoch)],
    { stdio: ["pipe", "pipe", "pipe"] }
  )
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const stop = () => {
    child.stdin.end()
    return ended
  }
  afterwards(stop)
  const url = await listening(child.stdout, child.stderr, ended)
  const rpc = rpcOf(url)
  await rpc("anvil_setBlockTimestampInterval", [blockSeconds])
  if (!automine) await rpc("evm_setAutomine", [false])
  return { url, chainId, rpc, stop }
}

const programArguments = (chainId: number, slotsInAnEpoch: number): ReadonlyArray<string> => [
  ...["--host", "127.0.0.1", "--port", "0"],
  ...["--chain-id", String(chainId)],
  ...["--mnemonic", mnemonic],
  ...["--timestamp", String(genesisSeconds)],
  ...["--slots-in-an-epoch", String(slotsInAnEpoch)]
]

/** The program itself: the package's own command is a Node script, which starts slowly. */
const program = (): string => {
  const ofAnvil = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"))
  const architecture = arch === "x64" ? "amd64" : arch
  return ofAnvil.resolve(`@foundry-rs/anvil-${platform}-${architecture}/bin/anvil`)
}

/** The URL that the node prints when it listens. */
const listening = (
  output: NodeJS.ReadableStream,
  errors: NodeJS.ReadableStream,
  ended: Promise<void>
): Promise<string> =>
  new Promise((resolve, reject) => {
    let told = ""
    errors.on("data", (text) => {
      told += text
    })
    createInterface({ input: output }).on("line", (line) => {
      const address = /^Listening on (\S+)$/.exec(line)?.[1]
      if (address !== undefined) resolve(`http://${address}`)
    })
    ended.then(() => reject(new Error(`anvil did not start: ${told}`)))
  })

const rpcOf =
  (url: string): Anvil["rpc"] =>
  async (method, parameters = []) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: parameters })
    })
    const { error, result } = (await response.json()) as {
      readonly error?: { readonly message: string }
      readonly result: unknown
    }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
