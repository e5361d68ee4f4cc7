import { Operations } from "@quittance/core"
import { type BooksStanding, StoreHold } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { contentOf, inWorld, joined, nonceIn, start } from "./ConsoleWorld.ts"

/** A partner with a name that is long, from right to left, and no HTML. */
const name = "متجر الزاوية <b>Corner Shop</b> of the long street that never ends"

const books: { standing: BooksStanding } = { standing: { running: null, last: null } }

/** Books that are verified as a test says. */
const withBooks = Effect.fnUntraced(function* <A, E, R>(made: Effect.Effect<A, E, R>) {
  const operations = yield* Operations
  const own = {
    get: () => Effect.sync(() => books.standing),
    verify: () =>
      Effect.sync(() => {
        books.standing = { ...books.standing, running: { startedAt: start, checkedCount: 1234 } }
        return books.standing
      })
  }
  return yield* Effect.provideService(made, Operations, { ...operations, books: own })
})

const shopOf = Effect.fnUntraced(function* () {
  const operations = yield* Operations
  const { id } = yield* operations.partners.ensure(name)
  return { id, operations }
})

type Browser = Effect.Success<ReturnType<typeof joined>>["browser"]

const contentAt = (browser: Browser, path: string) =>
  Effect.map(browser.get(path), ({ text }) => contentOf(text))

