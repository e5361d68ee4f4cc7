import { kycSteps, pictureReason } from "@quittance/core/adapter"
import { describe, expect, it } from "vitest"
import { escapeText } from "../../src/pages/Html.ts"
import { type Locale, locales } from "../../src/pages/Locale.ts"
import { verificationMessagesOf } from "../../src/pages/messages/messagesOf.ts"
import { problemText, reasonText } from "../../src/pages/VerificationMessages.ts"
import { renderVerificationPage } from "../../src/pages/VerificationPage.ts"
import { uploadProblems, type VerificationView } from "../../src/pages/VerificationView.ts"
import { hostileDescription } from "./paymentViews.ts"
import {
  asking,
  everyReason,
  verificationViewList,
  verificationViews,
  withProblem
} from "./verificationViews.ts"

const options = { path: "/verify/abc", assetsPath: "/assets", sandbox: false }

const render = (view: VerificationView, locale: Locale = "en", sandbox = false): string =>
  renderVerificationPage(view, { ...options, locale, sandbox })

const namesWhere = (holds: (page: string) => boolean) =>
  verificationViewList.filter(([, view]) => holds(render(view))).map(([name]) => name)

const askingNames = [
  "document",
  "documentAlmostLate",
  "documentBack",
  "documentDark",
  "selfie",
  "selfieRefused",
  "documentStale",
  "proofOfAddress",
  "retryingSelfie",
  "retryingAll",
  "retryingWithoutReason"
]

