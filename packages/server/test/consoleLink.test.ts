import { request } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe("quittance console link", () => {
  const folder = temporaryFolder()

  it("signs in once at the server of the sandbox, also at one that was started after it was made", async () => {
    const first = await serveHere(folder)
    await first.stop()
    const { status, stderr, stdout } = await quittance(["console", "link", "--json"], folder)
    assert.deepStrictEqual([status, stderr], [0, ""])
    const { expiresAt, partner, url } = JSON.parse(stdout)
    assert.strictEqual(partner, "sandbox")
    assert.isAbove(Date.parse(expiresAt), Date.now() + 9 * 60_000)
    const { pathname, searchParams } = new URL(url)
    assert.strictEqual(pathname, "/console/link")

    const server = await serveHere(folder)
    const origin = server.url.replace("127.0.0.1", "localhost")
    const post = (body: URLSearchParams, site = "same-origin") =>
      fetch(`${server.url}/console/session/link/use`, {
        method: "POST",
        redirect: "manual",
        headers: { "sec-fetch-site": site },
        body
      })
    const looked = await fetch(`${server.url}${pathname}?${searchParams}`, {
      headers: { accept: "text/html" }
    })
    assert.strictEqual(looked.status, 200)
    assert.match(looked.headers.get("x-request-id") ?? "", uuid)
    const used = await Promise.all([post(searchParams), post(searchParams)])
    assert.deepStrictEqual(used.map(({ status }) => status).sort(), [303, 401])
    const foreign = await post(searchParams, "cross-site")
    assert.strictEqual(foreign.status, 403)
    assert.match(foreign.headers.get("content-type") ?? "", /text\/html/)
    // `fetch` sends no TRACE.
    const traced = await new Promise<number | undefined>((resolve) =>
      request(`${server.url}/console/sign-in`, { method: "TRACE" }, (answer) =>
        resolve(answer.resume().statusCode)
      ).end()
    )
    assert.strictEqual(traced, 404)
    const home = await fetch(`${server.url}/`)
    assert.deepInclude(await home.json(), { mode: "sandbox", console: `${origin}/console` })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    assert.include(metrics, 'method="POST",route="/console/session/link/use",status="303"} 1')
    assert.include(metrics, 'method="GET",route="/console/link",status="200"} 1')
    assert.notInclude(server.logged.join("\n"), searchParams.get("ticket") ?? "none")
  })

  it("exists only in a sandbox whose console is at localhost", async () => {
    const refusal = async (variables: { readonly [name: string]: string }) => {
      const { status, stderr, stdout } = await quittance(["console", "link"], folder, variables)
      assert.strictEqual(stdout, "")
      return [status, stderr.replace(/^quittance: /, "").trim()]
    }
    assert.deepStrictEqual(await refusal({ QUITTANCE_CONSOLE_URL: "https://pay.example.com" }), [
      1,
      "links that sign in exist only in a sandbox whose console is at http://localhost."
    ])
    const [status, sentence] = await refusal({ QUITTANCE_MODE: "live" })
    assert.strictEqual(status, 2)
    assert.include(sentence, "quittance console link is for a sandbox, and QUITTANCE_MODE is live")
  })
})
