import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "@effect/vitest"
import { FileBlobStore } from "@quittance/adapters-files"
import { SharpPictures } from "@quittance/adapters-sharp"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, type QuittanceHost } from "@quittance/core"
import { lockedPdfOf, pdfOf } from "@quittance/testing"
import { verifyWebhook } from "@quittance/webhook-receiver"
import { drawnPng } from "./drawnPng.ts"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { sendOnPage, sentOnPage } from "./verificationPerson.ts"

const folder = temporaryFolder()
const saveFolder = temporaryFolder()
let client: ReturnType<typeof fiatClient>
let receiver: EventReceiver
let server: QuittanceServer
/** Another process's view of the same store and documents. */
let beside: QuittanceHost

beforeAll(async () => {
  receiver = await EventReceiver.open()
  server = await QuittanceServer.start(folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" })
  client = fiatClient(server.url, credentialsIn(folder))
  beside = await hostOn(folder)
})
afterAll(() => beside.close())

/** A host on the store in a folder, which does no work. */
const hostOn = (path: string): Promise<QuittanceHost> =>
  createQuittance({
    store: SqliteStore.layer({ filename: join(path, "quittance.db"), mode: "sandbox" }),
    masterKey: readFileSync(join(path, "master.key"), "utf8").trim(),
    blobStore: FileBlobStore.layer({ directory: join(path, "documents") }),
    pictures: SharpPictures.layer(),
    workers: false
  })

const run = (...args: ReadonlyArray<string>) => quittance(["kyc", ...args], folder)

/** Runs a command that must do what it is asked, and reads its JSON. */
const printed = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await run(...args, "--json")
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}

let drawings = 0

const create = async (body: Record<string, unknown> = {}) => {
  const { id, verificationUrl, webhookSecret } = await client.post("/api/v1/kyc/sessions", {
    level: "basic",
    ...body
  })
  return { id: String(id), link: String(verificationUrl), webhookSecret: String(webhookSecret) }
}

const untilChecked = async (id: string): Promise<void> => {
  while ((await beside.kyc.review.get(id)).state !== "checking");
}

const send = (link: string) => sendOnPage(server.url, link, drawnPng(drawings++))

/** Shows everything, and waits until the checker was asked, which waits for somebody to decide. */
const showAll = async (link: string, id: string): Promise<void> => {
  assert.include(await send(link), { nextStep: "selfie" })
  assert.include(await send(link), { status: "in_progress", nextStep: null })
  await untilChecked(id)
}

