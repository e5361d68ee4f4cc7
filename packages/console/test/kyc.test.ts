import { Operations } from "@quittance/core"
import type { Role } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { clickOver, contentOf, inWorldWith, joined, nonceIn } from "./ConsoleWorld.ts"
import { png, verifying } from "./verifying.ts"

const inWorld = inWorldWith(verifying)

/** A verification that waits for a decision, of somebody whose name is written from right to left. */
const waiting = Effect.fnUntraced(function* (partner = "shop") {
  const { kyc, partners } = yield* Operations
  const { id: partnerId } = yield* partners.ensure(partner)
  const { id, verificationUrl } = yield* kyc.create(partnerId, {
    level: "basic",
    metadata: { name: "دانا <b>السعيد</b>", customer: 17 }
  })
  const token = verificationUrl.split("/").at(-1) ?? ""
  yield* kyc.submit(token, "document", png(0x31), { kind: "identity_card", country: "KZ" })
  yield* kyc.submit(token, "document_back", png(0x77))
  yield* kyc.submit(token, "selfie", png(0x5c))
  return { id, partnerId, path: `p/${partnerId}/kyc/${id}` }
})

const typesIn = (partnerId: string, id: string) =>
  Effect.flatMap(Operations, ({ kyc }) =>
    Effect.map(kyc.history(partnerId, id), ({ history }) =>
      history.map(({ actor, type }) => `${type} ${actor}`)
    )
  )

/** What the pictures of a page show. */
const picturesIn = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/src="data:image\/jpeg;base64,([^"]+)"/g)].map(([, data = ""]) =>
    Buffer.from(data, "base64").toString()
  )

