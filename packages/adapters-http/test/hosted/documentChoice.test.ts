import { DocumentRefused, KycReviews } from "@quittance/core"
import { freePicturesMax } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { documentChoiceMessagesOf } from "../../src/pages/messages/documentChoice.ts"
import { verificationEn as en } from "../../src/pages/messages/verificationEn.ts"
import { type Answer, post, send, shown } from "./pageVisit.ts"
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

/** What the page asks about the document, both of its sides, and pictures that are refused. */

type Api = Awaited<ReturnType<typeof startVerification>>

const chosenOf = ({ text }: Answer): ReadonlyArray<string | undefined> =>
  [...text.matchAll(/<option value="([^"]*)" selected>/g)].map(([, value]) => value)

const formWith = (drawing: string, fields: Readonly<Record<string, string>>): FormData => {
  const form = formOf(picture(drawing))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const card = { kind: "identity_card", country: "KZ" }

const documentsOf = (api: Api, id: string) =>
  api.runtime.runPromise(
    Effect.map(
      Effect.flatMap(KycReviews, (reviews) => reviews.get(id)),
      ({ documents }) => documents.map(({ choice, step }) => [step, choice?.kind, choice?.country])
    )
  )

/** Where the form goes that says that there is another document. */
const anotherOf = ({ text }: Answer): string => plain(/action="([^"]*\/another[^"]*)"/.exec(text)?.[1] ?? "")

describe("the form of an identity document", () => {
  it("asks what it is and who issued it, with the country that the page's language suggests", async () => {
    await using api = await startVerification()
    for (const [locale, chosen] of [
      ["en", ["", ""]],
      ["ru", ["", "RU"]],
      ["kz", ["", "KZ"]]
    ] as const) {
      const { path } = await createSession(api, { locale })
      const page = await send(api, path)
      assert.deepStrictEqual(chosenOf(page), chosen)
      assert.lengthOf([...page.text.matchAll(/<option value="[A-Z]{2}"/g)], 250)
      for (const name of Object.values(documentChoiceMessagesOf(locale).kinds))
        assert.include(page.text, name)
    }
  })

  it("leads to the back of a card, and to another document in its place", async () => {
    await using api = await startVerification()
    const { id, path } = await createSession(api)
    await post(api, actionOf(await send(api, path)), formWith("front", card))
    const back = await send(api, path)
    assert.strictEqual(shown(back), "asking|document_back|0")
    assert.include(back.text, en.asking.document_back.headline)
    const another = anotherOf(back)
    const foreign = await post(api, another, new FormData(), { "sec-fetch-site": "cross-site" })
    assert.strictEqual(foreign.status, 403)
    const stale = await post(api, another.replace(/form=[^&]*/, "form=x"), new FormData())
    assert.deepStrictEqual([stale.status, shown(await send(api, path))], [303, "asking|document_back|0"])

    const taken = await post(api, another, new FormData())
    assert.deepStrictEqual([taken.status, taken.headers.get("location")], [303, `${path}?lang=en`])
    assert.strictEqual(
      (await post(api, another, new FormData())).status,
      303,
      "and a second click does nothing"
    )
    assert.deepStrictEqual(await documentsOf(api, id), [])
    await post(
      api,
      actionOf(await send(api, path)),
      formWith("passport", { kind: "passport", country: "DE" })
    )
    const selfie = await send(api, path)
    assert.strictEqual(shown(selfie), "asking|selfie|0")
    assert.strictEqual(anotherOf(selfie), "")
    assert.deepStrictEqual(await documentsOf(api, id), [["document", "passport", "DE"]])
  })

  it("is kept with both sides, and no answer of the API says it", async () => {
    await using api = await startVerification()
    const { id, path } = await createSession(api)
    const front = await post(api, actionOf(await send(api, path)), formWith("front", card), ofScript)
    assert.include(front.text, '"nextStep":"document_back"')
    await takeStep(api, path, "back")
    assert.deepStrictEqual(await documentsOf(api, id), [
      ["document", "identity_card", "KZ"],
      ["document_back", "identity_card", "KZ"]
    ])
    for (const answer of [await api.fiat(`kyc/sessions/${id}`), await api.fiat(`kyc/sessions/${id}/history`)])
      assert.notInclude(JSON.stringify(answer.body), "identity_card")
  })

  it("that says nothing is taken as ever, and one that says it by half is not", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const action = actionOf(await send(api, path))
    for (const fields of [
      { kind: "passport" },
      { country: "KZ" },
      { kind: "passport", country: "Kazakhstan" }
    ]) {
      const answer = await post(api, action, formWith("half", fields))
      assert.deepStrictEqual([answer.status, problemOf(answer)], [400, en.problem.documentUnsaid])
    }
    assert.strictEqual(shown(await send(api, path)), "asking|document|0")
    await takeStep(api, path, "passport")
    assert.strictEqual(shown(await send(api, path)), "asking|selfie|0")
  })
})

const forFree = (fault: string): string => `${fault} ${en.noAttempt}`

describe("a picture that is refused", () => {
  it("leaves what was said of the document in the form, and says how many are free once few are", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    const { freeLeft, noneFree } = documentChoiceMessagesOf("en")
    const tooDark = forFree(en.fault.too_dark)
    const refused = async (headers = {}) =>
      post(api, actionOf(await send(api, path)), formWith("dark", card), headers)
    api.setPictures(new DocumentRefused({ fault: "tooDark" }))
    const first = await refused()
    assert.deepStrictEqual([first.status, problemOf(first)], [400, tooDark])
    assert.deepStrictEqual(chosenOf(first), ["identity_card", "KZ"])
    for (let count = 2; count < freePicturesMax - 3; count++) await refused()
    for (const left of [3, 2, 1])
      assert.strictEqual(problemOf(await refused()), `${tooDark} ${freeLeft(left)}`)
    const told = await refused(ofScript)
    assert.include(told.text, `${en.fault.too_dark} ${noneFree}`)
    assert.strictEqual(shown(await send(api, path)), "asking|document|0")
    const paid = await refused()
    assert.notInclude(paid.text, en.noAttempt)
    assert.strictEqual(shown(paid), "retrying|document|1")
    assert.include(paid.text, en.attemptsLeft(2))
    await refused()
    await refused()
    const over = await send(api, path)
    assert.strictEqual(shown(over), "refused||3")
    assert.include(over.text, en.fault.too_dark)
  })

  it("says in the same words as after a check that it was sent for another step, or was used before", async () => {
    await using api = await startVerification()
    const { path } = await createSession(api)
    await takeStep(api, path, "a face")
    const repeated = await takeStep(api, path, "a face")
    assert.deepStrictEqual([repeated.status, problemOf(repeated)], [400, forFree(en.fault.repeated)])
    const other = await createSession(api)
    assert.strictEqual(problemOf(await takeStep(api, other.path, "a face")), forFree(en.fault.used_before))
  })
})
