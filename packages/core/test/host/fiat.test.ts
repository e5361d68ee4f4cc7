import {
  type Bank,
  type BankPaymentRequest,
  type BankRailPromises,
  createQuittance,
  type InvoiceRequest,
  type MailerPromises,
  type MailMessage,
  MemoryStore,
  type Providers,
  type QuittanceHost
} from "@quittance/core"
import { afterEach, assert, describe, expect, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const banks: ReadonlyArray<Bank> = [{ id: "one", name: "Bank One" }]

/** A rail of the host's own, that remembers what it was asked to start. */
class OwnRail implements BankRailPromises {
  readonly started: Array<BankPaymentRequest> = []
  readonly taken = new Set<string>()

  async banks() {
    return banks
  }

  async start(request: BankPaymentRequest) {
    this.started.push(request)
    return { _tag: "Awaiting", link: null } as const
  }

  async lookup(paymentId: string) {
    const request = this.started.find((each) => each.paymentId === paymentId)
    if (request === undefined) return { _tag: "NotFound" } as const
    if (!this.taken.has(paymentId)) return { _tag: "Awaiting", link: "https://bank.example/pay" } as const
    const { amountMinor, currency, expiresAt } = request
    const receipt = {
      operationId: `operation of ${paymentId}`,
      amountMinor,
      currency,
      payerBank: "Bank One",
      bankTime: expiresAt - 1
    }
    return { _tag: "Confirmed", receipt } as const
  }
}

class OwnMailer implements MailerPromises {
  readonly sent: Array<MailMessage> = []

  async send(message: MailMessage) {
    if (message.to.startsWith("nobody")) return { _tag: "Refused", reason: "550 no such user" } as const
    this.sent.push(message)
    return { _tag: "Sent" } as const
  }
}

const opened: Array<QuittanceHost> = []
const open = async (mode: "sandbox" | "live", providers: Providers) => {
  const settings = { mode, publicUrl: "https://pay.example" }
  const host = await createQuittance({
    store: MemoryStore.layer,
    masterKey,
    settings,
    workers: false,
    ...providers
  })
  opened.push(host)
  const { id } = await host.partners.ensure("shop")
  return { host, partnerId: id }
}
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close()
})

const request = {
  amount: 12.5,
  currency: "EUR",
  description: "Tea",
  metadata: { order: 7 }
} satisfies InvoiceRequest

