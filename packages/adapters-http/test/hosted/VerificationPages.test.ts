import { DocumentRefused } from "@quittance/core"
import { documentBytesMax, PicturesUnavailable } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { isolated } from "../../src/pages/localText.ts"
import { verificationMessagesOf } from "../../src/pages/messages/messagesOf.ts"
import { qrCode } from "../../src/pages/pageParts.ts"
import { type Answer, origin, post, sameOrigin, send, shown } from "./pageVisit.ts"
import {
  actionOf,
  createSession,
  formOf,
  ofScript,
  picture,
  plain,
  problemOf,
  startVerification,
  takeStep
} from "./VerificationSession.ts"

const hourMillis = 3_600_000
const en = verificationMessagesOf("en")
const ru = verificationMessagesOf("ru")

/** `%PDF-…` that ends where it says. */
const pdf = new TextEncoder().encode("%PDF-1.7\nan identity card\n%%EOF\n")

const outcome = ({ headers, status }: Answer) => [status, headers.get("location")]
const jsonOf = ({ text }: Answer) => JSON.parse(text)
const errorOf = (answer: Answer) => [answer.status, jsonOf(answer).error.code, jsonOf(answer).error.message]

describe("the verification page", () => {
  it("speaks the session's language, whatever the browser prefers, unless the link asks for another", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api, { locale: "kk-KZ" })
    const headers = { "accept-language": "ru" }
    assert.include((await send(api, path, { headers })).text, '<html lang="kk">')
    assert.include((await send(api, `${path}?lang=ru`)).text, '<html lang="ru">')
    assert.include((await send(api, `${path}?lang=kz`)).text, '<html lang="kk">')
    assert.include((await send(api, `${path}?lang=xx`)).text, '<html lang="kk">')
    const english = await createSession(api)
    assert.include((await send(api, english.path, { headers })).text, '<html lang="en">')
  })

  it("goes from step to step to the result by forms alone, and leads back", async () => {
    await using api = await startVerification()
    const redirectUrl = "https://shop.example/account"
    const { id, path } = await createSession(api, { level: "advanced", redirectUrl, locale: "ru" })
    assert.strictEqual(shown(await send(api, path)), "asking|document|0")
    assert.deepStrictEqual(outcome(await takeStep(api, path, "passport")), [303, `${path}?lang=ru`])
    assert.strictEqual(shown(await send(api, path)), "asking|selfie|0")
    await takeStep(api, path, "face")
    const last = await send(api, path)
    assert.strictEqual(shown(last), "asking|proof_of_address|0")
    assert.strictEqual((await post(api, actionOf(last), formOf(pdf))).status, 303)
    const checking = await send(api, path)
    assert.strictEqual(shown(checking), "checking||0")
    assert.notInclude(checking.text, "<form")
    await api.work()
    assert.strictEqual(shown(await send(api, path)), "checking||0")

    await api.sandbox(`kyc/sessions/${id}/decide`, { outcome: "completed" })
    const verified = await send(api, path)
    assert.strictEqual(shown(verified), "verified||0")
    assert.include(verified.text, `data-return="${redirectUrl}"`)
    assert.strictEqual(verified.headers.get("referrer-policy"), "same-origin")
  })

  it("asks again for what was refused, says why, and how often one may still try", async () => {
    await using api = await startVerification()
    const { id, path } = await createSession(api)
    await takeStep(api, path, "passport")
    await takeStep(api, path, "face")
    await api.sandbox(`kyc/sessions/${id}/decide`, {
      outcome: "retry",
      reasons: ["selfie_mismatch", "theirs"]
    })
    const page = await send(api, path)
    assert.strictEqual(shown(page), "retrying|selfie|1")
    assert.include(page.text, en.reason.selfie_mismatch)
    assert.include(page.text, en.reason.other)
    assert.include(page.text, en.attemptsLeft(2))
    assert.match(page.text, /step-taken.*Identity document/)
    await takeStep(api, path, "another face")
    assert.strictEqual(shown(await send(api, path)), "checking||1")
    await api.sandbox(`kyc/sessions/${id}/decide`, { outcome: "failed", reasons: ["document_expired"] })
    const refused = await send(api, path)
    assert.strictEqual(shown(refused), "refused||2")
    assert.strictEqual(refused.status, 200)
    assert.include(refused.text, en.reason.document_expired)
  })

  it("says 410 that the time has run out, at the instant, and takes nothing more", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api, { redirectUrl: "https://shop.example/" })
    const action = actionOf(await send(api, path))
    api.wall.now += 24 * hourMillis - 1
    assert.strictEqual(shown(await send(api, path)), "asking|document|0")
    api.wall.now += 1
    const page = await send(api, path)
    assert.strictEqual(page.status, 410)
    assert.strictEqual(shown(page), "expired||0")
    assert.include(page.text, en.ended.expired.headline)
    assert.include(page.text, 'data-return="https://shop.example/"')
    assert.deepStrictEqual(outcome(await post(api, action, formOf(picture("late")))), [
      303,
      `${path}?lang=en`
    ])
    const posted = await post(api, action, formOf(picture("late")), ofScript)
    assert.deepStrictEqual(errorOf(posted), [409, "invalid_state", en.problem.stale])
  })

  it("shows a result for an hour; then 410, and nothing about the session", async () => {
    await using api = await startVerification()
    const { id, path } = await createSession(api, { redirectUrl: "https://shop.example/", locale: "ru" })
    await api.sandbox(`kyc/sessions/${id}/decide`, { outcome: "completed" })
    api.wall.now += hourMillis - 1
    assert.strictEqual((await send(api, path)).status, 200)
    api.wall.now += 1
    const over = await send(api, path)
    assert.strictEqual(over.status, 410)
    assert.strictEqual(shown(over), "over||0")
    assert.include(over.text, ru.overHeadline)
    assert.notInclude(over.text, "shop.example")
    const events = await send(api, `${path}/events`)
    assert.include(events.text, 'data: {"stage":"over","step":"","attempts":0,')
  })

  it("names the partner that asks, how long what is sent is kept as it is configured, and where a phone goes on", async () => {
    await using api = await startVerification({
      settings: { kyc: { retentionMillis: 30 * 24 * hourMillis } }
    })
    const { path } = await createSession(api)
    const page = await send(api, path)
    const [, name = ""] = /<p class="seller">.*?<bdi>(.*?)<\/bdi>/.exec(page.text) ?? []
    assert.isNotEmpty(name)
    assert.include(page.text, en.introduction.basic(isolated(name)))
    assert.include(page.text, en.consent(isolated(name)))
    assert.include(page.text, en.storedFor("30 days"))
    assert.include(page.text, qrCode(`${origin}${path}?lang=en`, en.handOver.code).markup)
  })

  it("is over at once when the session is redacted", async () => {
    await using api = await startVerification()
    const { id, path } = await createSession(api)
    await takeStep(api, path, "passport")
    const action = actionOf(await send(api, path))
    await api.fiat(`kyc/sessions/${id}/redact`, { method: "POST" })
    const over = await send(api, path)
    assert.strictEqual(over.status, 410)
    assert.include(over.text, en.overHeadline)
    assert.strictEqual((await post(api, action, formOf(picture("face")))).status, 303)
  })

  it("tells the page's script of an unknown link in its language", async () => {
    await using api = await startVerification()
    const posted = await post(
      api,
      "/verify/unknown/steps/document?lang=ru&form=x",
      formOf(picture("x")),
      ofScript
    )
    assert.deepStrictEqual(errorOf(posted), [404, "not_found", ru.notFoundExplanation])
    assert.include((await send(api, "/verify/unknown")).text, en.notFoundExplanation)
  })
})

