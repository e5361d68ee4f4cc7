import { Operations } from "@quittance/core"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { ConsoleDeployment } from "../src/index.ts"
import { clickOver, contentOf, inWorld, joined, quietDeployment, Time } from "./ConsoleWorld.ts"

/** A payout of which the processing side tells nothing. */
const unknownPayout = Effect.fnUntraced(function* (name: string) {
  const operations = yield* Operations
  const { id } = yield* operations.partners.ensure(name)
  yield* operations.sandbox.credit(id, { amount: 100 })
  const { id: payoutId } = yield* operations.payouts.create(id, "k", {
    ...{ amount: 10, network: "tron", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" },
    note: "sandbox:no-answer"
  })
  yield* operations.drain()
  return { id, payoutId, operations }
})

/** What a server knows of itself. */
const deployment = ConsoleDeployment.of({
  reasons: Effect.succeed([
    { code: "gas", message: "the wallet 0xabc of ethereum has too little gas", isForOperators: true },
    { code: "receiver", message: "2 deliveries wait for a receiver", isForOperators: false }
  ]),
  backupFaults: Effect.succeed(["backups: the last one was made 60 h ago"]),
  subscriberFaults: Effect.succeed(["3 events wait for books, and nobody takes them"]),
  hasDocs: false,
  explorers: {},
  versions: [["Quittance", "1.2.3"]]
})

const deploymentLookedAt = (looks: { count: number }) =>
  ConsoleDeployment.of({
    ...quietDeployment,
    reasons: Effect.sync(() => {
      looks.count += 1
      return []
    })
  })

const badge = /aria-current="page">Needs attention <b class="count">(\d+)<\/b>/

describe("what needs attention", () => {
  inWorld("waits since a payout was asked for, however often it was looked up since", function* () {
    const { id, operations, payoutId } = yield* unknownPayout("shop")
    const { createdAt, updatedAt } = yield* operations.payouts.get(id, payoutId)
    yield* (yield* Time).pass("10 minutes")
    yield* operations.drain()
    assert.notStrictEqual((yield* operations.payouts.get(id, payoutId)).updatedAt, updatedAt)
    const since = (yield* operations.attention.ofPartner.unknownPayouts(id)).map((each) => each.since)
    assert.deepStrictEqual(
      since.map((at) => new Date(at).toISOString()),
      [createdAt]
    )
  })

  inWorld("is a row as long as it does, for its partner and for operators with its name", function* () {
    const { id, operations, payoutId } = yield* unknownPayout("shop <i>")
    const served = Effect.provideService(ConsoleDeployment, deployment)
    const { browser: owner } = yield* served(joined({ name: "Anna", partner: "shop <i>" }))
    const { browser: reviewer } = yield* joined({ name: "Rita", partner: "shop <i>", role: "reviewer" })
    const { browser: operator } = yield* served(joined({ name: "Olga" }))

    const mine = yield* owner.get(`p/${id}/attention`)
    const content = contentOf(mine.text)
    assert.include(content, "The outcome of a payout is unknown")
    assert.include(mine.text, `href="/console/p/${id}/payouts"`)
    assert.strictEqual(badge.exec(mine.text)?.[1], "2")
    assert.match(mine.text, /data-announcement="2 things need attention"/)
    // Of the deployment, partners hear what concerns them, and nothing of nodes, wallets and backups.
    assert.include(content, "2 deliveries wait")
    for (const hidden of ["0xabc", "60 h", "books"]) assert.notInclude(content, hidden)

    const all = yield* operator.get("operator/attention")
    assert.include(all.text, "shop &lt;i&gt;")
    assert.include(all.text, `href="/console/p/${id}/payouts"`)
    assert.include(all.text, 'href="/console/operator/networks"')
    for (const said of ["0xabc", "2 deliveries wait", "60 h ago", "nobody takes them"])
      assert.include(contentOf(all.text), said)
    assert.strictEqual(badge.exec(all.text)?.[1], "5")
    assert.match(contentOf((yield* operator.get("operator/versions")).text), /Quittance 1\.2\.3/)

    // Money concerns no reviewer.
    assert.include(contentOf((yield* reviewer.get(`p/${id}/attention`)).text), "Nothing needs you now")
    yield* operations.partners.ensure("other")
    const { id: other } = yield* operations.partners.get("other")
    assert.strictEqual((yield* owner.get(`p/${other}/attention`)).status, 404)

    yield* operations.payouts.resolve(payoutId, "failed", "nothing was sent")
    assert.notInclude(contentOf((yield* owner.get(`p/${id}/attention`)).text), "unknown")
    assert.strictEqual(badge.exec((yield* owner.get(`p/${id}/attention`)).text)?.[1], "1")
  })

  inWorld(
    "is at first what to begin with: a key and an invoice, for who may make them, and the guide",
    function* () {
      const served = Effect.provideService(ConsoleDeployment, { ...quietDeployment, hasDocs: true })
      const { browser: owner } = yield* served(joined({ name: "Anna", partner: "shop" }))
      const { browser: viewer } = yield* joined({ name: "Vic", partner: "shop", role: "viewer" })
      const operations = yield* Operations
      const { id } = yield* operations.partners.ensure("shop")
      const steps = Effect.map(owner.get(`p/${id}/attention`), ({ text }) =>
        ["keys/create", "invoices/new", "crypto-invoices/new"].filter((to) =>
          text.includes(`href="/console/p/${id}/${to}"`)
        )
      )
      assert.deepStrictEqual(yield* steps, ["keys/create", "invoices/new", "crypto-invoices/new"])
      assert.include((yield* owner.get(`p/${id}/attention`)).text, 'href="/docs"')
      const seen = contentOf((yield* viewer.get(`p/${id}/attention`)).text)
      assert.include(seen, "Nothing needs you now.")
      assert.notInclude(seen, "key")
      yield* operations.keys.create({ partner: "shop" })
      assert.deepStrictEqual(yield* steps, ["invoices/new", "crypto-invoices/new"])
      yield* operations.invoices.create(id, { amount: 100, currency: "USD" } as never)
      assert.deepStrictEqual(yield* steps, [])
    }
  )

  inWorld("is looked for at the server once for all who look in the same seconds", function* () {
    const looks = { count: 0 }
    const served = Effect.provideService(ConsoleDeployment, deploymentLookedAt(looks))
    const { browser } = yield* served(joined({ name: "Olga" }))
    for (const path of ["operator/attention", "operator/attention", "operator/partners"])
      assert.strictEqual((yield* browser.get(path)).status, 200)
    assert.strictEqual(looks.count, 1)
    yield* clickOver
    yield* browser.get("operator/attention")
    assert.strictEqual(looks.count, 2)
  })
})