for (const mode of ["sandbox", "live"] as const) {
  describe(`a host with a rail and a mailer of its own (${mode})`, () => {
    it("has a fiat invoice paid: issued, begun, started at the rail, told by a callback", async () => {
      const rail = new OwnRail()
      const { host, partnerId } = await open(mode, { bankRail: rail, mailer: new OwnMailer() })
      const { replayed, ...created } = await host.invoices.create(partnerId, request, "key")
      assert.isFalse(replayed)
      assert.notProperty(created, "paidAt")
      assert.deepInclude(created, { ...request, status: "pending", late: false, payerBank: null })
      assert.match(created.paymentUrl, /^https:\/\/pay\.example\/pay\/bank\/[0-9a-f]{44}$/)
      const again = await host.invoices.create(partnerId, request, "key")
      assert.deepStrictEqual(again, { ...created, replayed: true })

      assert.deepStrictEqual(await host.bankPayments.banks("EUR"), banks)
      const begun = await host.bankPayments.begin(partnerId, created.id, "one")
      assert.deepInclude(begun, { status: "requested", amount: 12.5, currency: "EUR", bank: "one" })
      assert.isEmpty(rail.started)
      await host.drain()
      assert.deepInclude(rail.started[0], { paymentId: begun.id, amountMinor: 1_250n, description: "Tea" })
      const waiting = await host.bankPayments.refresh(begun.id)
      assert.deepInclude(waiting, { status: "awaiting", link: "https://bank.example/pay" })
      rail.taken.add(begun.id)
      for (let time = 0; time < 2; time++)
        assert.strictEqual((await host.bankPayments.refresh(begun.id)).status, "settled")

      const paid = await host.invoices.get(partnerId, created.id)
      assert.deepInclude(paid, { status: "paid", payerBank: "Bank One", late: false })
      assert.isNotNull(paid.paidAt)
      const { items, total } = await host.invoices.list(partnerId, { status: "paid" })
      assert.deepStrictEqual([items, total], [[paid], 1])
      const { byBank, summary } = await host.analytics(partnerId)
      assert.deepInclude(summary, { totalVolume: 12.5, totalCount: 1, paidCount: 1, conversionRate: 100 })
      assert.deepStrictEqual(Object.keys(byBank), ["Bank One"])
      assert.deepStrictEqual((await host.verifyLedger()).faults, [])
    })

    it("has a file's e-mails sent by its mailer, and its refusals end them", async () => {
      const mailer = new OwnMailer()
      const { host, partnerId } = await open(mode, { bankRail: new OwnRail(), mailer })
      const file = "amount,email,externalId\n10,one@shop.example,a\n20,nobody@shop.example,b\n,,c"
      const options = { file, sendEmails: "send", defaultCurrency: "USD" } as const
      const created = await host.batches.import(partnerId, options)
      assert.deepInclude(created, { total: 3, created: 2, failed: 1 })
      assert.deepStrictEqual(
        created.errors.map(({ externalId, row }) => [row, externalId]),
        [[3, "c"]]
      )
      assert.strictEqual((await host.batches.get(partnerId, created.batchId)).status, "processing")
      await host.drain()
      assert.deepInclude(await host.batches.get(partnerId, created.batchId), {
        status: "completed",
        created: 2,
        paidCount: 0
      })
      const [first] = created.invoices
      assert.lengthOf(mailer.sent, 1)
      assert.deepInclude(mailer.sent[0], { id: first?.id ?? "no invoice", to: "one@shop.example", partnerId })
      assert.include(mailer.sent[0]?.text, first?.paymentUrl ?? "no invoice")
      await expect(host.batches.import(partnerId, options)).rejects.toMatchObject({
        _tag: "BatchRulesBroken"
      })
    })

    it("tells of money by itself: paid once, and what cannot be taken is returned by hand", async () => {
      const { host, partnerId } = await open(mode, { bankRail: new OwnRail() })
      const { id } = await host.invoices.create(partnerId, request)
      const receipt = {
        operationId: "first",
        amountMinor: 1_250n,
        currency: "EUR",
        payerBank: "Bank One",
        bankTime: 0
      } as const
      const settled = await host.bankPayments.receive(partnerId, id, receipt)
      assert.deepInclude(settled, { status: "settled", operationId: "first" })
      assert.deepStrictEqual(await host.bankPayments.confirm(partnerId, settled.id, receipt), settled)
      const second = { ...receipt, operationId: "second" }
      const unresolved = await host.bankPayments.receive(partnerId, id, second)
      assert.deepInclude(unresolved, { status: "unresolved", fault: "alreadyPaid" })
      assert.deepStrictEqual(await host.bankPayments.unresolved(), [unresolved])
      const returned = await host.bankPayments.markReturned(unresolved.id, "by hand")
      assert.strictEqual(returned.status, "returned")
      assert.deepStrictEqual(await host.bankPayments.unresolved(), [])
      assert.lengthOf(await host.bankPayments.ofInvoice(partnerId, id), 2)
      const other = await host.invoices.create(partnerId, request)
      await expect(host.bankPayments.receive(partnerId, other.id, receipt)).rejects.toMatchObject({
        _tag: "BankOperationUsed",
        operationId: "first"
      })
    })
  })
}

describe("a live host", () => {
  it("without a rail issues no invoices and no files", async () => {
    const { host, partnerId } = await open("live", { mailer: new OwnMailer() })
    const missing = { _tag: "ProviderMissing", provider: "BankRail" }
    await expect(host.invoices.create(partnerId, request)).rejects.toMatchObject(missing)
    await expect(host.batches.import(partnerId, { file: "amount,currency\n10,USD" })).rejects.toMatchObject(
      missing
    )
    await expect(host.bankPayments.banks("USD")).rejects.toMatchObject(missing)
  })

  it("without a mailer takes a file whose e-mails nobody asked for, and no other", async () => {
    const { host, partnerId } = await open("live", { bankRail: new OwnRail() })
    const file = "amount,currency,email\n10,USD,one@shop.example"
    await expect(host.batches.import(partnerId, { file, sendEmails: "send" })).rejects.toMatchObject({
      _tag: "ProviderMissing",
      provider: "Mailer"
    })
    assert.strictEqual((await host.batches.import(partnerId, { file })).created, 1)
  })
})

describe("a rail or a mailer in Promises that answers in another shape, or rejects,", () => {
  const odd: unknown = JSON.parse('{"_tag":"ok"}')
  it.each([
    ["answers in another shape", async () => odd],
    ["rejects", () => Promise.reject(new Error("the line is cut"))]
  ])("is as unclear as one without an answer: %s", async (_, answer) => {
    const rail = new OwnRail()
    const unclear = answer as () => Promise<never>
    const { host, partnerId } = await open("sandbox", {
      bankRail: { banks: () => rail.banks(), start: unclear, lookup: unclear },
      mailer: { send: unclear }
    })
    const created = await host.invoices.create(partnerId, request)
    const { id } = await host.bankPayments.begin(partnerId, created.id, "one")
    const file = "amount,currency,email\n10,USD,one@shop.example"
    const { batchId } = await host.batches.import(partnerId, { file, sendEmails: "send" })
    await host.drain()
    const [payment] = await host.bankPayments.ofInvoice(partnerId, created.id)
    assert.deepInclude(payment, { id, status: "unknown" })
    await expect(host.bankPayments.refresh(id)).rejects.toMatchObject({ _tag: "BankRailUnavailable" })
    assert.strictEqual((await host.batches.get(partnerId, batchId)).status, "processing")
  })
})
