import { assert, beforeAll, describe, it } from "@effect/vitest"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { pairFetch } from "./pairFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()
let client: ReturnType<typeof fiatClient>
let ask: ReturnType<typeof pairFetch>

beforeAll(async () => {
  const server = await serveHere(folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" })
  client = fiatClient(server.url, credentialsIn(folder))
  ask = pairFetch(server.url, credentialsIn(folder))
})

const run = (...args: ReadonlyArray<string>) => quittance(["webhooks", ...args], folder)

/** Runs a command that must do what it is asked, and reads its JSON. */
const printed = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await run(...args, "--json")
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}

/** Runs a command that must fail with one sentence and nothing on standard output. */
const refusal = async (status: number, ...args: ReadonlyArray<string>): Promise<string> => {
  const result = await run(...args)
  assert.deepStrictEqual([result.status, result.stdout], [status, ""], result.stderr)
  return result.stderr.replace(/^quittance: (.*)\n$/, "$1")
}

const register = async (url: string) => {
  const { id } = await client.post("/api/v1/webhooks", { url, events: ["invoice.created"] })
  return String(id)
}

const issueInvoice = () => client.post("/api/v1/invoices", { amount: 1, currency: "USD" })

/** Asks the server until what it shows of a webhook is so. */
const until = async (path: string, isSo: (shown: Record<string, unknown>) => boolean): Promise<void> => {
  while (!isSo(await client.get(path)));
}

const attemptsOf = (deliveries: unknown): unknown =>
  Array.isArray(deliveries) ? deliveries[0]?.attempt : undefined

const untilNothingWaits = (id: string) =>
  until(
    `/api/v1/webhooks/${id}/deliveries?status=pending`,
    ({ deliveries }) => Array.isArray(deliveries) && deliveries.length === 0
  )