describe("the KYC desk", () => {
  inWorld("shows a reviewer what waits, its documents for one proof, and takes one decision", function* () {
    const { id, partnerId, path } = yield* waiting()
    yield* waiting("another shop")
    const { browser, code, id: userId } = yield* joined({ name: "Rita", partner: "shop", role: "reviewer" })
    const queue = yield* browser.get(`p/${partnerId}/kyc`)
    assert.deepStrictEqual(queue.text.match(/kyc\/kyc_\w+/g), [`kyc/${id}`])
    const page = yield* browser.get(path)
    assert.include(page.text, "<bdi>دانا &lt;b&gt;السعيد&lt;/b&gt;</bdi>")
    for (const { text } of [page, yield* browser.get(`p/${partnerId}/kyc/all`)])
      assert.include(text, `<span class="status warn">To be decided</span>`, "list and page say one thing")
    assert.include(contentOf(page.text), "PNG, 1000 × 700")
    assert.include(contentOf(page.text), "Identity card, Kazakhstan (KZ)")
    assert.notInclude(page.text, "data:image/jpeg")

    const unproven = yield* browser.submit(`${path}/documents`, {})
    assert.strictEqual(unproven.status, 403)
    assert.notInclude((yield* typesIn(partnerId, id)).join(), "documents_viewed")
    const form = { nonce: nonceIn((yield* browser.get(`${path}/documents`)).text), code: yield* code }
    const shown = yield* browser.post(`${path}/documents`, form)
    assert.strictEqual(shown.status, 200)
    assert.include(contentOf(shown.text), "Back of the document: cannot be read")
    assert.strictEqual(shown.headers.get("cache-control"), "no-store")
    const stamp = `for Rita\n${userId}\n2026-11-27 12:0`
    assert.deepStrictEqual(
      picturesIn(shown.text).map((each) => each.slice(0, -" UTC".length - 1)),
      [`49 ${stamp}`, `119 ${stamp}`, `92 ${stamp}`]
    )
    const again = yield* browser.post(`${path}/documents`, form)
    assert.notInclude(again.text, "data:image/jpeg", "a proof shows them once")
    const looks = (yield* typesIn(partnerId, id)).filter((each) => each.startsWith("documents_viewed"))
    assert.deepStrictEqual(looks, [`documents_viewed user:${userId}`])

    const decision = { outcome: "retry", reasons: ["selfie_mismatch", "other"], comment: "<i>hat</i>" }
    const given = { nonce: nonceIn(shown.text), ...decision }
    const review = yield* browser.post(`${path}/decide`, given)
    assert.include(review.text, "&lt;i&gt;hat&lt;/i&gt;")
    assert.include(contentOf(review.text), "Ask the person again")
    for (const sent of [1, 2]) {
      const done = yield* browser.post(`${path}/decide`, { ...given, step: "done" })
      assert.deepStrictEqual(
        [done.status, done.location],
        [303, `/console/${path}?done=kyc.review.decide`],
        `${sent}`
      )
      yield* clickOver
    }
    const other = yield* browser.post(`${path}/decide`, {
      nonce: "other-form",
      outcome: "completed",
      step: "done"
    })
    assert.strictEqual(other.status, 409)
    assert.include(contentOf((yield* browser.get(path)).text), "Selfie: not the person of the document")
    const all = yield* typesIn(partnerId, id)
    assert.lengthOf(
      all.filter((each) => each === `check_refused user:${userId}`),
      1
    )
    assert.include(contentOf((yield* browser.get(`p/${partnerId}/kyc`)).text), "No verification waits")
  })

  inWorld("says what is wrong with a decision, and keeps what was typed", function* () {
    const { id, partnerId, path } = yield* waiting()
    const { browser } = yield* joined({ name: "Rita", partner: "shop", role: "reviewer" })
    for (const [fields, said] of [
      [{}, "Decision is required"],
      [{ outcome: "<b>" }, "Decision is required"],
      [{ outcome: "failed" }, "Reasons must name at least one"],
      [{ outcome: "failed", reasons: "<script>" }, "Reasons must be one of"],
      [{ outcome: "completed", reasons: "other" }, "tick none for a verified person"],
      [{ outcome: "failed", reasons: "suspected_fraud", comment: "mask" }, "is for the reason other"],
      [{ outcome: "failed", reasons: "other", comment: "m".repeat(501) }, "must have at most 500"]
    ] as const) {
      const told = yield* browser.submit(`${path}/decide`, { ...fields, step: "done" })
      assert.strictEqual(told.status, 400)
      assert.include(contentOf(told.text), said)
      if ("comment" in fields) assert.include(told.text, fields.comment)
    }
    assert.notInclude((yield* typesIn(partnerId, id)).join(), "kyc.failed")
  })

  for (const role of ["support", "viewer"] satisfies ReadonlyArray<Role>)
    inWorld(`shows ${role} how a verification stands, and no documents`, function* () {
      const { partnerId, path } = yield* waiting()
      const { browser } = yield* joined({ name: "Vera", partner: "shop", role })
      const list = yield* browser.get(`p/${partnerId}/kyc/all`)
      assert.include(contentOf(list.text), "In progress")
      const page = yield* browser.get(path)
      assert.include(contentOf(page.text), "In progress")
      assert.notInclude(page.text, "السعيد")
      assert.notInclude(page.text, "Kazakhstan")
      assert.notMatch(page.text, /documents"|decide"|redact"|\/verify\//)
      for (const act of ["documents", "decide", "redact"])
        assert.strictEqual((yield* browser.get(`${path}/${act}`)).status, 403, act)
      assert.strictEqual((yield* browser.get(`p/${partnerId}/kyc`)).status, 403)
    })

  inWorld("hides the verifications of others", function* () {
    const { id } = yield* waiting()
    const { browser, code } = yield* joined({ name: "Otto", partner: "another shop" })
    const { id: otherId } = yield* (yield* Operations).partners.ensure("another shop")
    for (const page of ["", "/documents", "/decide", "/redact"])
      for (const wanted of [id, "kyc_0"])
        assert.strictEqual((yield* browser.get(`p/${otherId}/kyc/${wanted}${page}`)).status, 404, page)
    const stolen = { nonce: "n".repeat(20), code: yield* code, outcome: "completed", step: "done" }
    for (const act of ["documents", "decide", "redact"])
      assert.strictEqual((yield* browser.post(`p/${otherId}/kyc/${id}/${act}`, stolen)).status, 404, act)
  })

  inWorld("lets an owner erase, once, and shows an operator what waits of all partners", function* () {
    const [one, other] = [yield* waiting(), yield* waiting("another shop")]
    const operator = yield* joined({ name: "Olga" })
    const queue = yield* operator.browser.get("operator/kyc")
    for (const { path } of [one, other]) assert.include(queue.text, `/console/${path}"`)
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    assert.include(contentOf((yield* browser.get(`${one.path}/redact`)).text), "دانا")
    for (const sent of [1, 2])
      assert.strictEqual((yield* browser.submit(`${one.path}/redact`, {})).status, 303, `${sent}`)
    const page = yield* browser.get(one.path)
    assert.notInclude(page.text, "السعيد")
    assert.strictEqual((yield* browser.get(`${one.path}/documents`)).status, 200)
    assert.include(contentOf((yield* operator.browser.get(other.path)).text), "دانا")
  })
})
