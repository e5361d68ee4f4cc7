import type { Readable, Writable } from "node:stream"
import { DefaultSerializer, deserialize } from "node:v8"

/** A message is its length in bytes, and a structured clone. */
const lengthBytes = 4

export const sendMessage = (stream: Writable, message: unknown): void => {
  const serializer = new DefaultSerializer()
  serializer.writeRawBytes(Buffer.alloc(lengthBytes))
  serializer.writeHeader()
  serializer.writeValue(message)
  const bytes = serializer.releaseBuffer()
  bytes.writeUInt32BE(bytes.length - lengthBytes)
  stream.write(bytes)
}

/** Calls `take` with every whole message that arrives. */
export const onMessages = (stream: Readable, take: (message: unknown) => void): void => {
  let chunks: Array<Buffer> = []
  let held = 0
  let needed = lengthBytes
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk)
    held += chunk.length
    // A long message is joined once, when it is complete.
    if (held < needed) return
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    for (;;) {
      needed = lengthBytes + (rest.length < lengthBytes ? 0 : rest.readUInt32BE())
      if (rest.length < Math.max(needed, lengthBytes + 1)) break
      const message = deserialize(rest.subarray(lengthBytes, needed))
      rest = rest.subarray(needed)
      take(message)
    }
    chunks = [rest]
    held = rest.length
  })
}
