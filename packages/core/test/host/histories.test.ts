import {
  createQuittance,
  type MailerPromises,
  MemoryStore,
  NotFound,
  type Providers,
  type QuittanceHost
} from "@quittance/core"
import {
  type EventRecord,
  emptyMemoryState,
  historyEventsMax,
  MemoryBlobStore,
  type Picture,
  Pictures
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { afterEach, assert, expect, it } from "vitest"

/** Histories as a host reads them, of records that know somebody by name. */

const marker = "Jane Doe"
const email = "jane.doe@example.com"
const personal = /jane|doe|example/i

/** A mail server that repeats whom it does not know. */
const mailer: MailerPromises = {
  send: async ({ to }) => ({ _tag: "Refused", reason: `550 ${marker} <${to}> has left` })
}

const picture: Picture = {
  width: 1000,
  height: 700,
  sharpness: 500,
  brightness: 120,
  fingerprint: "ab".repeat(32)
}
const pictures = Layer.succeed(Pictures, {
  clean: (bytes) =>
    Effect.succeed({
      bytes,
      picture: { ...picture, fingerprint: Number(bytes.at(-1)).toString(16).repeat(32) }
    }),
  pages: () => Effect.die("no PDF is shown here"),
  logo: () => Effect.die("no logo is shown here"),
  watermarked: (bytes, _, text) => Effect.succeed(Uint8Array.from([...bytes, ...Buffer.from(text)]))
})
const png = (last: number) => Uint8Array.from([...Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), last])

const opened: Array<QuittanceHost> = []
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close()
})

const open = async (providers: Providers = {}) => {
  const memory = emptyMemoryState()
  const host = await createQuittance({
    store: MemoryStore.layerOver(memory),
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    settings: { mode: "sandbox", publicUrl: "https://pay.example" },
    workers: false,
    blobStore: MemoryBlobStore.layer,
    pictures,
    ...providers
  })
  opened.push(host)
  const { id } = await host.partners.ensure("shop")
  await host.balances.adjust(id, { amount: 1_000, reason: "start" })
  return { host, memory, partnerId: id }
}

const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

it("a payout tells how it was carried out, and by whom", async () => {
  const { host, partnerId } = await open()
  const { id } = await host.payouts.create(partnerId, "k", { amount: 10, address, network: "tron" })
  await host.drain()
  const { history, olderOmitted } = await host.payouts.history(partnerId, id)
  assert.deepStrictEqual(
    history.map(({ type }) => type),
    ["payout_created", "submission_started", "payout.completed"]
  )
  const [created, started, completed] = history
  assert.deepInclude(created, { details: { amount: 10, fee: 2, total: 12, currency: "USDT" } })
  assert.deepInclude(started, { actor: "system", details: {} })
  assert.match(completed?.actor ?? "", /^provider:/)
  assert.isFalse(olderOmitted)
})

it("a payout that was refused tells why", async () => {
  const { host, partnerId } = await open()
  const input = { amount: 10, address, network: "tron", note: "sandbox:reject" }
  const { id } = await host.payouts.create(partnerId, "k", input)
  await host.drain()
  const { error } = await host.payouts.get(partnerId, id)
  const last = (await host.payouts.history(partnerId, id)).history.at(-1)
  assert.deepInclude(last, { type: "payout.failed", details: { processingStatus: "rejected", error } })
})

it("a payout that this deployment sends by itself tells of its transaction, and not of the wallet", async () => {
  const { host, memory, partnerId } = await open()
  const { id } = await host.payouts.create(partnerId, "k", { amount: 10, address, network: "tron" })
  const reference = memory.aggregates.Payout.get(id)?.state.order.reference ?? assert.fail("no payout")
  const at = Date.now() + 1_000
  const form = { hash: "0xaa", bytes: "0xsecret", maxFeeWei: 1n, maxTipWei: 1n, at, expiresAt: at }
  const outcome = { hash: "0xbb", blockNumber: 7, costWei: 9n, reason: "", _tag: "completed" } as const
  const events: ReadonlyArray<EventRecord["event"]> = [
    { _tag: "ChainTransactionSigned", wallet: "0xwallet", nonce: 41, form: { ...form, isCancel: false }, at },
    { _tag: "ChainTransactionSignedAgain", form: { ...form, hash: "0xbb", isCancel: true }, at },
    { _tag: "ChainTransactionSettled", outcome, at }
  ]
  for (const [index, event] of events.entries()) {
    const subject = { partnerId: "tron", subjectId: reference, version: index + 2, at: at + index }
    memory.events.set(`evt_${index}`, { ...subject, id: `evt_${index}`, actor: "system", event })
  }
  const { history } = await host.payouts.history(partnerId, id)
  assert.deepStrictEqual(
    history.slice(1).map(({ details, type }) => ({ type, details })),
    [
      { type: "transaction_signed", details: { txHash: "0xaa" } },
      { type: "transaction_signed_again", details: { txHash: "0xbb", cancels: true } },
      { type: "transaction_final", details: { txHash: "0xbb", outcome: "completed", blockNumber: 7 } }
    ]
  )
})

