/**
 * The master key in a key management service: it never leaves it. A store is opened, used, moved to another master key
 * while it serves, and opened again. The service is a fake one on this machine.
 *
 *     npx node --conditions=source examples/kms/main.ts
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { startFakeKms } from "./FakeKms.ts"
import { kmsKeyService } from "./KmsKeyService.ts"

const folder = await mkdtemp(join(tmpdir(), "quittance-kms-"))
const filename = join(folder, "quittance.db")
const kms = await startFakeKms(["keys/2026", "keys/2027"])

const open = (keyId: string) =>
  createQuittance({
    store: SqliteStore.layer({ filename, mode: "sandbox" }),
    keyService: kmsKeyService(kms.url, keyId)
  })

try {
  // 1. The store is made. Its data key is wrapped by the service, which is asked when a store is opened and no more.
  const quittance = await open("keys/2026")
  const asked = kms.askedTimes()
  await quittance.keys.create({ partner: "shop" })
  await quittance.keys.create({ partner: "other shop" })
  console.log(`two secrets are sealed, and the service was asked ${kms.askedTimes() - asked} times for it`)

  // 2. A second process, of which the new master key is the current one, moves the store while the first serves.
  const next = await open("keys/2027")
  const report = await next.keys.reseal()
  console.log(`resealed: ${report.rewrapped} data key rewrapped, ${report.refused.length} refused`)
  for (const [keyId, count] of Object.entries(report.dataKeys))
    console.log(`${count} data keys under ${keyId}`)
  await quittance.keys.create({ partner: "shop" })
  await quittance.close()
  await next.close()

  // 3. From now on nothing needs the old one.
  const later = await open("keys/2027")
  const { dataKeys } = await later.keys.reseal("check")
  console.log(`what is sealed needs ${Object.keys(dataKeys).join(", ")}`)
  await later.close()
} finally {
  kms.close()
  await rm(folder, { recursive: true })
}
