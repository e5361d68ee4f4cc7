import { SharpPictures } from "@quittance/adapters-sharp"
import { MemoryBlobStore } from "@quittance/core/adapter"
import { Layer } from "effect"
import type { BrowserContextOptions, Page, Request } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { listenFor } from "../node/TestServer.ts"
import { startTestApi } from "../TestApi.ts"
import { eventually, headline, inChromium, phone } from "../visitor.ts"
import { startLossyLine } from "./lossyLine.ts"
import { createSession } from "./VerificationSession.ts"

/** A PDF of one page, without the table that programs put at its end. */
const stripedPdf = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >> endobj
4 0 obj << >> stream
${Array.from({ length: 40 }, (_, line) => `40 ${20 * line} 500 5 re f`).join("\n")}
endstream endobj
trailer << /Root 1 0 R >>
%%EOF
`

const providers = Layer.merge(MemoryBlobStore.layer, Layer.orDie(SharpPictures.layer()))

/** The whole application on a port, at work, with one session. */
const startDeployment = async (fields: Record<string, unknown> = {}) => {
  const api = await startTestApi({ time: "running", providers })
  api.startWork()
  const server = await listenFor(api)
  const { id, path } = await createSession(api, fields)
  return {
    url: `${server.url}${path}`,
    decide: (outcome: string, ...reasons: ReadonlyArray<string>) =>
      api.sandbox(`kyc/sessions/${id}/decide`, { outcome, reasons }),
    wall: api.wall,
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await api[Symbol.asyncDispose]()
    }
  }
}

interface File {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

inChromium("being verified in Chromium", (startVisit) => {
  /** Photos that a browser has drawn: two sharp ones, one without an edge. */
  let passport: File
  let face: File
  let blur: File
  beforeAll(async () => {
    await using painter = await startVisit()
    const drawn = async (name: string, seed: number): Promise<File> => {
      const base64 = await painter.page.evaluate(async (start) => {
        const canvas = new OffscreenCanvas(960, 720)
        const context = canvas.getContext("2d")
        if (context === null) return ""
        let state = start
        const chance = () => {
          state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
          return state / 2_147_483_648
        }
        context.fillStyle = "#b9c0c8"
        context.fillRect(0, 0, 960, 720)
        for (let tile = 0; start > 0 && tile < 400; tile++) {
          context.fillStyle = `hsl(${chance() * 360} 60% ${30 + chance() * 60}%)`
          context.fillRect(chance() * 900, chance() * 660, 20 + chance() * 90, 20 + chance() * 60)
        }
        const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 })
        return await new Promise<string>((resolve) => {
          const reader = new FileReader()
          reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""))
          reader.readAsDataURL(blob)
        })
      }, seed)
      return { name, mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") }
    }
    passport = await drawn("passport.jpg", 7)
    face = await drawn("face.jpg", 4711)
    blur = await drawn("blur.jpg", 0)
  }, 120_000)
  const visit = (options: BrowserContextOptions = {}) => startVisit({ ...phone, ...options })
  const send = (page: Page, name = "Send") => page.getByRole("button", { name }).click()
  const problem = (page: Page) => page.locator("#problem").textContent()
  /** The document is a passport, so that nobody asks for its back. */
  const sayPassport = async (page: Page) => {
    await page.locator("#kind").selectOption("passport")
    await page.locator("#country").selectOption("KZ")
  }

  it("leads from the camera to the result, which comes by itself, and back without telling the link", async () => {
    const redirectUrl = "http://shop.example/account"
    await using deployment = await startDeployment({ redirectUrl })
    await using visitor = await visit()
    const { complaints, page } = visitor
    await page.clock.install()
    let back: Request | undefined
    await page.route(redirectUrl, (route) => {
      back = route.request()
      return route.fulfill({ contentType: "text/html", body: "<title>shop</title>" })
    })
    await page.goto(deployment.url)
    await page.locator("html.scripted").waitFor()
    let navigations = 0
    page.on("framenavigated", () => {
      navigations += 1
    })

    await sayPassport(page)
    await page.locator("#photo-document").setInputFiles(passport)
    const preview = page.getByRole("img", { name: "The picture that you chose" })
    await eventually(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960)
    const button = page.getByRole("button", { name: "Send" })
    await eventually(async () => ((await button.boundingBox())?.y ?? 740) + 44).toBeLessThanOrEqual(740)
    await send(page)
    await eventually(() => headline(page)).toBe("Take a photo of yourself")
    expect((await page.locator("h1").boundingBox())?.y).toBeGreaterThan(0)
    expect(await preview.count()).toBe(0)
    expect(await page.locator(":focus").getAttribute("id")).toBe("page")
    await page.locator("#file-selfie").setInputFiles(face)
    await send(page)
    await eventually(() => headline(page)).toBe("We are checking what you sent")
    await deployment.decide("completed")
    await eventually(() => headline(page)).toBe("You are verified")
    expect(navigations).toBe(0)
    expect(back).toBeUndefined()
    await page.clock.runFor(7_000)
    await page.waitForURL(redirectUrl)
    expect(await back?.allHeaders()).not.toHaveProperty("referer")
    expect(await page.evaluate(() => document.referrer)).toBe("")
    expect(complaints).toEqual([])
  })

  it("works the same by plain forms where there is no script, in the session's language", async () => {
    await using deployment = await startDeployment({ locale: "ru", level: "advanced" })
    await using visitor = await visit({ javaScriptEnabled: false })
    const { complaints, page } = visitor
    await page.goto(deployment.url)
    await sayPassport(page)
    await send(page, "Отправить")
    await eventually(() => problem(page)).toContain("Файл не выбран")
    expect(await page.locator("#country").inputValue()).toBe("KZ")
    await page.getByLabel("Сделать фото").setInputFiles(passport)
    await send(page, "Отправить")
    await eventually(() => headline(page)).toBe("Сфотографируйте себя")
    await page.getByRole("link", { name: "Қазақша" }).click()
    await page.getByLabel("Файл таңдау").setInputFiles(face)
    await send(page, "Жіберу")
    await eventually(() => headline(page)).toBe("Мекенжайыңызды растаңыз")
    const bill = {
      name: "bill.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(stripedPdf)
    }
    await page.getByLabel("Файл таңдау").setInputFiles(bill)
    await send(page, "Жіберу")
    await eventually(() => headline(page)).toBe("Жібергеніңізді тексеріп жатырмыз")
    await deployment.decide("failed", "document_expired")
    await page.reload()
    expect(await headline(page)).toBe("Тексеруден өтпедіңіз")
    expect(await page.locator(".why").textContent()).toContain("Құжаттың мерзімі өтіп кеткен.")
    // The browser itself reports the status 400 of the document.
    expect(complaints.filter((text) => !text.includes("400"))).toEqual([])
  })

  it("says in place why a file was not taken, and keeps it until another is chosen", async () => {
    await using deployment = await startDeployment()
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(deployment.url)
    await page.locator("html.scripted").waitFor()
    let requests = 0
    page.on("request", (request) => {
      if (request.method() === "POST") requests += 1
    })
    await sayPassport(page)
    // The button looks as if it did nothing, and says why.
    const insist = () => page.getByRole("button", { name: "Send", disabled: true }).press("Enter")
    await insist()
    await eventually(() => problem(page)).toContain("No file was chosen")
    const file = page.locator("#file-document")
    const large = { ...passport, buffer: Buffer.concat([passport.buffer, Buffer.alloc(10 * 1024 * 1024)]) }
    await file.setInputFiles(large)
    await insist()
    await eventually(() => problem(page)).toContain("larger than 10 MB")
    expect(requests).toBe(0)

    await file.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") })
    await eventually(() => problem(page)).toBe("")
    await send(page)
    await eventually(() => problem(page)).toContain("A file of this kind cannot be used.")
    const cut = { ...passport, buffer: passport.buffer.subarray(0, 2000) }
    await file.setInputFiles(cut)
    await send(page)
    await eventually(() => problem(page)).toContain("damaged")
    expect(await page.locator("#chosen").textContent()).toBe("passport.jpg")
    await file.setInputFiles(blur)
    await send(page)
    await eventually(() => problem(page)).toContain("This did not use up an attempt.")
    expect(await headline(page)).toBe("Show your identity document")

    await page.route("**/steps/*", (route) => route.abort("connectionreset"))
    await file.setInputFiles(passport)
    await send(page)
    await eventually(() => problem(page)).toContain("The connection was lost")
    await page.unroute("**/steps/*")
    await send(page)
    // Together, so that a failure tells what the page said.
    await eventually(() => Promise.all([headline(page), problem(page)])).toEqual([
      "Take a photo of yourself",
      ""
    ])
  })

  it("shows how far the file has come, and sends it once", async () => {
    await using deployment = await startDeployment()
    await using visitor = await visit()
    const { complaints, page } = visitor
    await page.goto(deployment.url)
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    let sent = 0
    await page.route("**/steps/*", async (route) => {
      sent += 1
      await arrived
      await route.continue()
    })
    await sayPassport(page)
    await page.locator("#file-document").setInputFiles(passport)
    await page.getByRole("button", { name: "Send" }).focus()
    await send(page)
    const bar = page.getByRole("progressbar", { name: "Sending…" })
    await eventually(() => bar.isVisible()).toBe(true)
    await eventually(() => page.locator("#announcer").textContent()).toBe("Sending…")
    await page.getByRole("button", { name: "Send" }).press("Enter")
    expect(await page.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true")
    arrive()
    await eventually(() => headline(page)).toBe("Take a photo of yourself")
    expect(await bar.isVisible()).toBe(false)
    expect(sent).toBe(1)
    expect(complaints).toEqual([])
  })

  it("says that the file arrived where the page that comes next cannot be fetched", async () => {
    await using deployment = await startDeployment()
    await using visitor = await visit()
    const { page } = visitor
    await page.route("**/events", (route) => route.abort())
    await page.goto(deployment.url)
    await sayPassport(page)
    await page.locator("#file-document").setInputFiles(passport)
    let isCut = true
    await page.route(deployment.url, (route) => (isCut ? route.abort() : route.continue()))
    await send(page)
    await eventually(() => page.locator("#problem").textContent()).toContain("Your file has arrived.")
    expect(await page.locator("#stale").isVisible()).toBe(true)
    isCut = false
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await eventually(() => headline(page)).toBe("Take a photo of yourself")
    expect(await page.locator("#problem").textContent()).toBe("")
  })

  it("says that the answer was lost, not the file, where all of it was sent; the page shows what is the case", async () => {
    await using deployment = await startDeployment()
    await using line = await startLossyLine(deployment.url)
    await using visitor = await visit()
    const { page } = visitor
    await page.route("**/events", (route) => route.abort())
    await page.goto(line.url)
    await sayPassport(page)
    await page.locator("#file-document").setInputFiles(passport)
    // A browser tells a page only now and then how much it has sent.
    line.lose = async (method) => {
      if (method === "POST") await eventually(() => page.locator("#sent").textContent()).toBe("100 %")
      return true
    }
    await send(page)
    await eventually(() => page.locator("#problem").textContent()).toContain("the answer was lost")
    line.lose = () => false
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await eventually(() => headline(page)).toBe("Take a photo of yourself")
    expect(await page.locator("#problem").textContent()).toBe("")
  })

  it("tells who sends a form that was left open, with and without the script, what is asked for by now", async () => {
    await using deployment = await startDeployment()
    for (const javaScriptEnabled of [true, false]) {
      await using stale = await visit({ javaScriptEnabled })
      // A page that hears nothing of the other one, as on a phone without a connection.
      await stale.page.route("**/events", (route) => route.abort())
      await stale.page.goto(deployment.url)
      await using other = await visit({ javaScriptEnabled: false })
      await other.page.goto(deployment.url)
      if (javaScriptEnabled) await sayPassport(other.page)
      await other.page
        .locator("input[type=file]")
        .last()
        .setInputFiles(javaScriptEnabled ? passport : face)
      await send(other.page)
      await eventually(() => other.page.locator("input[type=file]").count()).toBe(javaScriptEnabled ? 2 : 0)

      if (javaScriptEnabled) await sayPassport(stale.page)
      await stale.page.locator("input[type=file]").last().setInputFiles(blur)
      await send(stale.page)
      if (javaScriptEnabled) {
        await eventually(() => headline(stale.page)).toBe("Take a photo of yourself")
        await eventually(() => problem(stale.page)).toContain("Something else is asked for by now.")
      } else await eventually(() => headline(stale.page)).toBe("We are checking what you sent")
    }
  })

  it("says that the time has run out while the page is open", async () => {
    await using deployment = await startDeployment()
    await using visitor = await visit()
    const { page } = visitor
    await page.goto(deployment.url)
    await page.locator("html.scripted").waitFor()
    deployment.wall.now += 24 * 3_600_000
    await eventually(() => headline(page)).toBe("The time to verify has run out")
    expect(await page.locator("form").count()).toBe(0)
    expect((await page.reload())?.status()).toBe(410)
  })
})