describe("operators in the console", () => {
  inWorld("find and make partners, and set all terms after what changes was repeated", function* () {
    const { browser } = yield* withBooks(joined({ name: "Olga" }))
    const { id, operations } = yield* shopOf()

    const list = yield* browser.get("operator/partners")
    assert.include(list.text, "&lt;b&gt;Corner Shop&lt;/b&gt;")
    const found = yield* browser.get(`operator/partners?name=${encodeURIComponent(name)}`)
    assert.include(found.text, `/console/operator/partners/${id}`)
    assert.include(yield* contentAt(browser, "operator/partners?name=nobody"), "Nothing matches")
    const made = yield* browser.submit("operator/partners/new", { name: "till" })
    assert.match(made.location, /^\/console\/operator\/partners\/prt_[0-9a-f]{32}\?done=partners\.ensure$/)
    for (const wrong of ["", "x".repeat(101), "prt_0123456789abcdef0123456789abcdef"])
      assert.strictEqual((yield* browser.submit("operator/partners/new", { name: wrong })).status, 400, wrong)
    assert.strictEqual((yield* browser.get("operator/partners/prt_none")).status, 404)

    yield* operations.partners.replaceTerms(id, { payee: "Corner", payoutFees: { tron: { fixed: 3 } } })
    const path = `operator/partners/${id}/terms`
    const form = yield* browser.get(path)
    assert.match(form.text, /name="payee"[^>]* value="Corner"/)
    assert.match(form.text, /name="payoutFees\.tron\.fixed"[^>]* value="3"/)
    const fields = {
      ...{ nonce: nonceIn(form.text), payee: "Corner", feePayer: "payer" },
      ...{ "payoutFees.tron.fixed": "3", "invoiceFee.percent": "1.5" }
    }
    const review = contentOf((yield* browser.post(path, fields)).text)
    assert.match(review, /Fee payer The merchant \(the deployment\S*\) The payer \(its own\)/)
    assert.match(review, /Invoice fee .* 1\.5 % \(its own\)/)
    assert.notInclude(review, "Payout fee, Tron")
    const shown = yield* contentAt(browser, `operator/partners/${id}`)
    assert.match(shown, /Fee payer The merchant .* Payout fee, Tron 3\.000000 USDT \(its own\)/)
    assert.isUndefined((yield* operations.partners.get(id)).terms.own.feePayer)
    const done = yield* browser.post(path, { ...fields, step: "done" })
    assert.strictEqual(done.status, 303, contentOf(done.text))
    const { own, payee } = (yield* operations.partners.get(id)).terms
    assert.deepInclude(own, {
      feePayer: "payer",
      payoutFees: { tron: { percent: 0, fixed: 3, min: 0, max: null } }
    })
    assert.strictEqual(payee, "Corner")
    const wrong = yield* browser.post(path, { ...fields, "invoiceFee.percent": "x" })
    assert.deepStrictEqual([wrong.status, wrong.text.includes('id="invoiceFee.percent-fault"')], [400, true])

    for (const [page, said] of [
      ["hold", "not on hold"],
      ["hold/comparison", "agree"],
      ["networks", "By a provider"],
      ["versions", "does not say"],
      ["payouts", "No payout waits"],
      ["bank-payments", "belongs to an invoice"]
    ] as const)
      assert.include(yield* contentAt(browser, `operator/${page}`), said)
    for (const missing of ["networks/tron", "networks/tron/pause", "networks/none/resume"])
      assert.strictEqual((yield* browser.get(`operator/${missing}`)).status, 404, missing)

    yield* (yield* StoreHold).place({ reason: "The store was restored <b>", since: start })
    assert.include(yield* contentAt(browser, "operator/hold"), "The store was restored &lt;b&gt;")
    assert.include(yield* contentAt(browser, "operator/attention"), "The store is on hold")
    assert.strictEqual((yield* browser.submit("operator/hold/release", {})).status, 303)
    assert.isNull(yield* operations.hold.get())

    assert.include(yield* contentAt(browser, "operator/books"), "not verified from here yet")
    const begun = yield* browser.submit("operator/books/verify", {})
    assert.strictEqual(begun.location, "/console/operator/books?done=books.verify")
    assert.match(yield* contentAt(browser, "operator/books"), /A verification goes on\..* 1,234/)
    const last = { startedAt: start, endedAt: start + 61_500, checkedCount: 5_000, sentences: ["this <b>"] }
    books.standing = { running: null, last: { ...last, faultCount: 1 } }
    assert.match(
      yield* contentAt(browser, "operator/books"),
      /The books have a fault\..* 61\.5 s .* 5,000 .*this &lt;b&gt;/
    )
    assert.include(yield* contentAt(browser, "operator/attention"), "The books have a fault")
  })

  inWorld("book a correction once, with a proof; to others nothing is at these addresses", function* () {
    const { browser, code } = yield* joined({ name: "Olga" })
    const { browser: owner } = yield* joined({ name: "Anna", partner: "shop" })
    const { id, operations } = yield* shopOf()
    const path = `operator/partners/${id}/adjust`
    const form = yield* browser.get(path)
    const fields = {
      ...{ nonce: nonceIn(form.text), direction: "credit", amount: "12.345678" },
      reason: "<i>bank</i> fee"
    }
    const review = yield* browser.post(path, fields)
    assert.include(review.text, "&lt;i&gt;bank&lt;/i&gt; fee")
    assert.include(contentOf(review.text), "12.345678")
    const sent = { ...fields, step: "done" }
    assert.strictEqual((yield* browser.post(path, sent)).status, 403)
    const done = yield* browser.post(path, { ...sent, code: yield* code })
    assert.strictEqual(done.status, 303, contentOf(done.text))
    yield* browser.post(path, sent)
    assert.strictEqual((yield* operations.balances.get(id)).available, 12.345678)
    const below = { ...sent, nonce: "another-form", direction: "debit", amount: "99", code: yield* code }
    const refused = yield* browser.post(path, below)
    assert.strictEqual(refused.status, 409)
    assert.include(contentOf(refused.text), "below zero")
    for (const amount of ["", "-5", "1e3", "9".repeat(31)]) {
      const wrong = yield* browser.post(path, { ...fields, nonce: `wrong-form-${amount.length}`, amount })
      assert.strictEqual(wrong.status, 400, amount)
    }

    for (const page of ["attention", "partners", `partners/${id}`, "hold", "networks", "books", "versions"])
      assert.strictEqual((yield* owner.get(`operator/${page}`)).status, 404, page)
    assert.strictEqual((yield* owner.post(path, { ...sent, nonce: "their-form" })).status, 404)
  })
})
