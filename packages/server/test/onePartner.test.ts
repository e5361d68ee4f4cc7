import {
  chooseBank,
  issueCrypto,
  makeThings,
  operationsOf,
  post,
  rightRequest,
  send,
  startComplete
} from "@quittance/adapters-http/testing"
import { PostgresStore } from "@quittance/adapters-postgres"
import {
  background,
  newDatabase,
  proveOnePartner,
  requests,
  sentStatements
} from "@quittance/adapters-postgres/testing"
import { BankPayments, Invoices } from "@quittance/core"
import {
  type BankAccount,
  chainJobs,
  dateAt,
  Invitations,
  jobKinds,
  millisPerDay,
  Rosters,
  type StatedEntry,
  Statements,
  Users
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Stream } from "effect"
import { assert, it } from "vitest"

/** Jobs of networks that a deployment acts on by itself; the suites of the storage ports send their statements. */
const ofNetworks = [chainJobs.read, chainJobs.send, chainJobs.sweep, chainJobs.check]

/** Every page of ours that an answer leads to. */
const linksIn = (body: unknown): ReadonlyArray<string> =>
  [...JSON.stringify(body).matchAll(/"(http:\/\/api\.test\/[^"]*)"/g)].flatMap(([, link]) => link ?? [])

/** A rule, a link that somebody uses, and one that nobody does. */
const peopleOf = (api: Awaited<ReturnType<typeof startComplete>>) =>
  api.runtime.runPromise(
    Effect.gen(function* () {
      const { partnerId } = api.key
      const rosters = yield* Rosters
      const invitations = yield* Invitations
      const users = yield* Users
      yield* rosters.setTiers(partnerId, { currency: "USDT", tiers: [{ from: "1", approvers: 1 }] })
      const invited = { partner: partnerId, role: "finance", name: "Anna" }
      const { token } = yield* invitations.create(invited)
      yield* users.accept(token, { _tag: "New", id: yield* users.newId })
      yield* invitations.create(invited)
    })
  )

const account: BankAccount = {
  ...{ name: "main", currency: "EUR", account: "DE89370400440532013000" },
  ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
}

/** Money in a statement that an invoice cannot take, and that is sent back. */
const statementOf = (api: Awaited<ReturnType<typeof startComplete>>) =>
  api.runtime.runPromise(
    Effect.gen(function* () {
      const invoices = yield* Invoices
      const statements = yield* Statements
      const payments = yield* BankPayments
      const { value } = yield* invoices.create(api.key.partnerId, undefined, { amount: 10, currency: "EUR" })
      const reference = Option.toArray(value.order.creditorReference)
      const none = Option.none()
      const entry: StatedEntry = {
        ...{ place: { line: 1, path: "" }, amountMinor: 1n, direction: "credit", isReversal: false },
        ...{
          status: "booked",
          bookedOn: dateAt(value.order.createdAt, "UTC"),
          valueOn: none,
          acceptedAt: none
        },
        payer: { name: none, account: none, bankId: none, bank: none },
        ...{ structuredReferences: reference, texts: [], endToEndId: none },
        ...{ key: { kind: "content", value: "1" }, isBatch: false, partOf: none }
      }
      const report = yield* statements.import(account.name, Stream.make({ _tag: "Entry", entry } as const))
      assert.strictEqual(report.unresolved, 1)
      const [held] = yield* payments.ofInvoice(api.key.partnerId, value.order.id)
      yield* payments.markReturned(held?.order.id ?? "", "too little")
    })
  )

it("no request and no job reads or writes over all partners, where partners lie on different machines", async () => {
  const kinds = new Set<unknown>()
  const sent = sentStatements(({ name, values }) => {
    if (name === "jobs.take") kinds.add(values[1])
  })
  const url = await newDatabase()
  const store = Layer.orDie(PostgresStore.layer({ url, mode: "sandbox", partners: "one" }))
  await using api = await startComplete({
    store,
    settings: { banks: [account], invoiceRetentionMillis: millisPerDay }
  })
  // A process that starts looks over all partners for what it missed.
  sent.clear()
  let count = 0
  const anew = () => makeThings(api, `partner ${++count}`)
  let things = await anew()
  const links = new Set<string>()
  for (const operation of await operationsOf(api)) {
    // Operators ask about all partners.
    if (operation.caller === "operator") continue
    const ask = () => send(api, operation, rightRequest(operation, things), things.key)
    let answer = await ask()
    if (answer.status >= 400) {
      // What was asked before may have been its end.
      things = await anew()
      answer = await ask()
    }
    assert.isBelow(answer.status, 300, `${operation.id}: ${JSON.stringify(answer.body)}`)
    for (const link of linksIn(answer.body)) links.add(link)
  }
  assert.isAbove(links.size, 2)
  await peopleOf(api)
  await statementOf(api)
  // What became of some of them meanwhile, their pages say.
  for (const link of links) assert.include([200, 410], (await api.handler(new Request(link))).status, link)
  await chooseBank(api)
  // Whose address is known gets a receipt.
  const { path } = await issueCrypto(api, { externalId: "with a receipt", customerEmail: "ann@example.com" })
  await post(api, `${path}/simulate`)
  for (const days of [0, 1, 7, 90, 400]) {
    api.wall.now += days * millisPerDay
    await api.work()
  }
  await proveOnePartner(url, sent.values(), "one", [...background, ...requests])
  assert.sameMembers([...kinds, ...ofNetworks], [...jobKinds])
})
