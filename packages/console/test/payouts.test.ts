import { defaultSettings, Operations, Worker } from "@quittance/core"
import { actingAs } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { assert, describe } from "vitest"
import { contentOf, inWorld, inWorldWith, joined, nonceIn, origin, Time } from "./ConsoleWorld.ts"

const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

/** A world in which people have ten minutes to approve, and what two agreed to holds ten minutes later. */
const inHurry = inWorldWith(Layer.empty, origin, {
  ...defaultSettings,
  approvals: { lifeMillis: 600_000, holdMillis: 600_000 }
})

/** A shop with 1000 USDT, whose payouts from 10 USDT need two approvals, and its people. */
const shop = Effect.gen(function* () {
  const operations = yield* Operations
  const { id } = yield* operations.partners.ensure("shop")
  yield* operations.sandbox.credit(id, { amount: 1_000 })
  const people = {
    anna: yield* joined({ name: "Anna", partner: "shop", role: "owner" }),
    ben: yield* joined({ name: "Ben", partner: "shop", role: "finance" }),
    ivo: yield* joined({ name: "Ivo", partner: "shop", role: "finance" }),
    vic: yield* joined({ name: "Vic", partner: "shop", role: "viewer" })
  }
  yield* actingAs("operator:root", operations.rosters.setTier(id, { from: 10, approvers: 2 }))
  return { id, operations, people, base: `p/${id}/payouts` }
})
type Person = Effect.Success<ReturnType<typeof joined>>

/** A person sends a payout through its pages; its id. */
const sent = Effect.fnUntraced(function* (base: string, { browser, code }: Person, amount = "25") {
  const fields = { network: "tron", address, amount, note: "" }
  const review = yield* browser.submit(`${base}/create`, fields)
  const done = yield* browser.post(`${base}/create`, {
    ...{ ...fields, nonce: nonceIn(review.text), step: "done" },
    code: yield* code
  })
  assert.strictEqual(done.status, 303, contentOf(done.text))
  return /payouts\/([^?]+)/.exec(done.location)?.[1] ?? assert.fail(done.location)
})

/** Opens the page of a decision and sends its form. */
const decided = Effect.fnUntraced(function* (path: string, { browser, code }: Person) {
  const answer = yield* browser.submit(path, { amount: "25.000000 USDT", code: yield* code })
  return { status: answer.status, said: contentOf(answer.text), location: answer.location }
})