describe("renderVerificationPage", () => {
  it("marks the step that is asked for, those that were taken and those that are ahead", () => {
    const page = render(verificationViews.proofOfAddress)
    expect(page.match(/class="step step-taken"/g)).toHaveLength(2)
    expect(page).toMatch(
      /class="step step-current" aria-current="step">.*<span>Proof of address<\/span><\/li>/
    )
    expect(page).toContain("Step 3 of 3: Proof of address")
    expect(render(asking).match(/class="step step-ahead"/g)).toHaveLength(1)
    expect(render(verificationViews.checking).match(/class="step step-taken"/g)).toHaveLength(2)
  })

  it("takes a file only while a step is asked for: by the camera or from the device, of the step's types", () => {
    expect(namesWhere((page) => page.includes("<form"))).toEqual(askingNames)
    expect(namesWhere((page) => page.includes('type="file"'))).toEqual(askingNames)
    const pictures = "image/jpeg,image/png,image/webp"
    expect(render(asking, "ru")).toContain(
      'method="post" enctype="multipart/form-data" action="/verify/abc/steps/document?lang=ru&amp;form=Zm9ybSB0b2tlbiBvZiB0ZXN0cw#problem"'
    )
    expect(render(asking)).toContain(
      `name="file" id="photo-document" accept="${pictures}" capture="environment"`
    )
    expect(render(asking)).toContain(
      `name="file" id="file-document" accept="${pictures},application/pdf" aria`
    )
    expect(render(verificationViews.selfie)).toContain(
      `name="file" id="photo-selfie" accept="${pictures}" capture="user"`
    )
    expect(render(verificationViews.selfie)).toContain(
      `name="file" id="file-selfie" accept="${pictures}" aria`
    )
    expect(render(verificationViews.selfie)).not.toContain("PDF")
    expect(render(verificationViews.proofOfAddress)).toContain('capture="environment"')
  })

  it.each(locales)(
    "has a sentence of its own in %s for every reason, and a general one for all others",
    (locale) => {
      const texts = verificationMessagesOf(locale)
      const sentences = everyReason.map((reason) => reasonText(reason, texts))
      // What is wrong with a picture is the same in each step.
      expect(new Set(sentences).size).toBe(
        everyReason.length - (kycSteps.length - 1) * Object.keys(texts.fault).length
      )
      for (const step of kycSteps)
        expect(reasonText(pictureReason(step, "blurry"), texts)).toBe(texts.fault.blurry)
      for (const unknown of [
        "their_own_code",
        "document_",
        "document_blurry_too",
        "constructor",
        "toString",
        ""
      ])
        expect(reasonText(unknown, texts)).toBe(texts.reason.other)
    }
  )

  it("says what was not right with which step, and how often the person may still try", () => {
    const page = render(verificationViews.retryingAll)
    const { attemptsLeft, lastAttempt, reason } = verificationMessagesOf("en")
    expect(page).toContain(`<strong>Identity document:</strong> ${reason.document_incomplete}`)
    expect(page).toContain(`<strong>Photo of yourself:</strong> ${reason.selfie_mismatch}`)
    expect(page).toContain(`<li>${reason.other}</li>`)
    expect(page).toContain(lastAttempt)
    expect(render(verificationViews.retryingSelfie)).toContain(attemptsLeft(2))
    expect(render(verificationViews.retryingWithoutReason)).toContain(`<li>${reason.other}</li>`)
    expect(namesWhere((each) => each.includes('class="why"'))).toEqual([
      "retryingSelfie",
      "retryingAll",
      "retryingWithoutReason",
      "refused"
    ])
    expect(render(verificationViews.refused)).not.toContain(attemptsLeft(0))
  })

  it("no longer says what was not right with a step that was taken meanwhile", () => {
    const steps = [
      { step: "document", course: "taken" },
      { step: "selfie", course: "current" },
      { step: "proof_of_address", course: "ahead" }
    ] as const
    const page = render({ ...verificationViews.retryingAll, steps })
    const { reason } = verificationMessagesOf("en")
    expect(page).not.toContain(reason.document_incomplete)
    expect(page).toContain(reason.selfie_mismatch)
    expect(page).toContain("Take a photo of yourself again")
  })

  it.each(uploadProblems)("says in place why a file was not taken: %s", (problem) => {
    const page = render(withProblem(problem), "ru")
    const said = /<div class="problem" id="problem" role="alert">(.*?)<\/div>/s.exec(page)?.[1] ?? ""
    expect(said).toContain(escapeText(problemText(problem, "", verificationMessagesOf("ru"))))
  })

  it("has an empty place for it where nothing is wrong", () => {
    expect(render(asking)).toContain('<div class="problem" id="problem" role="alert"></div>')
  })

  it("leads back when it is over: at once by hand, by itself after a while, and only to the web", () => {
    const link = "https://shop.example/account?from=verification"
    expect(namesWhere((page) => page.includes('id="return"'))).toEqual(["verified", "refused", "expired"])
    const seconds = (page: string) => [
      /data-return-seconds="(\d+)"/.exec(page)?.[1],
      /http-equiv="refresh" content="(\d+);url=([^"]*)"/.exec(page)?.slice(1, 3)
    ]
    expect(seconds(render(verificationViews.verified))).toEqual(["6", ["6", link]])
    expect(seconds(render(verificationViews.refused))).toEqual(["20", ["20", link]])
    for (const redirectUrl of ["javascript:alert(1)", "data:text/html,x", "/relative", "not a url", ""]) {
      const page = render({ ...verificationViews.verified, redirectUrl })
      expect(page).not.toContain('id="return"')
      expect(page).not.toContain("http-equiv")
      expect(page).not.toContain("data-return")
    }
  })

  it("escapes a hostile address, path, token and code", () => {
    const page = renderVerificationPage(
      {
        ...verificationViews.retryingAll,
        reasons: [hostileDescription, `document_${hostileDescription}`],
        formToken: hostileDescription
      },
      { ...options, locale: "en", path: `/verify/"><script>alert(1)</script>` }
    )
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page).not.toContain("<img")
    expect(page).not.toContain('alert(2)"')
    expect(page).not.toContain("\u0000")
    const back = render({
      ...verificationViews.verified,
      redirectUrl: 'https://x.example/"><script>;url=https://e'
    })
    expect(back.match(/<script/g)).toHaveLength(2)
    expect(back).toContain('content="6;url=https://x.example/%22%3E%3Cscript%3E;url=https://e"')
  })

  it("reloads by itself without scripts only while it waits: never what a person has chosen", () => {
    const reload = (page: string) => /http-equiv="refresh" content="(\d+)"/.exec(page)?.[1]
    expect(namesWhere((page) => reload(page) !== undefined)).toEqual(["checking", "checkingAdvanced"])
    expect(reload(render(verificationViews.checking))).toBe("15")
    expect(namesWhere((page) => page.includes('data-holds="input"'))).toEqual(askingNames)
  })

  it("listens for news until it is over", () => {
    expect(namesWhere((page) => page.includes('data-events="/verify/abc/events"'))).toEqual([
      ...askingNames,
      "checking",
      "checkingAdvanced"
    ])
  })

  it("says how long a check of its level usually takes", () => {
    expect(render(verificationViews.checking)).toContain("1 to 5 minutes")
    expect(render(verificationViews.checkingAdvanced)).toContain("5 to 30 minutes")
  })

  it("counts down the last hour, and names the day before", () => {
    const left = (millis: number) => render({ ...asking, expiresAtMillis: asking.nowMillis + millis })
    expect(left(3_599_999)).toContain('data-remaining-millis="3599999">1:00:00</strong>')
    expect(left(3_600_000)).not.toContain("data-remaining-millis")
    expect(left(3_600_000)).toContain('<time datetime="2027-01-15T09:00:00.000Z">')
  })

  it("says in a sandbox, and only there, that no real documents belong there", () => {
    expect(render(asking, "en", true)).toContain("do not send real documents")
    expect(render(asking)).not.toContain("ribbon")
  })
})

describe("a file of a kind that a step does not take", () => {
  it.each([
    [
      "en",
      "document",
      "A file of this kind cannot be used. Send a picture in JPEG, PNG or WebP, or a PDF, up to 10 MB."
    ],
    ["en", "selfie", "A file of this kind cannot be used. Send a picture in JPEG, PNG or WebP, up to 10 MB."],
    [
      "ru",
      "document",
      "Файл такого вида не подходит. Отправьте снимок в формате JPEG, PNG или WebP либо файл PDF, до 10 МБ."
    ],
    [
      "kz",
      "selfie",
      "Мұндай файл жарамайды. Көлемі 10 МБ-қа дейінгі JPEG, PNG немесе WebP форматындағы сурет жіберіңіз."
    ]
  ] as const)("is told so in whole sentences in %s for the %s", (locale, step, sentences) => {
    expect(problemText("unsupported", step, verificationMessagesOf(locale))).toBe(sentences)
  })
})
