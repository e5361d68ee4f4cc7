import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { drawnPng } from "./drawnPng.ts"
import { QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"

const fields = [
  ...["isValid", "confidenceScore", "category", "description"],
  ...["issues", "issueCodes", "recommendations"]
]

describe("a server", () => {
  it("judges images of signatures without a key, as the command line does, and keeps nothing of them", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder)
    const image = drawnPng(7)
    const form = new FormData()
    form.append("file", new Blob([Uint8Array.from(image)]), "private-name.png")
    const before = readdirSync(folder, { recursive: true }).sort()
    const answer = await fetch(`${server.url}/api/Signature/validate/upload`, { method: "POST", body: form })
    const text = await answer.text()
    assert.strictEqual(answer.status, 200, text)
    const verdict: unknown = JSON.parse(text)
    assert.hasAllKeys(verdict, fields)
    assert.deepInclude(verdict, { isValid: false })
    assert.deepStrictEqual(readdirSync(folder, { recursive: true }).sort(), before)

    const path = join(folder, "tiles.png")
    writeFileSync(path, image)
    const checked = await quittance(["signature", "check", path, "--json"], folder)
    assert.strictEqual(checked.status, 1, checked.stderr)
    assert.deepStrictEqual(JSON.parse(checked.stdout), [{ file: path, ...JSON.parse(text) }])
    assert.strictEqual(await server.stop(), 0)
    assert.notInclude(server.stdout + server.stderr, "private-name")
  })
})
