import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { arch, platform } from "node:process"
import { createInterface } from "node:readline"

/** The node's ten accounts follow from this. */
export const anvilMnemonic = "test test test test test test test test test test test junk"

/** The first of the accounts that own 10 000 coins, and their keys, which are public. */
export const anvilAccounts = {
  /** An account that the node signs for. */
  miner: { address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" },
  wallet: {
    address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    privateKey: "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"
  },
  receiver: { address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" }
} as const

/** The node of a network: a process of its own, on a free port of this machine. */
export class AnvilNode {
  readonly url: string
  /** Ends the node. It also ends when this process ends, in whatever way. */
  readonly stop: () => Promise<void>

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url
    this.stop = stop
  }

  /** `flags` are those of the program. Rejects if it is not installed or does not start. */
  static async start(flags: ReadonlyArray<string>): Promise<AnvilNode> {
    const child = spawn(
      "sh",
      // The node ends when the pipe is closed.
      ["-c", '"$@" & read line; kill $!', "sh", program(), ...fixedFlags, ...flags],
      // Ctrl-C in a terminal is for who started the node, and stops it in its turn.
      { stdio: ["pipe", "pipe", "pipe"], detached: true }
    )
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
    const stop = () => {
      child.stdin.end()
      return ended
    }
    return new AnvilNode(await listening(child.stdout, child.stderr, ended), stop)
  }

  /** One JSON-RPC call. Rejects with the node's message. */
  async rpc(method: string, parameters: ReadonlyArray<unknown> = []): Promise<unknown> {
    const response = await fetch(this.url, {
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
}

const fixedFlags = ["--host", "127.0.0.1", "--port", "0", "--mnemonic", anvilMnemonic]

/** The program itself: the package's own command is a Node script, which starts slowly. */
const program = (): string => {
  const architecture = arch === "x64" ? "amd64" : arch
  try {
    const ofAnvil = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"))
    return ofAnvil.resolve(`@foundry-rs/anvil-${platform}-${architecture}/bin/anvil`)
  } catch (cause) {
    throw new Error(
      `The local network needs the npm package @foundry-rs/anvil, which is not installed or not there for ${platform} on ${architecture}.`,
      { cause }
    )
  }
}

/** The URL that the node prints when it listens. */
const listening = (
  output: NodeJS.ReadableStream,
  errors: NodeJS.ReadableStream,
  ended: Promise<void>
): Promise<string> =>
  new Promise((resolve, reject) => {
    let complaint = ""
    errors.on("data", (text) => {
      complaint += text
    })
    createInterface({ input: output }).on("line", (line) => {
      const address = /^Listening on (\S+)$/.exec(line)?.[1]
      if (address !== undefined) resolve(`http://${address}`)
    })
    ended.then(() => reject(new Error(`anvil did not start: ${complaint}`)))
  })
