import { MemorySignatureClassifier } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { listen, open, received, servingApi } from "../node/TestServer.ts"
import { startTestApi, type TestApiOptions } from "../TestApi.ts"

const head = (length: number): string =>
  [
    "POST /api/Signature/validate/upload HTTP/1.1",
    "Host: x",
    "Connection: close",
    "Content-Type: multipart/form-data; boundary=x",
    `Content-Length: ${length}`,
    "\r\n"
  ].join("\r\n")

const opening =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\n'

const formOf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from(opening, "latin1"), Buffer.alloc(bytes), Buffer.from("\r\n--x--\r\n")])

const start = async (options: TestApiOptions = {}) => {
  const api = await startTestApi({ ...options, providers: MemorySignatureClassifier.layer() })
  const server = await listen(await servingApi(api))
  return {
    /** The answer, to a sender who looks for it when everything is sent. */
    send: async (form: Buffer): Promise<string> => {
      const socket = await open(server.port)
      socket.write(head(form.length))
      await new Promise<void>((resolve, reject) => {
        socket.once("error", reject)
        socket.write(form, () => resolve())
      })
      return received(socket)
    },
    /** The answer, to a sender who sends no more than this. */
    sendOnly: async (announced: number, text: string): Promise<string> => {
      const socket = await open(server.port)
      const answer = received(socket)
      socket.end(head(announced) + text, "latin1")
      return answer
    },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await api[Symbol.asyncDispose]()
    }
  }
}

describe("an image sent to the Node server", () => {
  it("413, 429: the answer is there for who looks when everything is sent", async () => {
    await using server = await start({ limits: { signatures: { capacity: 1, perSecond: 1 } } })
    const tooLarge = await server.send(formOf(12_000_000))
    assert.match(tooLarge, /^HTTP\/1\.1 413 /)
    assert.include(tooLarge, '"code":"payload_too_large"')
    const tooMany = await server.send(formOf(10_000_000))
    assert.match(tooMany, /^HTTP\/1\.1 429 /)
    assert.match(tooMany, /\r\nRetry-After: 1\r\n/)
  })

  it("400 where it is cut off, and its place is free again", async () => {
    await using server = await start({ rateLimits: "off" })
    for (let index = 0; index < 20; index++)
      assert.match(await server.sendOnly(5000, opening), /^HTTP\/1\.1 400 /)
    assert.match(await server.send(formOf(10)), /^HTTP\/1\.1 200 /)
  })
})