describe("a file that is not taken", () => {
  const large = new Uint8Array(documentBytesMax + 1)
  large.set(picture("large"))
  const text = new TextEncoder().encode("a shopping list")
  const broken = "multipart/form-data; boundary=x"
  const textForm = (): FormData => {
    const form = new FormData()
    form.append("file", "%PDF-1.7")
    return form
  }

  it.each<readonly [string, () => BodyInit, Record<string, string>, number, string, keyof typeof en.problem]>(
    [
      ["none was chosen", () => formOf(new Uint8Array(), ""), {}, 400, "invalid_image", "noFile"],
      ["the part is missing", () => formOf(), {}, 400, "invalid_image", "noFile"],
      ["the part is a text field", textForm, {}, 400, "invalid_image", "noFile"],
      ["no kind of picture", () => formOf(text), {}, 400, "unsupported_image", "unsupported"],
      ["one byte more than 10 MB", () => formOf(large), {}, 413, "payload_too_large", "tooLarge"],
      ["no form at all", () => "hello", { "content-type": "text/plain" }, 400, "invalid_request", "broken"],
      [
        "a form that is cut off",
        () => "--x\r\n",
        { "content-type": broken },
        400,
        "invalid_request",
        "broken"
      ]
    ]
  )("%s", async (_, body, headers, status, code, problem) => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const action = actionOf(await send(api, path))
    const page = await post(api, action, body(), headers)
    assert.strictEqual(page.status, status)
    assert.include(page.headers.get("content-type"), "text/html")
    assert.include(problemOf(page), en.problem[problem])
    assert.strictEqual(shown(page), "asking|document|0")
    assert.strictEqual(actionOf(page), action)
    const posted = await post(api, action.replace("lang=en", "lang=ru"), body(), { ...headers, ...ofScript })
    const [postedStatus, postedCode, sentence] = errorOf(posted)
    assert.deepStrictEqual([postedStatus, postedCode], [status, code])
    assert.include(sentence, ru.problem[problem])
    assert.strictEqual(shown(await send(api, path)), "asking|document|0")
  })

  it.each([
    [new DocumentRefused({ fault: "unreadable" }), 400, "invalid_image", "unreadable"],
    [new DocumentRefused({ fault: "tooManyPixels" }), 400, "image_too_large", "tooManyPixels"],
    [new PicturesUnavailable({ reason: "test" }), 503, "service_unavailable", "away"]
  ] as const)("because of what its reader says: %s", async (said, status, code, problem) => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const action = actionOf(await send(api, path))
    api.setPictures(said)
    const page = await post(api, action, formOf(picture("passport")))
    assert.deepStrictEqual([page.status, problemOf(page)], [status, en.problem[problem]])
    const posted = await post(api, action, formOf(picture("passport")), ofScript)
    assert.deepStrictEqual(errorOf(posted), [status, code, en.problem[problem]])
    for (const { headers } of [page, posted])
      assert.strictEqual(headers.get("retry-after"), status === 503 ? "5" : null)
    // Their memory is free again.
    assert.deepStrictEqual(
      api.refused.map(({ length }) => length),
      [0, 0]
    )
    api.setPictures(undefined)
    assert.strictEqual((await post(api, action, formOf(picture("passport")))).status, 303)
  })

  it("a PDF as a selfie: the page says what the step takes", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    assert.strictEqual((await post(api, actionOf(await send(api, path)), formOf(pdf))).status, 303)
    const page = await post(api, actionOf(await send(api, path)), formOf(pdf))
    assert.strictEqual(page.status, 400)
    assert.strictEqual(problemOf(page), `${en.problem.unsupported} ${en.formats.pictures}`)
  })

  it("a form that was left open while the session went on: 409, and the step of now is shown", async () => {
    await using api = await startVerification()
    const { id, path } = await createSession(api)
    const first = actionOf(await send(api, path))
    await takeStep(api, path, "passport")
    const page = await post(api, first, formOf(picture("passport again")))
    assert.deepStrictEqual([page.status, problemOf(page)], [409, en.problem.stale])
    assert.strictEqual(shown(page), "asking|selfie|0")
    await takeStep(api, path, "face")
    await api.sandbox(`kyc/sessions/${id}/decide`, { outcome: "retry" })
    // The same step as before, after another check.
    const posted = await post(api, first, formOf(picture("passport again")), ofScript)
    assert.deepStrictEqual(errorOf(posted), [409, "invalid_state", en.problem.stale])
    assert.strictEqual(shown(await send(api, path)), "retrying|document|1")
  })

  it("a form without its token, with another one's, or of a step that is not asked for: 409", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const other = actionOf(await send(api, (await createSession(api)).path))
    const action = actionOf(await send(api, path))
    for (const strange of [
      action.replace(/form=.*/, ""),
      action.replace(/form=.*/, "form=x"),
      action.replace(/form=.*/, /form=.*/.exec(other)?.[0] ?? ""),
      action.replace("/document", "/selfie"),
      action.replace("/document", "/proof_of_address"),
      action.replace("/document", "/constructor")
    ]) {
      const page = await post(api, strange, formOf(picture("passport")))
      assert.deepStrictEqual([page.status, problemOf(page)], [409, en.problem.stale])
    }
    assert.strictEqual(shown(await send(api, path)), "asking|document|0")
  })

  it("a form that another website sent: 403", async () => {
    await using api = await startVerification()
    const action = actionOf(await send(api, (await createSession(api)).path))
    const headers = { "sec-fetch-site": "cross-site", ...ofScript }
    const posted = await post(api, action, formOf(picture("passport")), headers)
    assert.deepStrictEqual(errorOf(posted), [403, "forbidden", en.refusedExplanation])
  })

  it("too many in a short time: 429, and when to try again", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const action = actionOf(await send(api, path))
    for (let sent = 0; sent < 20; sent++)
      assert.strictEqual((await post(api, action, formOf(), ofScript)).status, 400)
    const page = await post(api, action, formOf(picture("passport")))
    assert.deepStrictEqual([page.status, problemOf(page)], [429, en.problem.tooOften])
    assert.strictEqual(page.headers.get("retry-after"), "3")
    const posted = await post(api, action, formOf(picture("passport")), ofScript)
    assert.deepStrictEqual(errorOf(posted), [429, "rate_limited", en.problem.tooOften])
    assert.strictEqual((await takeStep(api, (await createSession(api)).path, "another")).status, 303)
    api.wall.now += 3_000
    assert.strictEqual((await post(api, action, formOf(picture("passport")))).status, 303)
  })

  it("too many at once: 503, without a byte of it being read, until there is room again", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const action = actionOf(await send(api, path))
    const opened = Promise.withResolvers<void>()
    let pulled = 0
    /** A form whose sender stops in the middle. */
    const slow = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const body = new ReadableStream<Uint8Array>(
        {
          pull: async (stream) => {
            pulled += 1
            if (pulled === 2) opened.resolve()
            await promise
            stream.close()
          }
        },
        { highWaterMark: 0 }
      )
      const headers = { ...sameOrigin, ...ofScript, "content-type": "multipart/form-data; boundary=x" }
      const init = { method: "POST", headers, body, duplex: "half" }
      const request = new Request(new URL(action, origin), init)
      return { answered: api.handler(request), release: resolve }
    }
    const slowOnes = [slow(), slow()]
    await opened.promise
    const page = await post(api, action, formOf(picture("passport")))
    assert.deepStrictEqual([page.status, problemOf(page)], [503, en.problem.away])
    assert.strictEqual(page.headers.get("retry-after"), "10")
    assert.strictEqual(pulled, 2)
    for (const { answered, release } of slowOnes) {
      release()
      assert.strictEqual((await answered).status, 400)
    }
    assert.strictEqual((await post(api, action, formOf(picture("passport")))).status, 303)
  })
})

