import { axeViolations, eventually, inChromium, pageWidth } from "@quittance/adapters-http/testing"
import { Operations } from "@quittance/core"
import { actingAs, SignInLinks } from "@quittance/core/adapter"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { consoleServer } from "./consoleServer.ts"

inChromium("at the console, in Chromium,", (visit) => {
  it("a person comes by a link, makes a passkey, proves an act with it by a double click, and loses nothing", async () => {
    await using console = await consoleServer()
    const { origin, runtime } = console
    const made = Effect.gen(function* () {
      const { partners } = yield* Operations
      const { id } = yield* partners.ensure("shop")
      return { id, ...(yield* Effect.flatMap(SignInLinks, ({ make }) => make(id))) }
    })
    const { id, ticket } = await runtime.runPromise(made)
    await using visitor = await visit({ colorScheme: "dark" })
    const { complaints, page } = visitor
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("WebAuthn.enable")
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
      }
    })
    const heading = () => page.locator("h1").textContent()
    const looked = async () => {
      expect(await axeViolations(page)).toEqual([])
      expect(await pageWidth(page)).toBe(360)
    }

    await page.goto(`${origin}/console/link?ticket=${encodeURIComponent(ticket)}`)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.goto(`${origin}/console/p/${id}/people/invite`)
    await eventually(heading).toBe("First, make a passkey or a password")
    await looked()
    await page.getByRole("button", { name: "Make a passkey" }).click()
    await eventually(heading).toBe("Invite a person")

    // A second click would be told only that the link was shown before.
    await page.getByLabel("Name").fill("Boris")
    await page.getByRole("button", { name: "Make the link" }).dblclick()
    await eventually(heading).toBe("The link")
    const link = (await page.locator("code.address").textContent()) ?? ""
    expect(link).toMatch(new RegExp(`^${origin}/console/join/[0-9a-f]{64}$`))

    // The session ends while a form is open.
    await page.goto(`${origin}/console/p/${id}/people/invite`)
    await page.getByLabel("Name").fill("Vera <b>")
    await page.getByLabel("Role").selectOption("support")
    await page.context().clearCookies()
    await page.getByRole("button", { name: "Make the link" }).click()
    await eventually(heading).toBe("Sign in")
    await looked()
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await eventually(heading).toBe("Invite a person")
    expect(await page.getByLabel("Name").inputValue()).toBe("Vera <b>")
    expect(await page.getByLabel("Role").inputValue()).toBe("support")
    const invitations = actingAs(
      "system",
      Effect.flatMap(Operations, (all) => all.invitations.list(id))
    )
    expect(await runtime.runPromise(invitations)).toHaveLength(2)

    await page.goto(`${origin}/console/account`)
    await looked()
    expect(await page.getByRole("row").filter({ hasText: "first passkey" }).count()).toBe(1)
    await page.locator("#person summary").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await eventually(() => page.locator("main").textContent()).toContain("You are signed out.")
    await page.goto(link)
    await eventually(heading).toBe("You are invited")
    await looked()
    await page.getByRole("button", { name: "Set a password instead" }).click()
    await eventually(() => page.locator("#secret").textContent()).toMatch(/^[A-Z2-7 ]{20,}$/)
    await looked()
    // What the browser tells of answers that refuse is no complaint of a page.
    expect(complaints.filter((each) => !each.startsWith("Failed to load resource"))).toEqual([])
  })
})
