import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"
import { listenFor } from "../node/TestServer.ts"
import { startComplete } from "../operations/rightRequests.ts"
import { inChromium } from "../visitor.ts"

/** The client as a script of a page, which gives `quittance`. */
const clientScript = async (): Promise<string> => {
  const bundle = await rolldown({
    input: new URL("../../../client/src/index.ts", import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["source"] }
  })
  const { output } = await bundle.generate({ format: "iife", name: "quittance", minify: true })
  return output[0].code
}

/** A website of somebody else. */
const startShop = async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end('<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A shop</title></html>')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve()))
  }
}

inChromium("the client in a browser", (visit) => {
  it("uploads a drawn signature for a website that is allowed to, and has no answer for another", async () => {
    await using shop = await startShop()
    await using api = await startComplete({ signatureOrigins: [shop.origin] })
    await using server = await listenFor(api)
    await using visitor = await visit()
    const { complaints, page } = visitor
    await page.goto(shop.origin)
    await page.addScriptTag({ content: await clientScript() })
    const validate = (baseUrl: string) =>
      page.evaluate(`(async () => {
        const canvas = document.createElement("canvas")
        canvas.width = 400; canvas.height = 200
        const pen = canvas.getContext("2d")
        pen.fillStyle = "white"; pen.fillRect(0, 0, 400, 200)
        pen.bezierCurveTo(50, 150, 150, 20, 350, 120); pen.stroke()
        const file = await new Promise((resolve) => canvas.toBlob(resolve))
        const client = quittance.createClient({ baseUrl: ${JSON.stringify(baseUrl)}, retryMax: 0 })
        const answer = await client.withRawResponse.signature.validate({ file }).catch((error) => error)
        return { category: typeof answer.data?.category, requestId: typeof answer.requestId, name: answer.name, code: answer.code }
      })()`)
    expect(await validate(server.url)).toMatchObject({ category: "number", requestId: "string" })
    expect(complaints).toEqual([])
    await using other = await startComplete()
    await using closed = await listenFor(other)
    expect(await validate(closed.url)).toMatchObject({ name: "NoAnswerError", code: "no_answer" })
  }, 120_000)
})
