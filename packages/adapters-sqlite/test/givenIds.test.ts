import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { temporaryFolder } from "@quittance/testing"
import { assert, it } from "vitest"

it("a record that no text names is not found, whatever was given for its id", async () => {
  const quittance = await createQuittance({
    store: SqliteStore.layer({ filename: join(temporaryFolder(), "store.db"), mode: "sandbox" }),
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    workers: false
  })
  try {
    const { invitations, partners, payouts, users } = quittance
    const { id } = await partners.ensure("shop")
    const anna = quittance.as("user:anna")
    for (const given of [undefined, 7, {}, () => "a"] as unknown as ReadonlyArray<string>)
      for (const call of [
        () => payouts.get(id, given),
        () => anna.payouts.approve(id, given),
        () => users.get(given),
        () => users.disable(given),
        () => users.recover(given),
        () => invitations.revoke(id, given)
      ]) {
        const error = await call().then(
          () => ({}),
          (refused: unknown) => refused
        )
        assert.propertyVal(error, "code", "not_found", String(call))
      }
  } finally {
    await quittance.close()
  }
})
