import { MemoryStore } from "@quittance/core"
import { type EventRecord, emptyMemoryState } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { chooseBank, issueCrypto, issueFiat, post } from "../hosted/pageVisit.ts"
import { createSession, startVerification, takeStep } from "../hosted/VerificationSession.ts"
import { makeOperatorRows } from "../operations/operatorRow.ts"
import type { TestApi } from "../TestApi.ts"

type EventName = EventRecord["event"]["_tag"]

/** The API with every way in, and who caused the events since it was asked last. */
const startSeen = async () => {
  const state = emptyMemoryState()
  const api = await startVerification({ store: MemoryStore.layerOver(state), operations: makeOperatorRows })
  let told = 0
  const news = () => {
    const events = [...state.events.values()].slice(told)
    told += events.length
    return events
  }
  return { api, news, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

const mailedBatch = (api: TestApi) => {
  const form = new FormData()
  const file = new Blob(["amount,currency,email\n10,USD,anna@shop.example"], { type: "text/csv" })
  form.append("sendEmails", "true")
  form.append("file", file, "batch.csv")
  return api.fiat("batch/invoices", { body: form })
}

const asOperator = (api: TestApi) =>
  api.send(
    new Request("http://api.test/api/operator/v1/keys", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": api.operatorKey.secret },
      body: JSON.stringify({ partner: "another" })
    })
  )

/** A session whose person has shown everything, and what is asked of the checker. */
const shownPerson = async (api: TestApi) => {
  const { id, path } = await createSession(api)
  await takeStep(api, path, "passport")
  await takeStep(api, path, "face")
  await api.work()
  return id
}

/** `key` stands for the partner's key. */
type Caused = Partial<Record<EventName, string>>

const ways: ReadonlyArray<readonly [way: string, go: (api: TestApi) => Promise<unknown>, caused: Caused]> = [
  [
    "a host that names nobody",
    (api) => api.createKey({ partner: "other" }),
    {
      PartnerCreated: "system",
      ApiKeyCreated: "system"
    }
  ],
  [
    "an operator's request",
    asOperator,
    {
      PartnerCreated: "operator's key",
      ApiKeyCreated: "operator's key"
    }
  ],
  [
    "a signed request, the work that follows, and the processing side's answer",
    async (api) => {
      await api.credit(api.key.partnerId, 100)
      await api.createPayout()
      await api.work()
    },
    {
      BalanceAdjusted: "system",
      PayoutReserved: "key",
      PayoutSubmissionStarted: "system",
      PayoutConfirmed: "provider:payouts"
    }
  ],
  [
    "a network's report, whoever asked for it",
    async (api) => {
      const { address } = await issueCrypto(api)
      await api.sandbox("crypto/deposits", { address, amount: 5, confirmations: 99 })
    },
    {
      CryptoInvoiceIssued: "key",
      CryptoInvoiceConfirming: "provider:tron",
      TransferSeen: "provider:tron",
      TransferCredited: "provider:tron",
      CryptoInvoicePaid: "provider:tron"
    }
  ],
  [
    "a request that sends its secret, and the clock",
    async (api) => {
      await api.fiat("invoices", {
        body: { amount: 5, currency: "EUR", description: "a hat" }
      })
      api.wall.now += 25 * 3_600_000
      await api.work()
    },
    { InvoiceIssued: "key", InvoiceExpired: "system" }
  ],
  [
    "a person at a payment page, and the bank's answers",
    async (api) => {
      const { bankPath } = await chooseBank(api)
      await post(api, bankPath, { decision: "approve" })
      await api.work()
    },
    {
      InvoiceIssued: "system",
      BankPaymentRequested: "customer",
      BankPaymentStarted: "system",
      BankPaymentAccepted: "provider:bank",
      BankPaymentSettled: "provider:bank",
      InvoicePaid: "provider:bank"
    }
  ],
  [
    "a simulated payment",
    async (api) => {
      const { id } = await issueFiat(api)
      await api.sandbox(`invoices/${id}/pay`, {})
    },
    {
      InvoiceIssued: "system",
      BankPaymentRequested: "provider:bank",
      BankPaymentSettled: "provider:bank",
      InvoicePaid: "provider:bank"
    }
  ],
  [
    "a person at a verification page, and the checker",
    async (api) => {
      await api.sandbox(`kyc/sessions/${await shownPerson(api)}/decide`, { outcome: "completed" })
    },
    {
      KycSessionCreated: "key",
      KycDocumentSubmitted: "customer",
      KycCheckOpening: "system",
      KycCheckRunning: "provider:kyc",
      KycSessionCompleted: "provider:kyc"
    }
  ],
  [
    "a file of invoices, and the mail server",
    async (api) => {
      await mailedBatch(api)
      await api.work()
    },
    { InvoiceIssued: "key", BatchImported: "key", InvoiceMailSent: "provider:mail" }
  ],
  [
    "a pair of public key and secret",
    (api) => api.transit("transit/wallets", { body: { label: "shop", network: "tron" } }),
    {
      TransitWalletOpened: "key"
    }
  ]
]

describe("who caused an event, by the way it came in", () => {
  for (const [way, go, caused] of ways)
    it(way, async () => {
      await using seen = await startSeen()
      const { api, news } = seen
      news()
      await go(api)
      const own = `key:${api.key.id}`
      const named = new Map([
        [own, "key"],
        [`operator:${api.operatorKey.id}`, "operator's key"]
      ])
      const found = news().map(({ actor, event }) => [event._tag, named.get(actor) ?? actor])
      assert.deepStrictEqual(Object.fromEntries(found), caused)
      // Every event of a kind has the same one.
      assert.strictEqual(new Set(found.map(String)).size, Object.keys(caused).length, String(found))
    })
})
