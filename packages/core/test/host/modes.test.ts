import {
  AesGcmVault,
  createQuittance,
  defaultSettings,
  Ids,
  MemoryStore,
  type Mode,
  Quittance,
  Settings
} from "@quittance/core"
import { StoreMode } from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")

/** A store that was made as something, as one in a file is. */
const storeOf = (mode: Mode) => Layer.merge(MemoryStore.layer, Layer.succeed(StoreMode, Option.some(mode)))

const open = (store: Mode, settings: Mode) =>
  createQuittance({ store: storeOf(store), masterKey, settings: { mode: settings }, workers: false })

describe("the mode is one for the whole deployment", () => {
  it("opens a store under settings of its own mode", async () => {
    for (const mode of ["sandbox", "live"] as const) await (await open(mode, mode)).close()
  })

  it("opens a store without a mode under both", async () => {
    for (const mode of ["sandbox", "live"] as const) {
      const host = await createQuittance({ store: MemoryStore.layer, masterKey, settings: { mode } })
      await host.close()
    }
  })

  it("starts nothing where store and settings differ, so that no simulation reaches live books", async () => {
    await expect(open("live", "sandbox")).rejects.toThrow("the store is live and the settings say sandbox")
    await expect(open("sandbox", "live")).rejects.toThrow("the store is sandbox and the settings say live")
  })

  it("loads nothing simulated under live settings", async () => {
    const simulated = Quittance.layerSandbox.pipe(
      Layer.provide(Layer.mergeAll(MemoryStore.layer, AesGcmVault.layer(masterKey), Ids.layer)),
      Layer.provide(Layer.succeed(Settings, { ...defaultSettings, mode: "live" }))
    )
    await expect(Effect.runPromise(Effect.scoped(Layer.build(simulated)))).rejects.toThrow(
      "nothing simulated"
    )
  })
})
