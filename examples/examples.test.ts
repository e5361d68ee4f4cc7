/** Runs every example as its reader would and compares what it prints with the `expected.txt` beside it. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"

const timeoutMillis = 180_000
const here = import.meta.dirname
const server = join(here, "../packages/server/src/main.ts")

/** The environment without what a developer may have set for a deployment of their own. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:QUITTANCE_|PORT$|HOST$|NODE_OPTIONS$)/.test(name))
)

interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const run = async (command: string, args: ReadonlyArray<string>, variables = {}): Promise<Run> => {
  const child = spawn(command, args, {
    env: { ...environment, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMillis - 5_000
  })
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr)
  ])
  return { code, stdout, stderr }
}

const expected = async (example: string): Promise<Run> => ({
  code: 0,
  stdout: await readFile(join(here, example, "expected.txt"), "utf8"),
  stderr: ""
})

for (const example of [
  "bank-transfer",
  "embed",
  "effect",
  "kms",
  "kyc",
  "mount",
  "processor",
  "providers",
  "signature",
  "subscribe",
  "webhooks"
]) {
  it(
    `examples/${example} prints what it promises`,
    async () => {
      const main = join(here, example, "main.ts")
      expect(await run(process.execPath, ["--conditions=source", main])).toEqual(await expected(example))
    },
    timeoutMillis
  )
}

it(
  "examples/invoices prints what it promises, and alerts of the money that it could not take",
  async () => {
    const main = join(here, "invoices", "main.ts")
    const { stderr, ...printed } = await run(process.execPath, ["--conditions=source", main])
    expect(stderr).toMatch(
      /^.*level=ERROR.* could not be booked to the invoice \(cancelled\).* alert=bankPayment\.unresolved\n$/
    )
    expect({ ...printed, stderr: "" }).toEqual(await expected("invoices"))
  },
  timeoutMillis
)

/** Where the server says that it listens. What it prints later is read too, or it would wait for a reader. */
const addressIn = async (output: Readable): Promise<string> => {
  let printed = ""
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    printed += chunk
    const url = /"url":\s*"([^"]+)"/.exec(printed)?.[1]
    if (url === undefined) continue
    output.resume()
    return url
  }
  throw new Error(`the server ended before it listened, and printed:\n${printed}`)
}

it(
  "examples/shell speaks to a real server with curl and openssl, and prints what it promises",
  async () => {
    // The script needs both, and a machine without them has proved nothing.
    for (const [tool, argument] of [
      ["curl", "--version"],
      ["openssl", "version"]
    ] as const) {
      const found = await run(tool, [argument]).catch((error) => ({ code: null, stderr: String(error) }))
      expect(found.code, `${tool} is needed to run examples/shell: ${found.stderr}`).toBe(0)
    }

    const folder = await mkdtemp(join(tmpdir(), "quittance-shell-"))
    const child = spawn(process.execPath, ["--conditions=source", server, "serve"], {
      cwd: folder,
      env: { ...environment, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
      timeout: timeoutMillis - 5_000,
      killSignal: "SIGKILL"
    })
    const exited = once(child, "exit")
    try {
      const variables = {
        QUITTANCE_URL: await addressIn(child.stdout),
        QUITTANCE_CREDENTIALS: join(folder, "data/sandbox-credentials.json"),
        no_proxy: "127.0.0.1"
      }
      expect(await run("sh", [join(here, "shell/quittance.sh")], variables)).toEqual(await expected("shell"))
      child.kill("SIGTERM")
      expect(await exited).toEqual([0, null])
    } finally {
      child.kill("SIGKILL")
      await exited
      await rm(folder, { recursive: true })
    }
  },
  timeoutMillis
)