describe("the payouts of a partner in the console", () => {
  inWorld("are checked whole before they are sent, and sent once", function* () {
    const { base, id, operations, people } = yield* shop
    const { browser, code } = people.ivo
    const fields = { network: "tron", address, amount: "25", note: "<b>for Ben</b>" }
    const wrong = yield* browser.submit(`${base}/create`, { ...fields, address: `${address}x` })
    assert.strictEqual(wrong.status, 409)
    assert.include(wrong.text, `value="${address}x"`)
    for (const amount of ["", "0.1", "1e3", "999999", "x".repeat(5_000)]) {
      const refused = yield* browser.submit(`${base}/create`, { ...fields, amount })
      assert.include([400, 409], refused.status, amount)
    }
    const review = yield* browser.submit(`${base}/create`, fields)
    const said = contentOf(review.text)
    for (const part of [address, "Tron (TRC-20)", "25.000000 USDT", "2.000000 USDT", "27.000000 USDT"])
      assert.include(said, part)
    for (const part of [
      "This address is new",
      "when 2 people other than you have approved it",
      "&lt;b&gt;for Ben"
    ])
      assert.include(said, part)
    assert.match(review.text, /<button class="final">Send 25.000000 USDT<\/button>/)
    const form = { ...fields, nonce: nonceIn(review.text), step: "done", code: yield* code }
    const first = yield* browser.post(`${base}/create`, form)
    const again = yield* browser.post(`${base}/create`, { ...form, code: "" })
    assert.deepStrictEqual([first.status, again.status], [303, 303])
    assert.strictEqual(again.location, first.location)
    assert.strictEqual((yield* operations.payouts.list(id)).items.length, 1)
    const { text: open } = yield* browser.get(base)
    for (const part of ["0 of 2 approvals given", address, "Waits for approval"]) assert.include(open, part)
    const broke = yield* browser.submit(`${base}/create`, { ...fields, amount: "990" })
    assert.include(contentOf(broke.text), "balance")
  })

  inWorld("are sent once by a form that is sent twice at once, and again with another code", function* () {
    const { base, id, operations, people } = yield* shop
    const { browser, code } = people.ivo
    const fields = { network: "tron", address, amount: "5", note: "" }
    const review = yield* browser.submit(`${base}/create`, fields)
    const form = { ...fields, nonce: nonceIn(review.text), step: "done", code: yield* code }
    const both = [browser.post(`${base}/create`, form), browser.post(`${base}/create`, form)]
    const answers = yield* Effect.all(both, { concurrency: 2 })
    const again = yield* browser.post(`${base}/create`, { ...form, code: yield* code })
    const told = [...answers, again].map(({ location, status }) => [status, location])
    assert.deepStrictEqual(told, Array(3).fill([303, again.location]))
    assert.strictEqual((yield* operations.payouts.list(id)).items.length, 1)
  })

  inWorld("are approved by two people, not by their maker, and not by who was removed", function* () {
    const { base, id, operations, people } = yield* shop
    const { anna, ben, ivo, vic } = people
    const payout = yield* sent(base, ivo)
    const path = `${base}/${payout}`
    const inbox = (person: Person) =>
      Effect.map(person.browser.get(`${base}/approvals`), ({ text }) => contentOf(text))
    assert.include(yield* inbox(ivo), "You asked for it: others approve it")
    assert.include(yield* inbox(ben), "Approve Decline")
    assert.notInclude(yield* inbox(vic), "Approve")
    const own = yield* decided(`${path}/approve`, ivo)
    assert.strictEqual(own.status, 409)
    assert.include(own.said, "Nobody approves a payout that they or their key asked for")
    assert.strictEqual((yield* vic.browser.get(`${path}/approve`)).status, 403)
    const form = yield* ben.browser.get(`${path}/approve`)
    for (const part of [address, "27.000000 USDT", "Ivo", "Approve 25.000000 USDT"])
      assert.include(contentOf(form.text), part)
    // Ben opened the form before the removal, and sends it after that.
    yield* actingAs("operator:root", operations.rosters.removeMember(id, { user: ben.id }))
    const removed = yield* ben.browser.post(`${path}/approve`, {
      ...{ nonce: nonceIn(form.text), amount: "25.000000 USDT" },
      code: yield* ben.code
    })
    assert.strictEqual(removed.status, 404)
    yield* actingAs("operator:root", operations.rosters.addMember(id, { user: ben.id, role: "finance" }))
    const nonce = nonceIn((yield* ben.browser.get(`${path}/approve`)).text)
    const approval = { nonce, amount: "25.000000 USDT", code: yield* ben.code }
    const first = yield* ben.browser.post(`${path}/approve`, approval)
    const twice = yield* ben.browser.post(`${path}/approve`, { ...approval, code: "" })
    assert.deepStrictEqual([first.status, twice.status], [303, 303], contentOf(twice.text))
    const page = contentOf((yield* ben.browser.get(first.location)).text)
    for (const part of ["Your approval counts.", "1 of 2 approvals given", "Anna"]) assert.include(page, part)
    assert.strictEqual((yield* decided(`${path}/approve`, anna)).status, 303)
    yield* (yield* Worker).drain
    const told = contentOf((yield* anna.browser.get(path)).text)
    for (const part of ["Confirmed", "Submit", "completed", "Arrived", "Reference there"])
      assert.include(told, part)
    const late = yield* decided(`${path}/decline`, anna)
    assert.strictEqual(late.status, 409)
    assert.include(late.said, "it is possible while the payout is awaiting")
  })

  inWorld("are approved by two people at once, each once", function* () {
    const { base, id, operations, people } = yield* shop
    const payout = yield* sent(base, people.ivo)
    const both = yield* Effect.forEach([people.anna, people.ben], (person) =>
      Effect.map(
        Effect.all([person.browser.get(`${base}/${payout}/approve`), person.code]),
        ([{ text }, code]) =>
          person.browser.post(`${base}/${payout}/approve`, {
            ...{ nonce: nonceIn(text), amount: "25.000000 USDT", code }
          })
      )
    )
    const answers = yield* Effect.all(both, { concurrency: 2 })
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [303, 303],
      answers.map(({ text }) => contentOf(text)).join()
    )
    yield* (yield* Worker).drain
    const { approval, calls, processingStatus } = yield* operations.payouts.get(id, payout)
    assert.deepStrictEqual([processingStatus, approval?.given.length], ["confirmed", 2])
    assert.strictEqual(calls.filter(({ kind }) => kind === "submit").length, 1)
  })

  inHurry("are not approved after their time, and may be declined or withdrawn before it", function* () {
    const { base, id, operations, people } = yield* shop
    const { anna, ben, ivo } = people
    const late = yield* sent(base, ivo)
    const form = yield* ben.browser.get(`${base}/${late}/approve`)
    const declined = yield* sent(base, ivo, "30")
    const withdrawn = yield* sent(base, ivo, "31")
    const notMine = yield* decided(`${base}/${withdrawn}/withdraw`, ben)
    assert.include(notMine.said, "Only who asked for the payout withdraws it: decline it instead")
    assert.strictEqual((yield* decided(`${base}/${declined}/decline`, ben)).status, 303)
    assert.strictEqual((yield* decided(`${base}/${withdrawn}/withdraw`, ivo)).status, 303)
    for (const [payout, said] of [
      [declined, "Somebody who approves payouts declined it."],
      [withdrawn, "Who asked for it withdrew it."]
    ] as const)
      assert.include(contentOf((yield* anna.browser.get(`${base}/${payout}`)).text), said)
    const time = yield* Time
    yield* time.pass("10 minutes")
    const refused = yield* ben.browser.post(`${base}/${late}/approve`, {
      ...{ nonce: nonceIn(form.text), code: yield* ben.code }
    })
    assert.strictEqual(refused.status, 409, contentOf(refused.text))
    assert.include(contentOf(refused.text), "The time to approve the payout is over: create it again.")
    yield* (yield* Worker).drain
    const page = yield* ben.browser.get(`${base}/${late}`)
    assert.include(page.text, `<title>Payout ${late} ·`)
    const told = contentOf(page.text)
    assert.include(told, "It was not approved in time.")
    // Also once its debit is returned.
    const later = yield* decided(`${base}/${late}/approve`, ben)
    assert.strictEqual(later.status, 409)
    assert.include(later.said, "It was not approved in time.")
    const { available } = yield* operations.balances.get(id)
    assert.strictEqual(available, 1_000)
  })

  inWorld("are nobody else's, and lists keep what was filtered", function* () {
    const { base, operations, people } = yield* shop
    const { anna } = people
    const payout = yield* sent(base, anna)
    const { id: other } = yield* operations.partners.ensure("other")
    const stranger = yield* joined({ name: "Olga", partner: "other" })
    for (const path of ["", "/approve", "/decline", "/withdraw"]) {
      assert.strictEqual((yield* stranger.browser.get(`${base}/${payout}${path}`)).status, 404)
      assert.strictEqual((yield* stranger.browser.get(`p/${other}/payouts/${payout}${path}`)).status, 404)
    }
    const csv = yield* anna.browser.get(`${base}/all.csv`)
    assert.include(csv.text, `${payout},25.000000,USDT,Tron (TRC-20),${address},awaiting,`)
    assert.include(contentOf((yield* anna.browser.get(`${base}/all?status=FAILED`)).text), "Nothing matches")
  })
})

