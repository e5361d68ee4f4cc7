import { Operations } from "@quittance/core"
import { accountWebhookEvents, fiatWebhookEvents } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import { invoicesPath, startTestApi, type TestApi } from "../TestApi.ts"

/** A payout of which nobody tells, until an operator learns first that it failed, and then that it arrived. */
const settleLate = async (api: TestApi) => {
  const { payout } = (await api.createPayout({ amount: 25, note: "sandbox:no-answer" })).body
  const { id } = payout as { readonly id: string }
  await api.work()
  for (const outcome of ["failed", "completed"] as const)
    await api.runtime.runPromise(
      Operations.use(({ payouts }) => payouts.resolve(id, outcome, "looked up at the processing side"))
    )
}

/** A payout that waits for two people, by a rule of its own. */
const needApproval = async (api: TestApi) => {
  const ask = (approvers: number) =>
    api.runtime.runPromise(
      Operations.use(({ rosters }) => rosters.setTier(api.key.partnerId, { from: 25, approvers }))
    )
  await ask(2)
  await api.createPayout({ amount: 25 })
  await ask(0)
}

/** A bank takes back what it paid for an invoice. */
const recall = ({ key: { partnerId }, runtime }: TestApi, invoiceId: string) =>
  runtime.runPromise(
    Operations.use(({ bankPayments }) =>
      Effect.flatMap(bankPayments.ofInvoice(partnerId, invoiceId), ([payment]) =>
        bankPayments.recall(partnerId, payment?.id ?? "", "2026-01-20")
      )
    )
  )

/** What can happen to a partner's invoices, payouts, verifications and wallets, so that each event is told. */
const happen = async (api: TestApi) => {
  const metadata = { order: 1042 }
  const transfer = "5c1f0d7b7a6e4a0f8c2b9d3e6f4a1b0c5d7e9f2a4b6c8d0e1f3a5b7c9d1e3f"
  const tx = (number: number) => `${transfer}${number.toString(16).padStart(2, "0")}`
  const wallet = await api.transit("transit/wallets", { body: { label: "shop", network: "tron" } })
  const { address } = wallet.body.wallet as { address: string }
  await api.sandbox("crypto/deposits", { address, amount: 25, confirmations: 0, txHash: tx(0) })
  await api.sandbox("crypto/drop", { txHash: tx(0) })
  await api.sandbox("crypto/deposits", { address, amount: 25, txHash: tx(1) })
  let orders = 1041
  const issue = async () => {
    orders += 1
    const body = { amount: 25, network: "tron", externalId: `order-${orders}` }
    return (await api.call({ path: invoicesPath, body })).body.invoice as {
      readonly id: string
      readonly address: string
    }
  }
  const deposit = async (amount: number, to: string, number: number, confirmations?: number) =>
    void (await api.sandbox("crypto/deposits", {
      address: to,
      amount,
      txHash: tx(number),
      ...(confirmations === undefined ? {} : { confirmations })
    }))
  const cancel = (id: string) => api.call({ path: `${invoicesPath}/${id}/cancel`, method: "POST" })
  await deposit(25, (await issue()).address, 2, 0)
  await api.sandbox("crypto/blocks", { network: "tron", count: 20 })
  await deposit(30, (await issue()).address, 3)
  const late = await issue()
  await cancel(late.id)
  await deposit(25, late.address, 4)
  await issue()
  await deposit(10, (await issue()).address, 5)
  const { address: seen } = await issue()
  await deposit(25, seen, 6, 0)
  await api.sandbox("crypto/drop", { txHash: tx(6) })
  const { address: paid } = await issue()
  await deposit(25, paid, 7)
  await api.sandbox("crypto/drop", { txHash: tx(7) })
  await api.sandbox("balance/credit", { amount: 25, reason: "Goodwill for order 1042" })
  await api.createPayout({ amount: 25 })
  await api.createPayout({ amount: 25, note: "sandbox:reject" })
  await settleLate(api)
  await needApproval(api)
  const fiat = async () =>
    (await api.fiat("invoices", { body: { amount: 25, currency: "USD", metadata } })).body.id
  const recalled = await fiat()
  await api.sandbox(`invoices/${recalled}/pay`, {})
  await recall(api, String(recalled))
  const cancelled = await fiat()
  await api.fiat(`invoices/${cancelled}/cancel`, { method: "POST" })
  await api.sandbox(`invoices/${cancelled}/pay`, {})
  await fiat()
  const verify = async () => (await api.fiat("kyc/sessions", { body: { level: "basic", metadata } })).body.id
  await api.sandbox(`kyc/sessions/${await verify()}/decide`, { outcome: "completed" })
  await api.sandbox(`kyc/sessions/${await verify()}/decide`, {
    outcome: "failed",
    reasons: ["document_expired"]
  })
  await api.fiat(`kyc/sessions/${await verify()}/redact`, { method: "POST" })
  await verify()
  await api.work()
  api.wall.now += 25 * 60 * 60_000
  await api.work()
}

const url = "https://shop.test/hooks"

const startReceived = async () => {
  const receivers = makeReceivers()
  const api = await startTestApi({
    providers: Layer.merge(receivers.layer, kycProviders),
    logLevel: "Fatal"
  })
  const { body: fiat } = await api.fiat("webhooks", { body: { url, events: fiatWebhookEvents } })
  const { body: transit } = await api.transit("webhook", { method: "PUT", body: { url } })
  const { secret } = transit.webhook as { readonly secret: string }
  return { api, calls: receivers.calls, fiatId: String(fiat.id), secrets: [String(fiat.secret), secret] }
}

/** What a server delivers on which everything happens, and the secrets that sign it. */
export const deliverEveryEvent = async () => {
  const { api, calls, secrets } = await startReceived()
  await using _ = api
  await api.credit(api.key.partnerId, 1000)
  await happen(api)
  return { calls, secrets }
}

/** What a server delivers that is asked to test its webhooks with each event. */
export const deliverTests = async () => {
  const { api, calls, fiatId, secrets } = await startReceived()
  await using _ = api
  for (const event of fiatWebhookEvents) await api.fiat(`webhooks/${fiatId}/test`, { body: { event } })
  for (const event of accountWebhookEvents) await api.transit("webhook/test", { body: { event } })
  return { calls, secrets }
}

export const allEvents = [...fiatWebhookEvents, ...accountWebhookEvents]