describe("quittance webhooks, beside a running server", () => {
  it("lists the webhooks of all partners and families, and why some get nothing", async () => {
    assert.strictEqual((await run("list")).stdout, "There are none.\n")
    const gone = await EventReceiver.open(() => 410)
    const goneId = await register(gone.url)
    const { webhook } = await ask("PUT", "/v1/webhook", { url: "https://shop.example/account" })
    await issueInvoice()
    await until(`/api/v1/webhooks/${goneId}`, ({ active }) => active === false)

    const [first, second, ...others] = await printed("list")
    assert.isEmpty(others)
    assert.include(first, {
      id: goneId,
      partner: "sandbox",
      family: "fiat",
      url: gone.url,
      disabledReason: "gone"
    })
    assert.include(second, { partner: "sandbox", family: "transit", url: webhook.url, active: true })
    assert.deepStrictEqual(await printed("list", "--disabled"), [first])
    assert.deepStrictEqual(await printed("list", "--partner", "sandbox"), [first, second])
    const people = (await run("list")).stdout
    assert.match(people, /^ID +FAMILY +PARTNER +STATE +WHY +FAILING SINCE +URL\n/)
    assert.include(people, `\n${goneId}  fiat     sandbox  disabled  its receiver answered 410  `)
    assert.notInclude(people + JSON.stringify([first, second]), "whsec_")
  })

  it("shows since when a webhook fails, what was sent to it, and sends it again", async () => {
    const receiver = await EventReceiver.holding()
    const id = await register(receiver.url)
    await issueInvoice()
    const { answer, headers } = await receiver.arrived(0)
    answer(500)
    // The second attempt would come by itself within the time that these commands take, the third one comes a minute
    // later.
    await until(`/api/v1/webhooks/${id}`, ({ failingSince }) => failingSince !== null)
    await client.post("/sandbox/v1/clock/advance", { seconds: 10 })
    const second = await receiver.arrived(1)
    second.answer(500)
    await until(`/api/v1/webhooks/${id}/deliveries`, ({ deliveries }) => attemptsOf(deliveries) === 2)
    const [shown] = (await printed("list")).filter((each: { id: string }) => each.id === id)
    assert.include(
      (await run("list")).stdout,
      `enabled   ${" ".repeat(27)}${shown.failingSince}  ${receiver.url}\n`
    )

    const { deliveries, total } = await printed("deliveries", id)
    assert.strictEqual(total, 1)
    const [delivery] = deliveries
    assert.include(delivery, {
      eventId: headers["webhook-id"],
      status: "pending",
      attempt: 2,
      maxAttempts: 3,
      responseCode: 500
    })
    const people = (await run("deliveries", id)).stdout
    assert.match(people, /^ID +CREATED +EVENT +STATUS +ATTEMPTS +ANSWER +NEXT ATTEMPT +ERROR\n/)
    assert.include(
      people,
      `\n${delivery.id}  ${delivery.createdAt}  invoice.created  pending  2 of 3    500     `
    )
    assert.match(people, / {2}the receiver answered 500\n$/)
    assert.strictEqual((await run("deliveries", id, "--status", "delivered")).stdout, "There are none.\n")

    const { attempts } = await printed("deliveries", delivery.id)
    assert.deepStrictEqual(
      attempts.map(({ number, responseCode }: Record<string, unknown>) => [number, responseCode]),
      [
        [1, 500],
        [2, 500]
      ]
    )
    const each = (await run("deliveries", delivery.id)).stdout
    assert.match(each, /^invoice.created evt_\w+ to http:\S+: pending\nATTEMPT +AT +ANSWER +AFTER +ERROR/)
    assert.match(each, /\n2 +\S+Z +500 +\d+ ms +the receiver answered 500/)

    const sent = await run("redeliver", delivery.id)
    assert.strictEqual(sent.status, 0, sent.stderr)
    assert.strictEqual(
      sent.stdout,
      `Delivery ${delivery.id} is due again: a running server sends it at once.\n\n` +
        `  Event     invoice.created ${delivery.eventId}\n  To        ${receiver.url}\n  Attempts  2, at most 5\n`
    )
    const again = await receiver.arrived(2)
    assert.strictEqual(again.headers["webhook-id"], delivery.eventId)
    again.answer(204)
    await untilNothingWaits(id)
    const delivered = await printed("deliveries", id, "--status", "delivered")
    assert.include(delivered.deliveries[0], { id: delivery.id, attempt: 3, responseCode: 204 })
  })

  it("sends again what arrived already, and nothing to a webhook that takes nothing", async () => {
    const receiver = await EventReceiver.open(() => 200)
    const id = await register(receiver.url)
    await issueInvoice()
    await receiver.arrived(0)
    await untilNothingWaits(id)
    const [{ id: deliveryId }] = (await printed("deliveries", id)).deliveries
    assert.include(await printed("redeliver", deliveryId), { id: deliveryId, status: "pending", attempt: 1 })
    await receiver.arrived(1)
    await untilNothingWaits(id)
    await client.remove(`/api/v1/webhooks/${id}`)
    assert.strictEqual(
      await refusal(1, "redeliver", deliveryId),
      "the webhook is deleted, so redelivery is not possible."
    )
    assert.lengthOf((await printed("deliveries", id)).deliveries, 1, "its log is kept")
    assert.isEmpty((await printed("list")).filter((each: { id: string }) => each.id === id))
  })

  it("lists the deliveries of one event, a test's also by the name that it was sent by", async () => {
    const receiver = await EventReceiver.open(() => 200)
    await ask("PUT", "/v1/webhook", { url: receiver.url })
    for (const event of ["payment_received", "payment.failed"])
      await ask("POST", "/v1/webhook/test", { event })
    const [{ id }] = (await printed("list")).filter(({ family }: { family: string }) => family === "transit")
    const eventsOf = async (name: string) =>
      (await printed("deliveries", id, "--event", name)).deliveries.map(
        ({ event }: { event: string }) => event
      )
    assert.deepStrictEqual(await eventsOf("payment_received"), ["payment.received"])
    assert.deepStrictEqual(await eventsOf("payment.received"), ["payment.received"])
    assert.deepStrictEqual(await eventsOf("payment.failed"), ["payment.failed"])
    assert.deepStrictEqual(await eventsOf("invoice.paid"), [])
  })

  it("refuses what is not there or typed wrong", async () => {
    assert.strictEqual(
      await refusal(1, "list", "--partner", "sandbx"),
      "there is no partner sandbx: did you mean sandbox?"
    )
    assert.strictEqual(
      await refusal(1, "deliveries", "whk_none"),
      "there is no webhook whk_none: quittance webhooks list shows them."
    )
    assert.strictEqual(
      await refusal(1, "redeliver", "dlv_none"),
      "there is no delivery dlv_none: quittance webhooks deliveries whk_… shows them."
    )
    assert.include(
      await refusal(2, "resend"),
      "write quittance webhooks list or quittance webhooks deliveries"
    )
  })
})
