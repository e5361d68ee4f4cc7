import { documentBytesMax } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { minified } from "../../../../scripts/build/browserFiles.ts"
import { browserFile } from "../../src/pages/browserFile.ts"
import { renderVerificationPage } from "../../src/pages/VerificationPage.ts"
import { asking } from "../pages/verificationViews.ts"
import { Browser, type Upload } from "./Browser.ts"

const page = renderVerificationPage(asking, {
  locale: "en",
  path: "/verify/abc",
  assetsPath: "/assets",
  sandbox: true
})
const written = browserFile("verification.js")
/** What the server says to a file that it took. */
const taken = { success: true }
const fileOf = (bytes: number, name = "card.png", type = "image/png"): File =>
  new File([new Uint8Array(bytes)], name, { type })

describe.each([
  ["as it is written", written],
  ["as it is built", minified("verification.js", written)]
])("the script of the verification page, %s", (_, script) => {
  const open = () => {
    const browser = new Browser(page, [script])
    let looks = 0
    browser.document.addEventListener("look", () => looks++)
    const choose = (selector: string, ...files: ReadonlyArray<File>) => {
      browser.one(selector).files = files
      return browser.happens("change", browser.one(selector))
    }
    const send = () => browser.happens("submit", browser.one("#upload"))
    const { dataset: said } = browser.one("#upload")
    return { browser, choose, send, said, looks: () => looks, problem: () => browser.text("#problem") }
  }
  /** One of which the file is on its way. */
  const sending = async () => {
    const opened = open()
    await opened.choose("#file-document", fileOf(9))
    await opened.send()
    const upload: Upload = opened.browser.uploads[0] ?? assert.fail("nothing was sent")
    return { ...opened, upload }
  }

  it("says what is wrong with the choice, and sends nothing then", async () => {
    const { browser, choose, problem, said, send } = open()
    await send()
    assert.strictEqual(problem(), said.noFile)
    await choose("#file-document", fileOf(0))
    assert.strictEqual(problem(), said.noFile)
    await choose("#file-document", fileOf(documentBytesMax))
    assert.strictEqual(problem(), "")
    await choose("#file-document", fileOf(documentBytesMax + 1))
    assert.strictEqual(problem(), said.tooLarge)
    await send()
    assert.deepStrictEqual(browser.uploads, [])
  })

  it("shows the chosen picture and its name, and of what is no picture its name", async () => {
    const { browser, choose, said } = open()
    await choose("#file-document", fileOf(9))
    assert.isFalse(browser.one("#chosen").hidden)
    assert.strictEqual(browser.text("#chosen"), "card.png")
    assert.strictEqual(browser.one("#chosen img").src, "blob:card.png")
    assert.strictEqual(Reflect.get(browser.one("#chosen img"), "alt"), said.chosen)
    await choose("#file-document", fileOf(9, "bill.pdf", "application/pdf"))
    assert.strictEqual(browser.text("#chosen"), "bill.pdf")
    assert.isNull(browser.document.querySelector("#chosen img"))
    await choose("#file-document")
    assert.isTrue(browser.one("#chosen").hidden)
    assert.deepStrictEqual(browser.revoked, ["blob:card.png"])
  })

  it("takes the file that was chosen last, by whichever way", async () => {
    const { browser, choose } = open()
    browser.one("#photo-document").value = "photo.png"
    await choose("#file-document", fileOf(9))
    assert.strictEqual(browser.one("#photo-document").value, "")
  })

  it("sends the file once, shows how far it is, and puts looks off meanwhile", async () => {
    const { browser, choose, said, send, upload } = await sending()
    assert.isTrue(await send())
    await choose("#photo-document", fileOf(9, "late.png"))
    assert.strictEqual(browser.uploads.length, 1)
    assert.strictEqual(browser.text("#chosen"), "card.png")
    assert.deepStrictEqual([upload.method, upload.url], ["POST", browser.one("#upload").action])
    assert.strictEqual(upload.headers.get("Accept"), "application/json")
    const sent = upload.body?.get("file")
    assert.strictEqual(sent instanceof File ? sent.name : sent, "card.png")
    assert.strictEqual(browser.text("#announcer"), said.sending)
    upload.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 3 })
    assert.deepStrictEqual([browser.one("progress").value, browser.text("#sent")], [33, "33 %"])
    const isBusy = () => [
      browser.one("main").dataset.busy !== undefined,
      browser.one("#upload").getAttribute("aria-busy"),
      browser.one("#upload .primary").getAttribute("aria-disabled"),
      browser.one("#file-document").disabled,
      !browser.one("#sending").hidden
    ]
    assert.deepStrictEqual(isBusy(), [true, "true", "true", true, true])
    upload.answer(200, taken)
    assert.deepStrictEqual(isBusy(), [false, "false", "false", false, false])
  })

  it.each<readonly [status: number, response: unknown, said: string]>([
    [200, taken, ""],
    [413, null, "tooLarge"],
    [500, { error: { message: "internal" } }, "away"]
  ])("an answer %i %o is told in the page's own words", async (status, response, name) => {
    const { looks, problem, said, upload } = await sending()
    upload.answer(status, response)
    assert.deepStrictEqual([problem(), looks()], [said[name] ?? "", 1])
  })

  it.each<readonly [status: number, response: unknown]>([
    [502, null],
    [504, "<p>Gateway timeout</p>"],
    // Such as the page of a network that asks to sign in first.
    [200, null],
    [200, {}]
  ])(
    "an answer %i %o that is not the server's leaves open whether the file arrived",
    async (status, response) => {
      const { browser, problem, said, upload } = await sending()
      upload.answer(status, response)
      assert.strictEqual(problem(), said.unanswered)
      browser.document.dispatchEvent({ type: "unseen" })
      assert.strictEqual(problem(), said.unanswered)
    }
  )

  it("looks as if nothing could be sent until a file is chosen that can, and while one is sent", async () => {
    const { browser, choose, send } = open()
    const isOff = () => browser.one("#upload .primary").getAttribute("aria-disabled")
    assert.strictEqual(isOff(), "true")
    await choose("#file-document", fileOf(0))
    assert.strictEqual(isOff(), "true")
    await choose("#file-document", fileOf(9))
    assert.strictEqual(isOff(), "false")
    await send()
    assert.strictEqual(isOff(), "true")
    browser.uploads[0]?.answer(422, { error: { message: "The picture is too dark." } })
    assert.strictEqual(isOff(), "false")
    browser.one("#file-document").files = []
    browser.document.dispatchEvent({ type: "shown" })
    assert.strictEqual(isOff(), "true")
  })

  it("shows a file that the browser kept over a reload", () => {
    const { browser } = open()
    browser.one("#file-document").files = [fileOf(9)]
    browser.document.dispatchEvent({ type: "shown" })
    assert.strictEqual(browser.text("#chosen"), "card.png")
    assert.strictEqual(browser.one("#upload .primary").getAttribute("aria-disabled"), "false")
  })

  it("stops when it is told to, keeps the file, and does not say that it did not arrive when it may have", async () => {
    for (const [isSent, name] of [
      [false, "stopped"],
      [true, "unanswered"]
    ] as const) {
      const { browser, looks, problem, said, upload } = await sending()
      if (isSent) upload.upload.onload?.()
      await browser.click("#stop")
      assert.deepStrictEqual([problem(), looks()], [said[name], 1])
      assert.strictEqual(browser.text("#chosen"), "card.png")
      assert.isTrue(browser.one("#sending").hidden)
      assert.strictEqual(browser.document.activeElement, browser.one("#upload .primary"))
    }
  })

  it("says that the answer is waited for once all was sent, and gives up after a minute", async () => {
    const { browser, problem, said, upload } = await sending()
    assert.strictEqual(browser.text("#sending-label"), said.sending)
    upload.upload.onload?.()
    assert.strictEqual(browser.text("#sending-label"), said.awaitingAnswer)
    await browser.pass(59_999)
    assert.strictEqual(problem(), "")
    await browser.pass(1)
    assert.strictEqual(problem(), said.unanswered)
  })

  it("tells why the server refused, also on the page that comes then, and not on the next", async () => {
    const { browser, problem, upload } = await sending()
    upload.answer(422, { error: { message: "The picture is too dark." } })
    assert.strictEqual(problem(), "The picture is too dark.")
    for (const sentence of ["The picture is too dark.", ""]) {
      browser.one("#problem").textContent = ""
      browser.document.dispatchEvent({ type: "shown" })
      assert.strictEqual(problem(), sentence)
    }
  })

  it.each([
    ["lost", false],
    ["unanswered", true]
  ])(
    "a connection that broke is %s where the file was sent: %s, until another page is shown",
    async (name, isSent) => {
      const { browser, looks, problem, said, upload } = await sending()
      if (isSent) upload.upload.onload?.()
      upload.onerror?.()
      assert.deepStrictEqual([problem(), looks()], [said[name], 1])
      browser.document.dispatchEvent({ type: "shown" })
      assert.strictEqual(problem(), "")
    }
  )

  it("says that the file arrived where the page that comes next does not", async () => {
    const { browser, problem, said, upload } = await sending()
    browser.document.dispatchEvent({ type: "unseen" })
    assert.strictEqual(problem(), "")
    upload.answer(200, taken)
    browser.document.dispatchEvent({ type: "unseen" })
    assert.strictEqual(problem(), said.arrivedUnseen)
  })
})