describe("quittance kyc, beside a running server", () => {
  it("lists who waits, saves what was shown, and tells what was decided at once", async () => {
    assert.strictEqual((await run("list")).stdout, "There are none: no session waits for a decision.\n")
    const { id, link, webhookSecret } = await create({
      metadata: { customer: "c-17" },
      webhookUrl: receiver.url
    })
    await showAll(link, id)

    const [waiting, ...others] = await printed("list")
    assert.isEmpty(others)
    assert.include(waiting, { id, partner: "sandbox", status: "in_progress", state: "checking", attempts: 0 })
    const people = (await run("list")).stdout
    assert.match(people, /^ID +PARTNER +LEVEL +ATTEMPT +WAITING SINCE +CHECK\n/)
    assert.include(
      people,
      `\n${id}  sandbox  basic  1        ${waiting.waitingSince}  waits for the checker's answer\n`
    )

    const saved = join(saveFolder, "new", "folder")
    const written = await run("show", id, "--save-to", saved)
    assert.strictEqual(written.status, 0, written.stderr)
    assert.strictEqual(
      written.stderr,
      "quittance: these files are not encrypted. Delete them when you have decided.\n"
    )
    assert.include(written.stdout, `KYC session ${id} is in_progress.\n`)
    assert.match(written.stdout, /\n {2}Metadata +\{"customer":"c-17"\}\n/)
    assert.match(written.stdout, /\ndocument +image\/png +\d+ +\S+Z +800 x 600 +\d{2,} +\d{2,}\n/)
    assert.include(written.stdout, `\n${join(saved, "document.png")}\n${join(saved, "selfie.png")}\n`)
    assert.deepStrictEqual(readdirSync(saved).sort(), ["document.png", "selfie.png"])
    assert.strictEqual(statSync(saved).mode & 0o777, 0o700)
    for (const step of ["document", "selfie"] as const) {
      const path = join(saved, `${step}.png`)
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      assert.deepStrictEqual(
        new Uint8Array(readFileSync(path)),
        new Uint8Array(await beside.kyc.review.original(id, step))
      )
    }

    const decided = await run("decide", id, "--as", "completed")
    assert.strictEqual(decided.status, 0, decided.stderr)
    assert.strictEqual(
      decided.stdout,
      `KYC session ${id} is completed: the partner is notified.\n\n` +
        `  Partner           sandbox\n  Refused attempts  0\n  Decided by        ${userInfo().username}\n`
    )
    await receiver.until(({ eventCount }) => eventCount === 1)
    const [[arrival] = []] = receiver.arrivals.values()
    const event = await verifyWebhook(arrival?.body ?? "", arrival?.headers ?? {}, webhookSecret)
    assert.strictEqual(event.type, "kyc.completed")
    assert.include(event.data.object, { id, status: "completed" })
    assert.include(await client.get(`/api/v1/kyc/sessions/${id}`), { status: "completed" })
    assert.deepStrictEqual(await beside.kyc.review.list(), [])
    assert.deepStrictEqual((await beside.verifyLedger()).faults, [])
  })

  it("lets a person try again, and refuses for good, with reasons and who decided", async () => {
    const { id, link } = await create()
    await showAll(link, id)
    const again = await run("decide", id, "--as", "retry", "--reason", "selfie_unclear", "--by", "Ann")
    assert.strictEqual(again.status, 0, again.stderr)
    assert.include(again.stdout, `KYC session ${id} is in_progress: the person may try again.\n`)
    assert.match(again.stdout, /Reasons +selfie_unclear\n.*Decided by +Ann\n$/s)
    assert.include(await send(link), { status: "in_progress", nextStep: null })
    await untilChecked(id)
    const reasons = [
      "--reason",
      "document_expired,suspected_fraud",
      "--reason",
      "other",
      "--comment",
      "a mask, I think"
    ]
    const refused = await printed("decide", id, "--as", "failed", ...reasons, "--by", "Ben")
    assert.strictEqual(refused.comment, "a mask, I think")
    assert.match((await run("show", id)).stdout, /Decided by +Ben\n +Comment +a mask, I think\n/)
    assert.notInclude(JSON.stringify(await client.get(`/api/v1/kyc/sessions/${id}`)), "mask")
    assert.include(refused, { id, partner: "sandbox", status: "failed", decidedBy: "Ben", attempts: 2 })
    assert.deepStrictEqual(refused.failureReasons, ["document_expired", "suspected_fraud", "other"])
  })

  it("saves the pages of a PDF as pictures, and the file of its sender only where that is asked for", async () => {
    const { id, link } = await create()
    const pdf = pdfOf({ catalog: "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>", pages: [{}, {}] })
    assert.include(await sendOnPage(server.url, link, pdf), { nextStep: "selfie" })
    assert.include(await send(link), { nextStep: null })
    await untilChecked(id)

    const pages = join(saveFolder, "pages")
    const shown = await run("show", id, "--save-to", pages)
    assert.deepStrictEqual(
      [shown.status, shown.stderr],
      [0, "quittance: these files are not encrypted. Delete them when you have decided.\n"]
    )
    assert.match(shown.stdout, /\ndocument +application\/pdf +\d+ +\S+Z +2 pages *\n/)
    assert.deepStrictEqual(readdirSync(pages).sort(), ["document-1.jpg", "document-2.jpg", "selfie.png"])
    for (const page of ["document-1.jpg", "document-2.jpg"]) {
      const jpeg = readFileSync(join(pages, page))
      assert.strictEqual(jpeg.toString("latin1", 0, 3), "\xff\xd8\xff")
      assert.isFalse(jpeg.includes("app.alert"))
    }

    const originals = join(saveFolder, "originals")
    const sent = await run("show", id, "--save-to", originals, "--originals")
    assert.strictEqual(sent.status, 0, sent.stderr)
    assert.match(sent.stderr, /\nquittance: a PDF here is the file that a stranger sent: it may run scripts/)
    assert.deepStrictEqual(readdirSync(originals).sort(), ["document.pdf", "selfie.png"])
    assert.deepStrictEqual(new Uint8Array(readFileSync(join(originals, "document.pdf"))), new Uint8Array(pdf))

    const alone = await run("show", id, "--originals")
    assert.deepStrictEqual([alone.status, alone.stdout], [2, ""])
    assert.match(alone.stderr, /--originals needs --save-to DIR: give both\./)

    const [document] = (await printed("show", id)).documents
    assert.lengthOf(document.pages, 2)
    assert.deepInclude(document.pages[0], { width: 1653, height: 2339 })
  })

  it("tells a person what is wrong with a PDF, and takes the next one", async () => {
    const { link } = await create()
    for (const [pdf, code, words] of [
      [lockedPdfOf({}, { user: "secret", owner: "chief" }), "unsupported_image", "password"],
      [pdfOf({ pages: Array.from({ length: 11 }, () => ({})) }), "image_too_large", "more than 10 pages"],
      [pdfOf({ pages: [{ width: 20_000 }] }), "image_too_large", "too large"],
      [pdfOf({ pages: [{ draws: "" }] }), "invalid_image", "Nothing can be made out"],
      [pdfOf().subarray(0, 300), "invalid_image", "damaged"]
    ] as const) {
      const refused = await sentOnPage(server.url, link, pdf)
      assert.strictEqual(refused.status, 400)
      const { error } = (await refused.json()) as { readonly error: Record<string, unknown> }
      assert.strictEqual(error.code, code)
      assert.include(String(error.message), words)
    }
    const open = lockedPdfOf({}, { user: "", owner: "chief" })
    assert.include(await sendOnPage(server.url, link, open), { nextStep: "selfie" })
  })
})

