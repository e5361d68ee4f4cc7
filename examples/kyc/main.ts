/**
 * Identity verification inside a plain Node program: Promises, one SQLite file, one folder of encrypted documents, no
 * server but the receiver's.
 *
 * A shop wants to know who Ann is. She shows a card and her face, the first time too blurry; somebody at the shop looks
 * at both and decides; the shop is told by a signed webhook. Then Bob tries with Ann's card, and at the end Ann is
 * forgotten. On the hosted page, `session.verificationUrl`, a person does what is done here by `submit`.
 *
 *     npx node --conditions=source examples/kyc/main.ts
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { FileBlobStore } from "@quittance/adapters-files"
import { SharpPictures } from "@quittance/adapters-sharp"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { UndiciTransport } from "@quittance/adapters-webhooks"
import { createQuittance, DocumentRefused, type KycReviewView } from "@quittance/core"
import sharp from "sharp"
import { Receiver } from "../webhooks/Receiver.ts"
import { pictures } from "./drawings.ts"

const folder = await mkdtemp(join(tmpdir(), "quittance-kyc-"))
const documents = join(folder, "documents")
const quittance = await createQuittance({
  store: SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" }),
  masterKey: randomBytes(32).toString("base64"),
  // Documents lie encrypted in this folder; pictures are made anew, so that nothing but the picture is kept.
  blobStore: FileBlobStore.layer({ directory: documents }),
  pictures: SharpPictures.layer(),
  // People decide. A checker of your own has two functions, `open` and `lookup`, and takes their place.
  kycChecker: "manualReview",
  // The receiver is on this machine and speaks http. A real deployment leaves both out: https to public addresses only.
  webhookTransport: UndiciTransport.layer({ allowLoopback: true }),
  settings: { webhook: { allowPrivate: true } }
})
const receiver = new Receiver("shop")

/** Sessions go on by workers in this process, after the answer. */
const until = async (id: string, isSo: (session: KycReviewView) => boolean): Promise<KycReviewView> => {
  for (;;) {
    const session = await quittance.kyc.review.get(id)
    if (isSo(session)) return session
    await sleep(20)
  }
}

/** The end of a session's link, which only its person has. */
const linkOf = ({ verificationUrl }: { readonly verificationUrl: string }): string =>
  verificationUrl.slice(verificationUrl.lastIndexOf("/") + 1)

/** What lies on the disk, file by file. */
const filesOnDisk = async (): Promise<ReadonlyArray<Buffer>> => {
  const found = await readdir(documents, { recursive: true, withFileTypes: true })
  return Promise.all(
    found.filter((each) => each.isFile()).map(({ name, parentPath }) => readFile(join(parentPath, name)))
  )
}

/** Shows a document that is refused at once. */
const show = async (link: string, file: Uint8Array): Promise<void> => {
  try {
    await quittance.kyc.submit(link, "document", file)
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error
    console.log(`refused: ${error.fault}, ${error.message}`)
  }
}

try {
  const { id: shop } = await quittance.partners.ensure("shop")

  // 1. The session. What the shop knows its customer by is its metadata, and tells Ann from Bob. Its own URL is told
  //    the result;
  // the secret that signs for it is answered once.
  const session = await quittance.kyc.create(shop, {
    level: "basic",
    metadata: { customer: "ann" },
    webhookUrl: await receiver.listen()
  })
  receiver.secrets = [session.webhookSecret ?? ""]
  const link = linkOf(session)
  console.log(`session: ${session.status}, level ${session.level}`)

  // 2. Ann shows what she is asked for, step by step. What is no picture, or one in which nothing can be made out, is
  //    refused at
  // once: nothing of it is kept, and it costs her no attempt.
  await show(link, Buffer.from("<script>alert(1)</script>"))
  await show(link, pictures.blurryCard)
  await quittance.kyc.submit(link, "document", pictures.annsCard)
  await quittance.kyc.submit(link, "selfie", pictures.annsFace)

  // 3. Somebody at the shop sees who waits, and looks at what was shown. Where and when it was taken is not in it any
  //    more.
  await until(session.id, ({ state }) => state === "checking")
  for (const waiting of await quittance.kyc.review.list()) {
    const steps = waiting.documents.map(({ step }) => step)
    console.log(`waits: attempt ${waiting.attempts + 1}, shown ${steps.sort().join(" and ")}`)
  }
  const [picture] = await quittance.kyc.review.pictures(session.id, "document")
  const document = picture?.bytes ?? new Uint8Array()
  const [sent, kept] = [await sharp(pictures.annsCard).metadata(), await sharp(document).metadata()]
  console.log(`sent: ${sent.width} x ${sent.height}, with its place ${sent.exif !== undefined}`)
  console.log(`kept: ${kept.width} x ${kept.height}, with its place ${kept.exif !== undefined}`)
  const part = Buffer.from(document.subarray(1_000, 1_032))
  const inClear = (await filesOnDisk()).filter((bytes) => bytes.includes(part))
  console.log(`on disk: ${inClear.length} files in clear`)

  // 4. The decision, under the name of whoever took it. The webhook lands in the same commit.
  const decided = await quittance.kyc.review.decide(session.id, { outcome: "completed", decidedBy: "eve" })
  console.log(`decided: ${decided.status} by ${decided.decidedBy}`)
  console.log((await receiver.next()).replace(/, version \d+/, ""))

  // 5. Bob has Ann's card. What another person's verification has shown is refused at once too.
  const other = await quittance.kyc.create(shop, { level: "basic", metadata: { customer: "bob" } })
  await show(linkOf(other), pictures.annsCard)

  // 6. Both are forgotten: documents, key and everything personal. What remains says that there was a session and how
  //    it ended.
  await quittance.kyc.redact(shop, other.id)
  await quittance.kyc.redact(shop, session.id)
  const { metadata, redactedAt, status } = await quittance.kyc.get(shop, session.id)
  console.log(`redacted: ${redactedAt !== null}, still ${status}, metadata ${JSON.stringify(metadata)}`)
  console.log(`on disk: ${(await filesOnDisk()).length} files`)
} finally {
  await quittance.close()
  receiver.close()
  await rm(folder, { recursive: true })
}
