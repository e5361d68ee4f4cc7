import { assert, it } from "@effect/vitest"
import { serveHere, temporaryFolder } from "./QuittanceProcess.ts"

it("a server with QUITTANCE_DOCS=off serves no documents, and its start names none", async () => {
  const server = await serveHere(temporaryFolder(), { QUITTANCE_DOCS: "off" })
  for (const path of ["/docs", "/docs/guides/keys", "/llms.txt", "/openapi.json"]) {
    const answer = await fetch(`${server.url}${path}`)
    assert.strictEqual(answer.status, 404, path)
    assert.deepInclude(await answer.json(), { success: false })
  }
  assert.notInclude(await server.wholeOutput(), "/docs")
})
