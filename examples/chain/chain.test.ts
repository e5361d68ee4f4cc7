/**
 * The demonstration of live mode starts, takes one payment and makes one payout over its page's own endpoints, and
 * stops.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { assert, expect, it } from "vitest"

interface State {
  readonly invoice?: { readonly status: string; readonly paymentLink: string }
  readonly payout?: { readonly status: string }
  readonly available: number
}

const lifeMillisMax = 110_000

/** Starts it, and tells all that it printed. */
const startDemo = (...flags: ReadonlyArray<string>) => {
  const main = join(import.meta.dirname, "main.ts")
  const child = spawn(process.execPath, ["--conditions=source", main, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: lifeMillisMax,
    killSignal: "SIGKILL"
  })
  let printed = ""
  const ended = once(child, "close")
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(printed)?.[1]
        if (found !== undefined) resolve(found)
      }
      child.stdout.on("data", look)
      void ended.then(() => reject(new Error(`it ended and printed:\n${printed}`)))
      look()
    })
  for (const output of [child.stdout, child.stderr])
    output.on("data", (text) => {
      printed += text
    })
  return { child, ended, says, printed: () => printed }
}

it(
  "the page takes a payment and makes a payout on a local network, and nothing stays behind",
  async () => {
    const demo = startDemo()
    try {
      const url = await demo.says(/browser: {2}(\S+)\n/)
      const api = await demo.says(/docs: (\S+)\/docs\n/)
      const folder = await demo.says(/ key to (\S+)\.\n/)
      const state = async (): Promise<State> => (await fetch(`${url}/state`)).json()
      const press = async (path: string, body: object = {}) => {
        const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) })
        return { status: response.status, answer: await response.json() }
      }
      const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 60_000 })

      assert.include(await (await fetch(url)).text(), "Pay it as the customer")
      const script = await fetch(`${url}/page.js`)
      assert.strictEqual(script.headers.get("content-type"), "text/javascript; charset=utf-8")
      assert.deepStrictEqual(await press("/payouts", { amount: 10 }), {
        status: 422,
        answer: {
          error: "the available balance does not cover 11 USDT (amount plus fee): 0 USDT is available"
        }
      })
      const { answer } = await press("/invoices", { amount: 25 })
      const { invoice } = answer as State
      assert.strictEqual(invoice?.status, "pending")
      assert.isTrue(invoice?.paymentLink.startsWith(`${api}/pay/crypto/`))
      await press("/payments")
      await eventually(async () => (await state()).invoice?.status).toBe("paid")
      assert.strictEqual((await state()).available, 24.75)
      await press("/payouts", { amount: 10 })
      await eventually(async () => (await state()).payout?.status).toBe("COMPLETED")
      assert.strictEqual((await state()).available, 13.75)
      const foreign = await fetch(`${url}/payouts`, {
        method: "POST",
        headers: { origin: "http://example.com" }
      })
      assert.strictEqual(foreign.status, 403)

      assert.isTrue(existsSync(folder))
      demo.child.kill("SIGINT")
      assert.deepStrictEqual(await demo.ended, [0, null])
      assert.isFalse(existsSync(folder))
      const isAnswering = await fetch(api).then(
        () => true,
        () => false
      )
      assert.isFalse(isAnswering)
    } finally {
      demo.child.kill("SIGKILL")
      await demo.ended
    }
  },
  lifeMillisMax + 10_000
)

it(
  "a port that is taken is told in one sentence",
  async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const address = other.address()
    const port = typeof address === "object" ? address?.port : undefined
    const demo = startDemo("--port", String(port))
    try {
      assert.deepStrictEqual(await demo.ended, [1, null])
      assert.strictEqual(demo.printed(), `Port ${port} is taken; choose another one with --port.\n`)
    } finally {
      other.close()
      demo.child.kill("SIGKILL")
    }
  },
  lifeMillisMax + 10_000
)