describe("what the page's script is told", () => {
  it("what was taken, and what is asked for next", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const first = await post(api, actionOf(await send(api, path)), formOf(picture("passport")), ofScript)
    assert.strictEqual(first.status, 200)
    assert.strictEqual(first.headers.get("cache-control"), "no-store")
    const { requestId, ...posted } = jsonOf(first)
    assert.match(requestId, /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(posted, { success: true, status: "in_progress", nextStep: "selfie" })
    const last = await post(api, actionOf(await send(api, path)), formOf(picture("face")), ofScript)
    assert.deepInclude(jsonOf(last), { status: "in_progress", nextStep: null })
  })

  it("the page's events: its state at once and each change, until it is over", async () => {
    await using api = await startVerification({ time: "running" })
    api.startWork()
    const { id, path } = await createSession(api)
    const response = await api.handler(new Request(`${origin}${path}/events`))
    assert.include(response.headers.get("content-type"), "text/event-stream")
    const stages: Array<string> = []
    const doing: Array<Promise<unknown>> = []
    for await (const bytes of response.body ?? []) {
      const { version, ...facts } = JSON.parse(new TextDecoder().decode(bytes).replace("data: ", ""))
      assert.isNumber(version)
      const state = Object.values(facts).join("|")
      if (stages.at(-1) !== state) stages.push(state)
      if (stages.length === 1 && doing.length === 0) doing.push(takeStep(api, path, "passport"))
      if (facts.step === "selfie" && doing.length === 1)
        doing.push(api.sandbox(`kyc/sessions/${id}/decide`, { outcome: "completed" }))
    }
    await Promise.all(doing)
    assert.deepStrictEqual(stages, ["asking|document|0", "asking|selfie|0", "verified||0"])
    assert.include(plain((await send(api, path)).text), en.ended.verified.headline)
  })
})