it("a crypto invoice tells what one commit did in its order, and of money nothing of its payer", async () => {
  const { host, partnerId } = await open()
  const made = await host.cryptoInvoices.create(partnerId, {
    ...{ externalId: "one", amount: 20, network: "tron", feePayer: "merchant" },
    ...{ customerName: marker, customerEmail: email, description: `for ${marker}` }
  })
  await host.sandbox.deposit(partnerId, { address: made.address, amount: 25 })
  const before = await host.cryptoInvoices.history(partnerId, made.id)
  assert.deepStrictEqual(
    before.history.map(({ type }) => type),
    [
      ...["invoice_created", "transfer_seen", "crypto.invoice.confirming", "crypto.invoice.credited"],
      ...["crypto.invoice.paid", "crypto.invoice.overpaid"]
    ]
  )
  assert.deepInclude(before.history[1]?.details, { position: 0, amount: 25 })
  await host.cryptoInvoices.redact(partnerId, made.id)
  const after = await host.cryptoInvoices.history(partnerId, made.id)
  assert.deepStrictEqual(after.history.slice(0, -1), before.history)
  assert.strictEqual(after.history.at(-1)?.type, "invoice_redacted")
  assert.notMatch(JSON.stringify(after), personal)
})

it("a fiat invoice tells of its e-mail and its payments, and repeats nobody's words", async () => {
  const { host, partnerId } = await open({ mailer })
  const file = `amount,currency,email,description\n5,USD,${email},for ${marker}\n`
  await host.batches.import(partnerId, { file, sendEmails: "send" })
  await host.drain()
  const [{ id } = assert.fail("no invoice")] = (await host.invoices.list(partnerId)).items
  const receipt = { currency: "USD", payerBank: marker, bankTime: Date.now() } as const
  const odd = { ...receipt, operationId: marker, amountMinor: 7n }
  const { id: returned } = await host.bankPayments.receive(partnerId, id, odd)
  await host.bankPayments.markReturned(returned, `sent back to ${marker}`)
  await host.bankPayments.receive(partnerId, id, { ...receipt, operationId: email, amountMinor: 500n })
  await host.invoices.redact(partnerId, id)
  const view = await host.invoices.history(partnerId, id)
  assert.sameMembers(
    view.history.map(({ type }) => type),
    [
      ...["invoice.created", "mail_failed", "invoice.payment_unresolved", "payment_returned"],
      ...["payment_settled", "invoice.paid", "invoice_redacted"],
      // Both came by themselves.
      ...["payment_requested", "payment_requested"]
    ]
  )
  const unresolved = view.history.find(({ type }) => type === "invoice.payment_unresolved")
  assert.deepStrictEqual(unresolved?.details, {
    ...{ payment: returned, amount: 0.07, currency: "USD", fault: "wrongAmount" }
  })
  assert.notMatch(JSON.stringify(view), personal)
})