describe("the address book and the rules in the console", () => {
  inHurry("change with a second person where they ask for less, and each refusal is told", function* () {
    const { base, id, operations, people } = yield* shop
    const { anna, ben, vic } = people
    const label = "<i>Supplier</i>"
    const added = yield* anna.browser.submit(`${base}/addresses/add`, { network: "tron", address, label })
    assert.include(contentOf(added.text), "&lt;i&gt;Supplier&lt;/i&gt;")
    const proposed = yield* anna.browser.post(`${base}/addresses/add`, {
      ...{ nonce: nonceIn(added.text), step: "done", network: "tron", address, label },
      code: yield* anna.code
    })
    assert.strictEqual(proposed.status, 303, contentOf(proposed.text))
    const [change] = (yield* operations.rosters.get(id)).pending
    const path = `${base}/changes/${change?.id}`
    const own = yield* decided(`${path}/agree`, anna)
    assert.strictEqual(own.status, 409)
    assert.include(own.said, "another person must agree")
    const book = contentOf((yield* ben.browser.get(`${base}/addresses`)).text)
    for (const part of ["Changes that wait", address, "Anna", "A second person", "Agree"])
      assert.include(book, part)
    assert.notInclude((yield* vic.browser.get(`${base}/addresses`)).text, "/agree")
    assert.strictEqual((yield* decided(`${path}/agree`, ben)).status, 303)
    assert.deepStrictEqual((yield* operations.rosters.get(id)).addressBook, [])
    yield* (yield* Time).pass("10 minutes")
    const page = yield* ben.browser.get(`${base}/addresses`)
    assert.notInclude(contentOf(page.text), "Changes that wait")
    assert.include(page.text, `/addresses/remove?network=tron&amp;address=${address}`)
    const gone = yield* ben.browser.get(`${path}/agree`)
    assert.strictEqual(gone.status, 404)
    assert.include(contentOf(gone.text), "No such change waits")
  })

  inWorld("say who may approve, and refuse what nobody could satisfy", function* () {
    const { base, people } = yield* shop
    const { anna, ben } = people
    const set = (from: string, approvers: string) =>
      Effect.flatMap(anna.code, (code) =>
        anna.browser.submit(`${base}/rules/amount`, { from, approvers, code })
      )
    const tooMany = yield* set("100", "3")
    assert.strictEqual(tooMany.status, 409)
    assert.include(contentOf(tooMany.text), "so 4 people must be able to approve")
    const wrong = yield* set("1e3", "x")
    assert.strictEqual(wrong.status, 400)
    assert.strictEqual((yield* set("5", "1")).status, 303)
    assert.strictEqual((yield* set("10", "0")).status, 303)
    const rules = contentOf((yield* ben.browser.get(`${base}/rules`)).text)
    for (const part of [
      "5.000000 USDT 1",
      "10.000000 USDT 2",
      "Changes that wait",
      "from 5.000000 USDT 1 approval"
    ])
      assert.include(rules, part)
    for (const part of ["Anna Owner", "Ben Finance", "Ivo Finance"]) assert.include(rules, part)
    assert.notInclude(rules, "Vic")
    assert.strictEqual((yield* ben.browser.get(`${base}/rules/amount`)).status, 403)
  })
})
