import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { verifyWebhook } from "@quittance/webhook-receiver"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import type { Notice, Occurrence } from "../../src/alerts/AlertBook.ts"
import { makeAlerts } from "../../src/alerts/Alerts.ts"
import { readServeConfiguration } from "../../src/configuration/ServeConfiguration.ts"
import { mailServer } from "../MailServer.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "../QuittanceProcess.ts"
import { advanceClock, payoutRequest, signedFetch } from "../signedFetch.ts"

const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of the operator's, on this machine, until the test ends. */
const alertReceiver = async () => {
  const calls: Array<Call> = []
  let look = (): void => undefined
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += chunk))
    request.on("end", () => {
      calls.push({ headers: request.headers, body })
      response.writeHead(204).end()
      look()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterwards(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  })
  const first = async (): Promise<Call> => {
    while (calls[0] === undefined)
      await new Promise<void>((resolve) => {
        look = resolve
      })
    return calls[0]
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`, calls, first }
}

it("a payout that nobody answers is told by a signed webhook and by mail, and after a restart not again", async () => {
  const receiver = await alertReceiver()
  const mail = await mailServer()
  const folder = temporaryFolder()
  const variables = {
    QUITTANCE_ALERT_WEBHOOK_URL: receiver.url,
    QUITTANCE_ALERT_WEBHOOK_SECRET: secret,
    QUITTANCE_ALERT_MAIL: "ops@shop.example",
    QUITTANCE_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    QUITTANCE_MAIL_FROM: "pay@shop.example",
    QUITTANCE_RATE_LIMITS: "off"
  }
  const server = await serveHere(folder, variables)
  const adjust = ["balance", "adjust", "--partner", "sandbox", "--amount", "100", "--reason", "test"]
  assert.strictEqual((await quittance(adjust, folder)).status, 0)
  const credentials = credentialsIn(folder)
  await signedFetch(server.url, credentials, payoutRequest("silent", "sandbox:no-answer"))
  const told = receiver.first()
  // Three answers are lost, over hours.
  while (receiver.calls.length === 0) await advanceClock(server.url, credentials, 600)
  const { body, headers } = await told
  const event = await verifyWebhook(body, new Headers(headers as Record<string, string>), secret)
  assert.strictEqual(event.type, "alert.firing")
  const { object } = event.data
  assert.deepInclude(object, { source: "alert", code: "payout.unknown", mode: "sandbox" })
  assert.match(String(object.message), /^payout \S+ has no known outcome/)
  await mail.arrived(1)
  assert.deepStrictEqual(mail.received[0]?.to, ["ops@shop.example"])
  assert.include(mail.received[0]?.content, "payout.unknown firing")
  await server.stop()
  const again = await serveHere(folder, variables)
  for (let hour = 0; hour < 48; hour++) await advanceClock(again.url, credentials, 3_600)
  await again.stop()
  assert.deepStrictEqual(
    receiver.calls.map((call) => JSON.parse(call.body).id.replace(/\d+$/, "")),
    ["alert-alert-payout.unknown-firing-"]
  )
})

const gas: Occurrence = { source: "readyz", code: "gas", message: "no gas" }

describe("what is to be told", () => {
  it.effect(
    "waits for a receiver that is away, through a restart, and arrives in order with the same id",
    () =>
      Effect.gen(function* () {
        const file = join(temporaryFolder(), "alerts.json")
        const tried: Array<string> = []
        let isAway = true
        const webhook = ({ about, id, state }: Notice) =>
          Effect.suspend(() => {
            tried.push(`${about.code} ${state} ${id}`)
            return isAway ? Effect.fail("it is away") : Effect.void
          })
        const channels = new Map([["webhook" as const, webhook]])
        const logged: Array<string> = []
        const logger = Logger.make(({ message }) => void logged.push(String(message)))
        let seen: ReadonlyArray<Occurrence> = [gas]
        const life = (minutes: number) =>
          Effect.gen(function* () {
            const { listener, run } = yield* makeAlerts({ file, channels })
            const fiber = yield* Effect.forkChild(run(Effect.sync(() => seen)))
            listener("payout.unknown", "one")
            for (let minute = 0; minute < minutes; minute++) yield* TestClock.adjust("1 minute")
            yield* Fiber.interrupt(fiber)
          }).pipe(Effect.provide(Logger.layer([logger])))
        yield* life(20)
        assert.deepStrictEqual(logged, ["alerts do not arrive by webhook: it is away"])
        const before = tried.length
        // Not at every look, and never two of them at once.
        assert.isAtMost(before, 10)
        assert.strictEqual(new Set(tried).size, 1)
        isAway = false
        seen = []
        yield* life(61)
        const [first, second, ...others] = tried.slice(before)
        assert.strictEqual(first, tried[0])
        assert.match(second ?? "", /^gas firing/)
        assert.deepStrictEqual(
          others.map((each) => each.split(" ").slice(0, 2).join(" ")),
          ["gas resolved", "payout.unknown resolved"]
        )
        assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), { standings: [], unsent: [] })
      })
  )

  const about = { ...gas, since: 1, seenAt: 1, toldAt: null }
  const unsent = { notice: { id: "alert-1", state: "firing", at: 1, about }, channel: "webhook" }
  const noHeader = { ...unsent, notice: { ...unsent.notice, id: "a\r\nb: c" } }
  it.effect.each([
    '{"standings": 7}',
    JSON.stringify({ standings: [{ ...about, since: 1e300 }], unsent: [] }),
    JSON.stringify({ standings: [], unsent: [noHeader] }),
    " ".repeat(1_048_577)
  ])("is told again if its file was damaged, and nothing is written while nothing is wrong", (damaged) =>
    Effect.gen(function* () {
      const file = join(temporaryFolder(), "alerts.json")
      const sent: Array<Notice> = []
      const webhook = (notice: Notice) => Effect.sync(() => void sent.push(notice))
      const channels = new Map([["webhook" as const, webhook]])
      const life = (seen: ReadonlyArray<Occurrence>) =>
        Effect.gen(function* () {
          const { run } = yield* makeAlerts({ file, channels })
          const fiber = yield* Effect.forkChild(run(Effect.succeed(seen)))
          for (let minute = 0; minute < 3; minute++) yield* TestClock.adjust("1 minute")
          yield* Fiber.interrupt(fiber)
        })
      yield* life([])
      assert.isFalse(existsSync(file))
      writeFileSync(file, damaged)
      yield* life([gas])
      assert.deepStrictEqual(
        sent.map(({ about }) => about.code),
        ["gas"]
      )
    })
  )
})

it("what is wrong with the variables of alerts is told, without their values", async () => {
  const of = (variables: Readonly<Record<string, string>>) =>
    readServeConfiguration(variables).then(
      () => "",
      (error: Error) => error.message
    )
  const url = "https://ops.example/alerts"
  const right = { QUITTANCE_ALERT_WEBHOOK_URL: url, QUITTANCE_ALERT_WEBHOOK_SECRET: secret }
  assert.strictEqual(await of(right), "")
  assert.include(await of({ QUITTANCE_ALERT_WEBHOOK_URL: url }), "QUITTANCE_ALERT_WEBHOOK_SECRET is not set")
  assert.include(
    await of({ QUITTANCE_ALERT_WEBHOOK_SECRET: secret }),
    "QUITTANCE_ALERT_WEBHOOK_URL is not set"
  )
  for (const wrong of ["http://:s3cret@ops.example/", "https://me@ops.example/", "ftp://ops.example/"]) {
    const message = await of({ ...right, QUITTANCE_ALERT_WEBHOOK_URL: wrong })
    assert.include(message, "QUITTANCE_ALERT_WEBHOOK_URL has a wrong value; it must be an http or https URL")
    assert.notInclude(message, wrong)
  }
  for (const wrong of ["whsec_???", "short"]) {
    const message = await of({ ...right, QUITTANCE_ALERT_WEBHOOK_SECRET: wrong })
    assert.include(message, "QUITTANCE_ALERT_WEBHOOK_SECRET has a wrong value; it must be whsec_")
    assert.notInclude(message, `"${wrong}"`)
  }
  assert.include(await of({ QUITTANCE_ALERT_MAIL: "ops@shop.example" }), "QUITTANCE_SMTP_URL is not set")
  assert.include(
    await of({ QUITTANCE_ALERT_MAIL: "ops" }),
    'QUITTANCE_ALERT_MAIL is "ops"; it must be an e-mail'
  )
})
