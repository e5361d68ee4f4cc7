import { PassThrough } from "node:stream"
import { assert, it } from "@effect/vitest"
import { onMessages, sendMessage } from "../src/remote/messages.ts"

const messages = [[], { text: "ü".repeat(300) }, [1n, undefined, { empty: {} }], "last"]

const bytesOf = (sent: ReadonlyArray<unknown>): Buffer => {
  const stream = new PassThrough()
  for (const each of sent) sendMessage(stream, each)
  return stream.read()
}

const taken = (chunks: ReadonlyArray<Buffer>): ReadonlyArray<unknown> => {
  const stream = new PassThrough()
  const found: Array<unknown> = []
  onMessages(stream, (message) => found.push(message))
  for (const chunk of chunks) stream.emit("data", chunk)
  return found
}

it("messages arrive whole and in order, wherever the bytes are cut", () => {
  const bytes = bytesOf(messages)
  for (let cut = 1; cut < bytes.length; cut++) {
    assert.deepStrictEqual(taken([bytes.subarray(0, cut), bytes.subarray(cut)]), messages, `cut at ${cut}`)
  }
  assert.deepStrictEqual(taken([...bytes].map((byte) => Buffer.from([byte]))), messages)
})

it("half a message is not taken", () => {
  const bytes = bytesOf(messages)
  assert.deepStrictEqual(taken([bytes.subarray(0, -1)]), messages.slice(0, -1))
})
