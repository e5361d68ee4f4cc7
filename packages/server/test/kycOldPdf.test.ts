import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { FileBlobStore } from "@quittance/adapters-files"
import { SharpPictures } from "@quittance/adapters-sharp"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, type StorePorts } from "@quittance/core"
import { type Commit, type KycDocument, Store } from "@quittance/core/adapter"
import { pdfOf } from "@quittance/testing"
import { Context, Effect, Layer } from "effect"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

const withoutPages = ({ pages: _, ...document }: KycDocument): KycDocument => document

/** What a version wrote that drew no pages. */
const asBefore = (whole: Commit): Commit => ({
  ...whole,
  aggregates: whole.aggregates.map((write) =>
    write._tag === "KycSession"
      ? { ...write, state: { ...write.state, documents: write.state.documents.map(withoutPages) } }
      : write
  )
})

const storeBefore = (filename: string) =>
  Layer.effectContext(
    Effect.map(Effect.context<StorePorts>(), (ports) => {
      const inner = Context.get(ports, Store)
      return Context.add(ports, Store, { ...inner, commit: (whole: Commit) => inner.commit(asBefore(whole)) })
    })
  ).pipe(Layer.provide(SqliteStore.layer({ filename, mode: "sandbox" })))

it("the pages of a PDF that an earlier version took are drawn when they are saved", async () => {
  const folder = temporaryFolder()
  const masterKey = randomBytes(32).toString("base64")
  writeFileSync(join(folder, "master.key"), masterKey)
  const documents = join(folder, "documents")
  const host = await createQuittance({
    store: storeBefore(join(folder, "quittance.db")),
    masterKey,
    blobStore: FileBlobStore.layer({ directory: documents }),
    pictures: SharpPictures.layer(),
    workers: false
  })
  const { id: partnerId } = await host.partners.ensure("shop")
  const { id, verificationUrl } = await host.kyc.create(partnerId, { level: "basic" })
  await host.kyc.submit(verificationUrl.split("/").at(-1) ?? "", "document", pdfOf({ pages: [{}, {}] }))
  assert.isNull((await host.kyc.review.get(id)).documents[0]?.pages)
  await host.close()
  for (const path of readdirSync(documents, { recursive: true }).map(String))
    if (/_\d+\.blob$/.test(path)) rmSync(join(documents, path))

  const saved = join(folder, "saved")
  const shown = await quittance(["kyc", "show", id, "--save-to", saved], folder)
  assert.strictEqual(shown.status, 0, shown.stderr)
  assert.deepStrictEqual(readdirSync(saved).sort(), ["document-1.jpg", "document-2.jpg"])
  for (const name of readdirSync(saved))
    assert.strictEqual(readFileSync(join(saved, name)).toString("latin1", 0, 3), "\xff\xd8\xff")
})
