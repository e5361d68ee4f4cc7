import { makeSignInHandler, NodePasswords, SimplePasskeys } from "@quittance/adapters-signin"
import { AesGcmVault, Ids, MemoryStore } from "@quittance/core"
import {
  ConsolePlace,
  consolePlaceOf,
  Enrolments,
  Sessions,
  SignIns,
  SignInUsers,
  StepUps
} from "@quittance/core/adapter"
import { freePort } from "@quittance/testing/freePort"
import { Effect, Layer, ManagedRuntime, Option, Result } from "effect"
import type { CDPSession, Page } from "playwright-core"
import { expect, it } from "vitest"
import { eventually, inChromium, wide } from "../visitor.ts"
import { consoleServer } from "./consoleServer.ts"

const anna = { id: "usr_anna", name: "Anna", account: "anna@shop.example", recoveries: 0 }

/** A console at `localhost`, where Anna is. */
const startConsole = async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const found = (isThere: boolean) => Effect.succeed(isThere ? Option.some(anna) : Option.none())
  const users = SignInUsers.of({
    find: (id) => found(id === anna.id),
    byEmail: (email) => found(email === anna.account)
  })
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(SignIns.layer, Sessions.layer, StepUps.layer, Enrolments.layer).pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          Layer.succeed(SignInUsers, users),
          Layer.succeed(ConsolePlace, Result.getOrThrow(consolePlaceOf(origin))),
          SimplePasskeys.layer,
          NodePasswords.layer(),
          MemoryStore.layer,
          Ids.layer,
          AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
        )
      )
    )
  )
  return consoleServer(runtime, await runtime.runPromise(makeSignInHandler), port)
}

/** An authenticator inside the browser, which verifies its person by itself. */
const virtualAuthenticator = async (devtools: CDPSession): Promise<string> => {
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
    }
  })
  return authenticatorId
}

/** What the page's script offers, called as its screens will. */
const inPage = (page: Page, call: string): Promise<unknown> => page.evaluate(call)

inChromium("at the console, in Chromium,", (visit) => {
  it("a person adds a passkey, signs in without a name, proves an act, and adds another passkey", async () => {
    await using console = await startConsole()
    const { origin, runtime } = console
    await using visitor = await visit(wide)
    const { complaints, page } = visitor
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("WebAuthn.enable")
    const phone = await virtualAuthenticator(devtools)
    await page.goto(`${origin}/console/sign-in`)

    const enrolments = await runtime.runPromise(Enrolments)
    const enrolling = { user: anna, holder: "link" }
    const { options, ticket } = await runtime.runPromise(enrolments.beginPasskey(enrolling))
    const answer = await page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as never)
      const made = await navigator.credentials.create({ publicKey })
      return (made as PublicKeyCredential).toJSON()
    }, options)
    await runtime.runPromise(enrolments.finishPasskey(enrolling, { ticket, answer, name: "phone" }))

    const said = () => page.locator("output").textContent()
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await eventually(said).toBe("Signed in as Anna")
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: "__Host-quittance", httpOnly: true, secure: true, sameSite: "Lax" })
    const session = await page.request.get(`${origin}/console/session`)
    expect(await session.json()).toMatchObject({
      user: { name: "Anna" },
      credentials: { needsAnother: true }
    })

    await inPage(page, `prove("credentials.change", "${anna.id}")`)
    // The authenticator refuses to make a second passkey for the person.
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: phone })
    await virtualAuthenticator(devtools)
    await inPage(page, `addPasskey("passkeys", { nonce: "form-0001" }, "key")`)
    const after = await (await page.request.get(`${origin}/console/session`)).json()
    expect(after.credentials.passkeys.map(({ name }: { name: string }) => name)).toEqual(["phone", "key"])

    // The authenticator counts up, and is believed.
    for (const _ of [1, 2]) {
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByRole("button", { name: "Use a passkey" }).click()
      await eventually(said).toBe("Signed in as Anna")
    }
    expect(complaints).toEqual([])
  })
})
