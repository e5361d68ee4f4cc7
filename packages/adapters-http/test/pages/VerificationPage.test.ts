import { kycSteps, pictureReason } from "@quittance/core/adapter"
import { describe, expect, it } from "vitest"
import { escapeText } from "../../src/pages/Html.ts"
import { type Locale, locales } from "../../src/pages/Locale.ts"
import { verificationMessagesOf } from "../../src/pages/messages/messagesOf.ts"
import { renderOverPage } from "../../src/pages/noticePages.ts"
import type { PageBrand } from "../../src/pages/PageBrand.ts"
import { qrCode } from "../../src/pages/pageParts.ts"
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
    expect(render(verificationViews.selfie)).not.toContain("application/pdf")
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
    expect(said).toContain(escapeText(problemText(problem, "", 10, verificationMessagesOf("ru"))))
  })

  it("says of a picture that cannot be used that it cost no attempt", () => {
    const { fault, noAttempt } = verificationMessagesOf("en")
    for (const [problem, text] of [
      ["blurry", fault.blurry],
      ["tooDark", fault.too_dark],
      ["tooSmall", fault.too_small]
    ] as const)
      expect(render(withProblem(problem))).toContain(`${text} ${noAttempt}`)
    // After a check it did.
    expect(render(verificationViews.retryingSelfie)).not.toContain(noAttempt)
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

describe("who asks for something", () => {
  const brand = {
    ...{ name: "Corner Shop", isExample: false, colour: null, logo: null, logoDark: null, termsUrl: null },
    support: "help@shop.example",
    privacyUrl: "https://shop.example/privacy",
    siteUrl: "https://shop.example/"
  }
  const shown = (view: VerificationView, more: Partial<PageBrand> = {}, locale: Locale = "en") =>
    renderVerificationPage(view, { ...options, locale, brand: { ...brand, ...more } })
  const isolatedName = "\u2068Corner Shop\u2069"

  it.each(locales)("is named in %s with why and for what, before anything was sent", (locale) => {
    const { introduction } = verificationMessagesOf(locale)
    expect(shown(asking, {}, locale)).toContain(introduction.basic(isolatedName))
    const advanced = { ...asking, level: "advanced" } as const
    expect(shown(advanced, {}, locale)).toContain(introduction.advanced(isolatedName))
    expect(render(asking, locale)).toContain(introduction.basic(null))
    for (const later of [verificationViews.selfie, verificationViews.retryingAll, verificationViews.checking])
      expect(shown(later, {}, locale)).not.toContain(introduction[later.level](isolatedName))
  })

  it.each(locales)("is named in %s beside each button that sends a file", (locale) => {
    const { consent } = verificationMessagesOf(locale)
    const { document, retryingSelfie, selfie } = verificationViews
    for (const view of [document, selfie, retryingSelfie]) {
      expect(shown(view, {}, locale)).toContain(`id="consent">${consent(isolatedName)}</p>`)
      expect(render(view, locale)).toContain(`id="consent">${consent(null)}</p>`)
      expect(render(view, locale)).toMatch(/<button class="button primary" [^>]*aria-describedby="consent"/)
    }
  })

  it.each([
    ["en", 30, "deleted 30 days after"],
    ["en", 1, "deleted 1 day after"],
    ["en", 1.5, "deleted 2 days after"],
    ["ru", 1, "ещё 1 день после"],
    ["ru", 3, "ещё 3 дня после"],
    ["ru", 90, "ещё 90 дней после"],
    ["kz", 30, "кейін 30 күн өткен"]
  ] as const)("keeps it in %s for %d days: %s", (locale, days, said) => {
    expect(render({ ...asking, keptMillis: days * 86_400_000 }, locale)).toContain(said)
  })

  it("keeps it until they delete it where no time is configured", () => {
    const view = { ...asking, keptMillis: null }
    expect(shown(view)).toContain(`Stored encrypted until ${isolatedName} deletes it.`)
    expect(render(view)).toContain("Stored encrypted until the service that sent you here deletes it.")
  })

  it("has what happens to the files to be opened while they are asked for and checked, with their own links", () => {
    const { headline } = verificationMessagesOf("en").handling
    expect(namesWhere((page) => page.includes(headline))).toEqual([
      ...askingNames,
      "checking",
      "checkingAdvanced"
    ])
    const inside = (page: string) => /<details class="more" id="handling">(.*?)<\/details>/s.exec(page)?.[1]
    expect(inside(shown(asking))).toContain('<a href="https://shop.example/privacy"')
    expect(inside(shown(asking))).toContain('<a href="mailto:help@shop.example"')
    expect(inside(shown(asking, { privacyUrl: null, support: null }))).not.toContain("<a ")
  })

  it("is the way on from a dead end: where the visitor came from, else their site, and their support", () => {
    const { expired, refused, verified, verifiedWithoutLink } = verificationViews
    const back = (page: string) => /id="return" href="([^"]*)"/.exec(page)?.[1]
    const asksThere = (page: string) => page.includes('id="support"')
    for (const view of [expired, refused]) {
      expect(back(shown(view))).toBe(asking.redirectUrl)
      const withoutLink = shown({ ...view, redirectUrl: null })
      expect(back(withoutLink)).toBe("https://shop.example/")
      // They may have to read more than a few seconds.
      expect(withoutLink).not.toContain("data-return=")
      expect(withoutLink).toMatch(/(?:Ask|contact) \u2068Corner Shop\u2069/)
      expect(asksThere(withoutLink)).toBe(true)
      expect(asksThere(shown(view, { support: null }))).toBe(false)
    }
    expect(back(shown(verified))).toBe(asking.redirectUrl)
    expect(back(shown(verifiedWithoutLink))).toBe("https://shop.example/")
    expect(back(render(verifiedWithoutLink))).toBeUndefined()
    const over = renderOverPage("en", { assetsPath: "/assets", brand, shown: "over||0" })
    expect([back(over), asksThere(over)]).toEqual(["https://shop.example/", true])
    expect(over).toContain(`ask ${isolatedName} for a new link`)
  })

  it("is only text, whatever the name is", () => {
    const page = shown(asking, { name: hostileDescription })
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page).not.toContain("<img")
  })
})

describe("the code for another device", () => {
  it("is there while something is asked for, and leads to the same page in the same language", () => {
    const code = (locale: Locale) => {
      const { code } = verificationMessagesOf(locale).handOver
      return qrCode(`${asking.pageUrl}?lang=${locale}`, code).markup
    }
    for (const locale of locales) expect(render(asking, locale)).toContain(code(locale))
    expect(namesWhere((page) => page.includes("hand-over"))).toEqual(askingNames)
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
    expect(problemText("unsupported", step, 10, verificationMessagesOf(locale))).toBe(sentences)
  })
})
