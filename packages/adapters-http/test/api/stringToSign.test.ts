import { createHash, createHmac } from "node:crypto"
import { HttpApp } from "@quittance/adapters-http"
import type { NewApiKey } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { operationsOf, proofNameOf } from "../operations/operationTable.ts"
import { invoicesPath, payoutFields, payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

type BindMode = "none" | "idempotency" | "query"
const modes: ReadonlyArray<BindMode> = ["none", "idempotency", "query"]

/** What a signature is read from. The bound part is sent as what the key binds. */
interface Reading {
  readonly method: string
  readonly path: string
  readonly timestamp: string
  readonly body: string
  readonly bind: string
  /** A key beside the bound part; it is unsigned. */
  readonly idempotencyKey?: string
}

const hashOf = (body: string) => (body === "" ? "" : createHash("sha256").update(body).digest("hex"))
const textOf = ({ bind, body, method, path, timestamp }: Reading) =>
  `${method}${path}${timestamp}${hashOf(body)}${bind}`

const skewMillis = 5 * 60_000

/** Every way to read a string to sign as a request in time, with bodies that an attacker may know. */
const readingsOf = (text: string, bodies: ReadonlyArray<string>, now: number): ReadonlyArray<Reading> => {
  const method = text.slice(0, text.indexOf("/"))
  const readings: Array<Reading> = []
  for (let end = method.length + 1; end < text.length; end++) {
    const path = text.slice(method.length, end)
    for (let length = 1; length <= 15; length++) {
      const timestamp = text.slice(end, end + length)
      if (!/^\d+$/.test(timestamp)) break
      if (Math.abs(Number(timestamp) - now) > skewMillis) continue
      const rest = text.slice(end + length)
      readings.push({ method, path, timestamp, body: "", bind: rest })
      for (const body of bodies)
        if (rest.startsWith(hashOf(body)))
          readings.push({ method, path, timestamp, body, bind: rest.slice(64) })
    }
  }
  return readings
}

const started = async (mode: BindMode) => {
  const { send: _, ...api } = await startTestApi({ rateLimits: "off" })
  await api.credit(api.key.partnerId, 100_000)
  const key = await api.createKey({ bind: mode })
  /** Sends a reading with the signature of a string, as it is: no library looks at it first. */
  const send = (reading: Reading, signature: string) =>
    api.runtime.runPromise(
      Effect.map(
        HttpApp.use((app) => app.handle(requestOf(reading, mode, key, signature))),
        ({ body, status }) => ({
          status,
          answer: typeof body === "string" ? body : Buffer.from(body as Uint8Array).toString(),
          code: /"code":"(\w+)"/.exec(String(body))?.[1]
        })
      )
    )
  return {
    ...api,
    send,
    sign: (reading: Reading) =>
      createHmac("sha256", key.secret).update(textOf(reading), "latin1").digest("hex")
  }
}

const requestOf = (
  { bind, body, idempotencyKey, method, path, timestamp }: Reading,
  mode: BindMode,
  { publicKey }: Pick<NewApiKey, "publicKey">,
  signature: string
) => {
  const key = mode === "idempotency" ? bind : (idempotencyKey ?? "")
  const bytes = new TextEncoder().encode(body)
  return {
    method,
    path,
    query: mode === "query" ? bind : "",
    headers: {
      "x-api-key": publicKey,
      "x-timestamp": timestamp,
      "x-signature": signature,
      ...(body === "" ? {} : { "content-type": "application/json" }),
      ...(key === "" ? {} : { "x-idempotency-key": key })
    },
    remoteAddress: "203.0.113.9",
    readBody: () => Effect.succeed(bytes),
    streamBody: () => Stream.succeed(bytes)
  }
}

const isSame = (one: Reading, other: Reading) =>
  one.path === other.path &&
  one.timestamp === other.timestamp &&
  one.body === other.body &&
  one.bind === other.bind

const payoutBody = JSON.stringify(payoutFields())
const hexKey = createHash("sha256").update("a body that an attacker knows").digest("hex")

/** A payout as an honest client of a key of this mode signs it. */
const payoutBy = ({ wall }: Pick<TestApi, "wall">, mode: BindMode): Reading => ({
  method: "POST",
  path: payoutsPath,
  timestamp: String(wall.now),
  body: payoutBody,
  bind: mode === "idempotency" ? "order-1" : mode === "query" ? "a=1" : "",
  idempotencyKey: "order-1"
})

describe("a captured request that has not arrived", () => {
  it.each(["idempotency", "query"] as const)(
    "is not burnt by its own signature without the body, whose hash becomes a part of the %s",
    async (mode) => {
      await using api = await started(mode)
      const honest = payoutBy(api, mode)
      const signature = api.sign(honest)
      const bent = { ...honest, body: "", bind: `${hashOf(honest.body)}${honest.bind}` }
      assert.strictEqual(textOf(bent), textOf(honest))
      const refused = await api.send(bent, signature)
      assert.deepStrictEqual([refused.status, refused.code], [401, "signature_invalid"])
      assert.strictEqual((await api.send(honest, signature)).status, 200)
    }
  )

  it("cannot be given another key: its digits, its hash or a part of its path are no key", async () => {
    for (const mode of modes) {
      await using api = await started(mode)
      const honest = payoutBy(api, mode)
      const signature = api.sign(honest)
      const text = textOf(honest)
      for (const reading of readingsOf(text, [payoutBody], api.wall.now))
        if (!isSame(reading, honest)) assert.notStrictEqual((await api.send(reading, signature)).status, 200)
      assert.strictEqual((await api.send(honest, signature)).status, 200, mode)
    }
  })
})

describe("the string to sign", () => {
  it.each(["idempotency", "query"] as const)(
    "signature_invalid: 64 hexadecimal digits where the %s is bound and there is no body, in either case and with more behind them",
    async (mode) => {
      await using api = await started(mode)
      const id = "018f0000-0000-7000-8000-000000000000"
      for (const bind of [hexKey, hexKey.toUpperCase(), `${hexKey}-1`, "0".repeat(64), "1".repeat(255)]) {
        for (const [method, path] of [
          ["GET", payoutsPath],
          ["POST", `${invoicesPath}/${id}/cancel`]
        ] as const) {
          const honest = { method, path, timestamp: String(api.wall.now), body: "", bind }
          const { answer, code, status } = await api.send(honest, api.sign(honest))
          assert.deepStrictEqual([status, code], [401, "signature_invalid"], `${method} ${bind}`)
          assert.include(answer, "must not begin with 64 hexadecimal digits")
        }
        const withBody = { ...payoutBy(api, mode), bind }
        const timed = {
          ...withBody,
          timestamp: String(api.wall.now + bind.charCodeAt(0)),
          idempotencyKey: bind
        }
        assert.notStrictEqual((await api.send(timed, api.sign(timed))).status, 401, bind)
      }
      for (const bind of [hexKey.slice(1), `x${hexKey}`, `${hexKey.slice(0, 63)}g`]) {
        const honest = { method: "GET", path: payoutsPath, timestamp: String(api.wall.now), body: "", bind }
        assert.strictEqual((await api.send(honest, api.sign(honest))).status, 200, bind)
      }
    }
  )

  it("timestamp_out_of_range: zeros before the time, which could be the end of the path", async () => {
    await using api = await started("none")
    for (const zeros of ["0", "00"]) {
      const honest = { ...payoutBy(api, "none"), method: "GET", path: `${payoutsPath}/1${zeros}`, body: "" }
      const bent = { ...honest, path: `${payoutsPath}/1`, timestamp: `${zeros}${honest.timestamp}` }
      assert.strictEqual(textOf(bent), textOf(honest))
      const refused = await api.send(bent, api.sign(honest))
      assert.deepStrictEqual([refused.status, refused.code], [401, "timestamp_out_of_range"])
    }
  })

  it("has no path of another operation of its method in it, with a digit behind", async () => {
    await using api = await started("none")
    const signed = (await operationsOf(api)).filter((each) => proofNameOf(each) === "signed")
    const id = "018f0000-0000-7000-8000-000000000000"
    const paths = signed.map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/, id) }))
    assert.isAbove(paths.length, 5)
    for (const one of paths)
      for (const other of paths)
        if (one.method === other.method && other.path.startsWith(one.path))
          assert.notMatch(other.path.slice(one.path.length), /^\d/, `${one.path} and ${other.path}`)
  })

  it("is that of one request only: of all that can be read from it, one is let in, and the others do not hinder it", async () => {
    const body = fc.constantFrom(payoutBody, "{}", " ")
    const digits = fc.constantFrom(
      "0",
      "00",
      "1",
      "7",
      "1768",
      "1768478400000",
      "17684784000000",
      "01768478400000"
    )
    const piece = fc.oneof(body.map(hashOf), digits, fc.constantFrom(hexKey, "a", "-", "/", "x"))
    const bind = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("").slice(0, 255))
    const id = fc.oneof(
      fc.uuid(),
      fc.constantFrom("018f1768-4784-7000-8000-176847840000", "018f1768-4784-7000-8000-000000000000"),
      fc.array(digits, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""))
    )
    const target = fc.oneof(
      fc.constantFrom(
        ["POST", payoutsPath] as const,
        ["POST", invoicesPath] as const,
        ["GET", payoutsPath] as const
      ),
      id.map((each) => ["GET", `${payoutsPath}/${each}`] as const),
      id.map((each) => ["POST", `${invoicesPath}/${each}/cancel`] as const)
    )
    const offset = fc.integer({ min: -skewMillis, max: skewMillis })
    const request = fc.record({
      mode: fc.constantFrom(...modes),
      target,
      body: fc.option(body),
      bind,
      offset
    })
    const apis = Object.fromEntries(
      await Promise.all(modes.map(async (mode) => [mode, await started(mode)] as const))
    ) as Record<BindMode, Awaited<ReturnType<typeof started>>>
    let attacks = 0
    await fc.assert(
      fc.asyncProperty(request, async ({ bind, body, mode, offset, target: [method, path] }) => {
        const api = apis[mode]
        const honest: Reading = {
          method,
          path,
          timestamp: String(api.wall.now + offset),
          body: method === "GET" ? "" : (body ?? ""),
          bind: mode === "none" ? "" : bind
        }
        // Its signature is that of a request with a body, and of that one only.
        const isRefused = honest.body === "" && /^[0-9a-f]{64}/i.test(honest.bind)
        const signature = api.sign(honest)
        const isLetIn = async (reading: Reading) => {
          const { code, status } = await api.send(reading, signature)
          return status !== 401 && status !== 405 && code !== "not_found"
        }
        const others = readingsOf(textOf(honest), [payoutBody, "{}", " "], api.wall.now).filter(
          (reading) => !isSame(reading, honest)
        )
        attacks += others.length
        for (const reading of others) {
          if (isRefused && reading.body !== "") continue
          assert.isFalse(await isLetIn(reading), JSON.stringify(reading))
          if (method !== "GET") {
            const { status } = await api.send(reading, signature)
            assert.include([401, 404, 405], status, "no other route takes it, and so none records it")
          }
        }
        const { code, status } = await api.send(honest, signature)
        if (isRefused) assert.strictEqual(code, "signature_invalid")
        else assert.notStrictEqual(status, 401, `${code}: ${JSON.stringify(honest)}`)
      }),
      { seed: Number(process.env.TEST_SEED ?? 20_261_127), numRuns: 500 * Number(process.env.TEST_RUNS ?? 1) }
    )
    assert.isAbove(attacks, 100)
    for (const api of Object.values(apis)) await api[Symbol.asyncDispose]()
  })
})