describe("quittance kyc, on a store without a server", () => {
  it("refuses in one sentence what cannot be done", async () => {
    const alone = temporaryFolder()
    writeFileSync(join(alone, "master.key"), randomBytes(32).toString("base64"))
    const host = await hostOn(alone)
    onTestFinished(() => host.close())
    const { id: partnerId } = await host.partners.ensure("shop")
    const { id, verificationUrl } = await host.kyc.create(partnerId, { level: "basic" })
    const runAlone = (...args: ReadonlyArray<string>) => quittance(["kyc", ...args], alone)
    /** Runs a command that must fail with one sentence and nothing on standard output. */
    const refusal = async (status: number, ...args: ReadonlyArray<string>): Promise<string> => {
      const result = await runAlone(...args)
      assert.deepStrictEqual([result.status, result.stdout], [status, ""], result.stderr)
      return result.stderr.replace(/^quittance: (.*)\n$/, "$1")
    }

    assert.strictEqual(
      await refusal(1, "decide", id, "--as", "completed"),
      "the KYC session is pending, so a decision is not possible."
    )
    assert.strictEqual(
      await refusal(1, "show", "kyc_none"),
      "there is no KYC session kyc_none: quittance kyc sessions shows them."
    )

    // Nothing was shown yet, so there is nothing to save, and no folder is made for it.
    const nothing = join(saveFolder, "nothing")
    const empty = await runAlone("show", id, "--save-to", nothing)
    assert.deepStrictEqual([empty.status, empty.stderr], [0, ""])
    assert.include(empty.stdout, "\nThere are no documents.\n")
    assert.isFalse(existsSync(nothing))

    const token = verificationUrl.split("/").at(-1) ?? ""
    await host.kyc.submit(token, "document", drawnPng(drawings++), { kind: "identity_card", country: "KZ" })
    await host.kyc.submit(token, "document_back", drawnPng(drawings++))
    const full = join(saveFolder, "full")
    mkdirSync(full)
    writeFileSync(join(full, "document.png"), "mine")
    assert.strictEqual(
      await refusal(1, "show", id, "--save-to", full),
      `${full} is not empty: name an empty folder, or one that does not exist yet.`
    )
    assert.deepStrictEqual(readFileSync(join(full, "document.png"), "utf8"), "mine")
    const sides = join(saveFolder, "sides")
    const saved = await runAlone("show", id, "--save-to", sides)
    assert.match(saved.stdout, /\n {2}Document +identity_card, issued by KZ, as its person says\n/)
    assert.deepStrictEqual(readdirSync(sides).sort(), ["document.png", "document_back.png"])
    // What can be read no longer leaves nothing in clear behind.
    const [sessionFolder = ""] = readdirSync(join(alone, "documents"), { recursive: true })
      .map(String)
      .filter((path) => path.endsWith(id))
    const key = join(alone, "documents", sessionFolder, "key")
    chmodSync(key, 0o600)
    writeFileSync(key, "torn")
    const torn = join(saveFolder, "torn")
    assert.match(
      await refusal(1, "show", id, "--save-to", torn),
      /^the document doc_[0-9a-f]{32} is not there or cannot be opened\.$/
    )
    assert.deepStrictEqual(readdirSync(torn), [])
  })
})