it("a KYC session tells its checks in codes, and names neither the person nor the reviewer", async () => {
  const { host, partnerId } = await open()
  const session = await host.kyc.create(partnerId, { level: "basic", metadata: { name: marker, email } })
  const token = session.verificationUrl.split("/").at(-1) ?? ""
  const choice = { kind: "identity_card", country: "SJ" } as const
  await host.kyc.submit(token, "document", png(0x77), choice)
  await host.kyc.takeBack(token)
  await host.kyc.submit(token, "document", png(0x31), { ...choice, kind: "passport" })
  await expect(host.kyc.submit(token, "selfie", png(0x31))).rejects.toMatchObject({ fault: "repeated" })
  await host.kyc.submit(token, "selfie", png(0x5c))
  await host.drain()
  const decision = { reasons: ["selfie_mismatch", "other"], comment: `not ${marker}`, decidedBy: marker }
  await host.kyc.review.decide(session.id, { ...decision, outcome: "retry" })
  await host.kyc.submit(token, "selfie", png(0x96))
  await host.drain()
  await host.kyc.review.decide(session.id, { outcome: "completed", decidedBy: marker })
  assert.lengthOf(await host.kyc.review.watermarked(session.id), 2)
  const before = await host.kyc.history(partnerId, session.id)
  assert.deepStrictEqual(
    before.history.map(({ type }) => type),
    [
      ...["session_created", "document_submitted", "document_taken_back", "document_submitted"],
      ...["picture_refused", "document_submitted", "check_started", "check_refused"],
      ...["document_submitted", "check_started", "kyc.completed", "documents_viewed"]
    ]
  )
  assert.deepStrictEqual(before.history[4]?.details, { step: "selfie", fault: "repeated", free: true })
  assert.notMatch(JSON.stringify(before), /passport|identity_card|SJ/)
  assert.deepInclude(before.history[7]?.details, { check: 1, failureReasons: ["selfie_mismatch", "other"] })
  assert.deepStrictEqual(before.history[1]?.details, { step: "document" })
  const looked = before.history.at(-1)
  assert.deepInclude(looked, { type: "documents_viewed", details: { steps: ["document", "selfie"] } })
  await host.kyc.redact(partnerId, session.id)
  const after = await host.kyc.history(partnerId, session.id)
  assert.deepStrictEqual(after.history[1]?.details, { step: null })
  assert.deepStrictEqual(after.history[11]?.details, { steps: [] })
  for (const view of [before, after]) assert.notMatch(JSON.stringify(view), personal)
})

it("only the partner of a record reads its history", async () => {
  const { host, partnerId } = await open()
  const { id: other } = await host.partners.ensure("other")
  const payout = await host.payouts.create(partnerId, "k", { amount: 10, address, network: "tron" })
  const crypto = await host.cryptoInvoices.create(partnerId, { externalId: "1", amount: 20, network: "tron" })
  const invoice = await host.invoices.create(partnerId, { amount: 5, currency: "USD" })
  const session = await host.kyc.create(partnerId, { level: "basic" })
  for (const [records, id] of [
    [host.payouts, payout.id],
    [host.cryptoInvoices, crypto.id],
    [host.invoices, invoice.id],
    [host.kyc, session.id]
  ] as const) {
    assert.lengthOf((await records.history(partnerId, id)).history, 1)
    await expect(records.history(other, id)).rejects.toThrow(NotFound)
    await expect(records.history(partnerId, `${id}0`)).rejects.toThrow(NotFound)
  }
})

it("of more events than are told the newest are, and that is said", async () => {
  const { host, memory, partnerId } = await open()
  const { id } = await host.payouts.create(partnerId, "k", { amount: 10, address, network: "tron" })
  const at = Date.now()
  const lookups = (count: number) => {
    for (let index = 0; index < count; index++) {
      const event: EventRecord = {
        ...{ id: `evt_${index}`, partnerId, subjectId: id, version: 2 + index, at: at + 1_000 + index },
        ...{ actor: "system", event: { _tag: "PayoutLookupStarted", at } }
      }
      memory.events.set(event.id, event)
    }
  }
  lookups(historyEventsMax - 1)
  const whole = await host.payouts.history(partnerId, id)
  assert.lengthOf(whole.history, historyEventsMax)
  assert.deepInclude(whole, { olderOmitted: false })
  lookups(historyEventsMax + 7)
  const cut = await host.payouts.history(partnerId, id)
  assert.deepInclude(cut, { olderOmitted: true })
  assert.lengthOf(cut.history, historyEventsMax)
  assert.strictEqual(cut.history[0]?.at, new Date(at + 1_007).toISOString())
  assert.strictEqual(cut.history.at(-1)?.at, new Date(at + 1_000 + historyEventsMax + 6).toISOString())
})
