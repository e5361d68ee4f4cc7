import { assert, describe, it } from "vitest"
import { minified } from "../../../../scripts/build/browserFiles.ts"
import { browserFile } from "../../src/pages/browserFile.ts"
import { renderCryptoPaymentPage } from "../../src/pages/CryptoPaymentPage.ts"
import type { CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { clockText } from "../../src/pages/pageParts.ts"
import { renderVerificationPage } from "../../src/pages/VerificationPage.ts"
import { pending, views } from "../pages/paymentViews.ts"
import { asking, verificationViews } from "../pages/verificationViews.ts"
import { Browser, Stream } from "./Browser.ts"

const options = { locale: "en", path: "/page", assetsPath: "/assets", sandbox: true } as const
const render = (view: CryptoPaymentView): string => renderCryptoPaymentPage(view, options)
const written = browserFile("page.js")

const serve = (browser: Browser, page: string, status = 200): void => {
  browser.answer = async () => ({ status, page })
}

const look = async (browser: Browser): Promise<void> => {
  browser.document.dispatchEvent({ type: "look" })
  await browser.settle()
}

describe.each([
  ["as it is written", written],
  ["as it is built", minified("page.js", written)]
])("the script of the pages, %s", (_, script) => {
  const open = (view: CryptoPaymentView, visit?: "back_forward"): Browser => {
    const browser = new Browser(render(view), [script], visit)
    serve(browser, render(view))
    return browser
  }
  const streamOf = (browser: Browser): Stream => browser.streams.at(-1) ?? assert.fail("there is no stream")
  const isStale = (browser: Browser): boolean => browser.one("html").classList.contains("stale")

  it.each([3_725_000, 3_600_500, 62_400])("counts down from %i ms as the server writes it", async (left) => {
    const browser = open({ ...pending, nowMillis: pending.expiresAtMillis - left })
    for (let passed = 1_000; passed <= 5_000; passed += 1_000) {
      await browser.pass(1_000)
      assert.strictEqual(browser.text("[data-remaining-millis]"), clockText(left - passed))
    }
  })

  it("asks for the page when the time is over", async () => {
    const browser = open({ ...pending, nowMillis: pending.expiresAtMillis - 3_000 })
    serve(browser, render(views.expired))
    await browser.pass(2_000)
    assert.strictEqual(browser.looks, 0)
    await browser.pass(1_000)
    assert.deepStrictEqual([browser.looks, browser.text("h1")], [1, "The time to pay has run out"])
  })

  it("asks for the page when the stream tells something else, and only then", async () => {
    const browser = open(pending)
    const { shown } = browser.one("main").dataset
    streamOf(browser).open()
    for (const [facts, looks] of [
      [{ shown, version: 1 }, 0],
      [{ shown, version: 1 }, 0],
      [{ shown, version: 2 }, 1],
      [{ shown: "paid", version: 2 }, 2]
    ] as const) {
      await browser.tell(JSON.stringify(facts))
      assert.strictEqual(browser.looks, looks)
    }
    await browser.tell("{")
    assert.strictEqual(browser.looks, 2)
  })

  it("asks for what it missed when the stream is back", async () => {
    const browser = open(pending)
    streamOf(browser).open()
    streamOf(browser).fail(Stream.CONNECTING)
    assert.strictEqual(browser.looks, 0)
    streamOf(browser).open()
    assert.strictEqual(browser.looks, 1)
  })

  it("opens a stream that was refused again after a minute", async () => {
    const browser = open(pending)
    streamOf(browser).fail(Stream.CLOSED)
    await browser.pass(59_000)
    assert.strictEqual(browser.streams.length, 1)
    await browser.pass(2_000)
    assert.strictEqual(browser.streams.length, 2)
  })

  it("looks every ten seconds without a stream, every minute with one, and not where nobody sees it", async () => {
    const browser = open(pending)
    await browser.pass(31_000)
    assert.strictEqual(browser.looks, 3)
    streamOf(browser).open()
    await browser.pass(59_000)
    assert.strictEqual(browser.looks, 3)
    await browser.pass(2_000)
    assert.strictEqual(browser.looks, 4)
    browser.document.visibilityState = "hidden"
    await browser.pass(200_000)
    assert.strictEqual(browser.looks, 4)
    browser.document.visibilityState = "visible"
    browser.document.dispatchEvent({ type: "visibilitychange" })
    assert.strictEqual(browser.looks, 5)
  })

  it("asks once at a time, and once more for all that was asked meanwhile", async () => {
    const browser = open(pending)
    const answers: Array<() => void> = []
    browser.answer = () =>
      new Promise((resolve) => answers.push(() => resolve({ status: 200, page: render(views.confirming) })))
    for (let times = 0; times < 3; times++) await look(browser)
    assert.strictEqual(browser.looks, 1)
    answers.shift()?.()
    await browser.settle()
    assert.strictEqual(browser.looks, 2)
    answers.shift()?.()
    await browser.settle()
    assert.strictEqual(browser.looks, 2)
  })

  it("shows the page that came, says so, and keeps the focus or gives it to the page", async () => {
    const browser = open(pending)
    browser.one("#copy-address").focus()
    serve(browser, render(views.confirmingPart))
    await look(browser)
    await browser.pass(100)
    assert.strictEqual(browser.text("h1"), "Part of the payment received")
    assert.strictEqual(browser.text("#announcer"), "Part of the payment received")
    assert.include(browser.document.title, "Part of the payment received")
    assert.strictEqual(browser.document.activeElement, browser.one("#copy-address"))
    serve(browser, render(views.expired))
    await look(browser)
    assert.strictEqual(browser.document.activeElement, browser.one("main"))
  })

  it("leaves open what the visitor has opened", async () => {
    const browser = open(views.vanished)
    browser.one("details").open = true
    serve(browser, render(views.vanishedPart))
    await look(browser)
    assert.isTrue(browser.one("details").open)
  })

  it("says once that it cannot update, and takes it back when it can", async () => {
    const browser = open(pending)
    let unseen = 0
    browser.document.addEventListener("unseen", () => unseen++)
    browser.answer = () => Promise.reject(new Error("the server is away"))
    await look(browser)
    await browser.pass(100)
    assert.isTrue(isStale(browser))
    assert.match(browser.text("#announcer"), /^No connection.* was true at \d+:\d\d/)
    assert.strictEqual(browser.text("#announcer"), browser.text("#stale"))
    browser.one("#announcer").textContent = ""
    serve(browser, "<p>Bad gateway</p>", 502)
    await look(browser)
    await browser.pass(100)
    assert.deepStrictEqual([isStale(browser), browser.text("#announcer"), unseen], [true, "", 2])
    serve(browser, render(views.cancelled), 410)
    await look(browser)
    assert.deepStrictEqual([isStale(browser), unseen], [false, 2])
    assert.strictEqual(browser.one("main").dataset.announcement, browser.text("h1"))
  })

  it("is out of date when the server does not answer for twenty seconds, and asks again", async () => {
    const browser = open(pending)
    browser.answer = () => new Promise(() => {})
    await look(browser)
    await browser.pass(19_000)
    assert.deepStrictEqual([isStale(browser), browser.looks], [false, 1])
    await browser.pass(2_000)
    assert.isTrue(isStale(browser))
    serve(browser, render(pending))
    await browser.pass(11_000)
    assert.deepStrictEqual([isStale(browser), browser.looks], [false, 2])
  })

  it("loads itself anew where another release answers", async () => {
    const browser = open(pending)
    const main = browser.one("main")
    serve(browser, render(views.paid).replace(/page-\w+\.css/, "page-0123456789abcdef.css"))
    await look(browser)
    assert.strictEqual(browser.reloads, 1)
    assert.strictEqual(browser.one("main"), main)
  })

  it("takes who is done back after six seconds, however often it looks meanwhile", async () => {
    const browser = open(views.paid)
    assert.isFalse(browser.one("#returning").hidden)
    await browser.pass(4_000)
    await look(browser)
    await browser.pass(1_000)
    assert.deepStrictEqual(browser.left, [])
    await browser.pass(1_000)
    assert.deepStrictEqual(browser.left, [views.paid.successUrl])
  })

  it("takes nobody anywhere from within a frame", async () => {
    const browser = new Browser(render(views.paid), [script], "navigate", {})
    assert.isTrue(browser.one("#returning").hidden)
    await browser.pass(60_000)
    assert.deepStrictEqual(browser.left, [])
  })

  it("leaves alone who wants to stay, and who came back", async () => {
    const staying = open(views.paid)
    await staying.click("#stay")
    assert.strictEqual(staying.document.activeElement, staying.one("#return"))
    for (const browser of [staying, open(views.paid, "back_forward")]) {
      await browser.pass(60_000)
      assert.deepStrictEqual(browser.left, [])
      assert.isTrue(browser.one("#returning").hidden)
    }
  })

  it("keeps what the visitor has put in until there is something else to show", async () => {
    const form = renderVerificationPage(asking, options)
    const browser = new Browser(form, [script])
    const main = browser.one("main")
    serve(browser, form)
    main.dataset.busy = ""
    await look(browser)
    assert.strictEqual(browser.looks, 0)
    delete main.dataset.busy
    await look(browser)
    assert.deepStrictEqual([browser.looks, browser.one("main") === main], [1, true])
    serve(browser, renderVerificationPage(verificationViews.selfie, options))
    await look(browser)
    assert.notStrictEqual(browser.one("main"), main)
  })

  it.each([true, false])(
    "copies and says so, with a clipboard or by a selection (clipboard: %s)",
    async (has) => {
      const browser = open(pending)
      browser.hasClipboard = has
      const label = browser.text("#copy-address span")
      await browser.click("#copy-address")
      assert.strictEqual(browser.clipboard, pending.address)
      await browser.pass(100)
      assert.deepStrictEqual(
        [browser.text("#copy-address span"), browser.text("#announcer")],
        ["The address is copied", "The address is copied"]
      )
      await browser.click("#copy-address")
      await browser.pass(2_000)
      assert.strictEqual(browser.text("#copy-address span"), label)
      assert.isNull(browser.document.querySelector("textarea"))
    }
  )

  it("gives a selected amount to the clipboard as wallets read it, and other text as it is", async () => {
    const browser = open({ ...pending, remainingAmount: "12345.5" })
    const copied: Array<readonly [type: string, text: string]> = []
    const clipboardData = { setData: (type: string, text: string) => copied.push([type, text]) }
    const prevented: Array<boolean> = []
    for (const selected of ["12,345.50", "Order 1042"]) {
      browser.selected = selected
      prevented.push(await browser.happens("copy", browser.one(".amount"), { clipboardData }))
    }
    assert.deepStrictEqual(prevented, [true, false])
    assert.deepStrictEqual(copied, [["text/plain", "12345.5"]])
  })

  it("closes its stream when it is left, and looks when it is shown again", async () => {
    const browser = open(pending)
    const stream = streamOf(browser)
    browser.window.dispatchEvent({ type: "pagehide" })
    assert.strictEqual(stream.readyState, Stream.CLOSED)
    for (const [persisted, streams, looks] of [
      [false, 1, 0],
      [true, 2, 1]
    ] as const) {
      browser.window.dispatchEvent(Object.assign({ type: "pageshow" }, { persisted }))
      await browser.settle()
      assert.deepStrictEqual([browser.streams.length, browser.looks], [streams, looks])
    }
  })

  it("is out of date as soon as the connection is gone, and looks as soon as it is back", async () => {
    const browser = open(pending)
    browser.window.dispatchEvent({ type: "offline" })
    assert.isTrue(isStale(browser))
    browser.window.dispatchEvent({ type: "online" })
    await browser.settle()
    assert.deepStrictEqual([isStale(browser), browser.looks], [false, 1])
  })
})
