import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

/**
 * Stands in for a key management service: it holds master keys, encrypts and decrypts a few bytes with them on request,
 * and gives none of them out. Real ones are asked much the same way, with a signature or a token.
 */
export const startFakeKms = async (names: ReadonlyArray<string>) => {
  const keys = new Map(names.map((name) => [name, randomBytes(32)]))
  let asked = 0

  const encrypt = (key: Buffer, plaintext: string, context: string): string => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context))
    const content = Buffer.concat([cipher.update(plaintext, "base64"), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64")
  }
  const decrypt = (key: Buffer, ciphertext: string, context: string): string => {
    const bytes = Buffer.from(ciphertext, "base64")
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("base64")
  }

  const server = createServer(async (request, response) => {
    asked += 1
    const { context, key: name, text } = (await json(request)) as Record<"context" | "key" | "text", string>
    const key = keys.get(name)
    try {
      if (key === undefined) throw new Error("there is no such key")
      const answer = request.url === "/encrypt" ? encrypt(key, text, context) : decrypt(key, text, context)
      response.end(JSON.stringify({ text: answer }))
    } catch {
      response.writeHead(400).end(JSON.stringify({ error: "cannot be decrypted" }))
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedTimes: () => asked,
    close: () => server.close()
  }
}
