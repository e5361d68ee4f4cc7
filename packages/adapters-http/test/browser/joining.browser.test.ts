import { makeConsoleHandler, signInServices } from "@quittance/adapters-signin"
import { AesGcmVault, defaultSettings, Ids, MemoryStore, Quittance, Settings } from "@quittance/core"
import { actingAs, codeAt, Invitations } from "@quittance/core/adapter"
import { freePort } from "@quittance/testing/freePort"
import { Clock, Layer, ManagedRuntime } from "effect"
import { expect, it } from "vitest"
import { axeViolations, eventually, inChromium, pageWidth } from "../visitor.ts"
import { consoleServer } from "./consoleServer.ts"

/** A deployment with a console at `localhost`. */
const startConsole = async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const runtime = ManagedRuntime.make(
    signInServices({ consoleUrl: origin }).pipe(
      Layer.provideMerge(Quittance.layerSandbox),
      Layer.provideMerge(
        Layer.mergeAll(
          MemoryStore.layer,
          Ids.layer,
          AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
        )
      ),
      Layer.provide(Layer.succeed(Settings, defaultSettings))
    )
  )
  return consoleServer(runtime, await runtime.runPromise(makeConsoleHandler), port)
}

/** What an authenticator shows for the key on the page. */
const shownFor = (key: string, at: number): string => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
  const bits = [...key.replaceAll(" ", "")].map((each) => letters.indexOf(each).toString(2).padStart(5, "0"))
  const bytes = bits.join("").match(/.{8}/g) ?? []
  return codeAt(
    Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString("hex"),
    Math.floor(at / 30_000)
  )
}

inChromium("with a link to the console, in Chromium,", (visit) => {
  it("a person sets a password, keeps the recovery codes, and is signed in", async () => {
    await using console = await startConsole()
    const invitations = await console.runtime.runPromise(Invitations)
    const { token } = await console.runtime.runPromise(
      actingAs(
        "operator:root",
        invitations.create({ operator: true, name: "Olga", email: "olga@pay.example" })
      )
    )
    await using visitor = await visit({ colorScheme: "dark" })
    const { complaints, page } = visitor
    await page.goto(`${console.origin}/console/join/${token}`)
    expect(await page.locator("main").textContent()).toContain("Hello Olga. You join as an operator.")
    await page.getByText("Set a password instead").click()
    await page.getByRole("button", { name: "Set a password" }).click()
    const key = page.locator("#secret")
    await eventually(() => key.textContent()).toMatch(/^[A-Z2-7 ]{20,}$/)
    expect(await axeViolations(page)).toEqual([])
    expect(await pageWidth(page)).toBe(360)
    await page.getByLabel("New password").fill("correct horse battery")
    const at = await console.runtime.runPromise(Clock.currentTimeMillis)
    await page.getByLabel("Code").fill(shownFor((await key.textContent()) ?? "", at))
    await page.getByRole("button", { name: "Save and sign in" }).click()
    await eventually(() => page.locator("#codes li").count()).toBe(10)
    await page.getByRole("link", { name: "I have kept them" }).click()
    await eventually(() => page.locator("output").textContent()).toBe("Signed in as Olga")
    expect(complaints).toEqual([])
  })
})
