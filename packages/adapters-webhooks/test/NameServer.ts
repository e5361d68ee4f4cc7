import { createSocket } from "node:dgram"
import { once } from "node:events"
import { isIPv6 } from "node:net"
import { Effect, type Scope } from "effect"

/** What a name server says of a name: addresses of both kinds, or nothing at all to a question of this kind. */
export type NameAnswers = { readonly [name: string]: ReadonlyArray<string> | "silent" }

const typeOf = { ipv4: 1, ipv6: 28 }
const noSuchName = 3

/** RFC 1035, 4.1: a name is its labels, each after its length, up to an empty one. */
const readName = (message: Buffer, start: number): readonly [name: string, end: number] => {
  const labels: Array<string> = []
  let at = start
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return [labels.join("."), at + 1]
}

const addressBytes = (address: string): Buffer => {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number))
  const [head = "", tail = ""] = address.split("::")
  const words = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))
  const missing = 8 - words(head).length - words(tail).length
  const all = [...words(head), ...Array.from({ length: missing }, () => "0"), ...words(tail)]
  return Buffer.from(all.map((word) => word.padStart(4, "0")).join(""), "hex")
}

/** RFC 1035, 4.1.3: an answer points to the name in the question, and is good for no time. */
const record = (type: number, address: string): Buffer => {
  const data = addressBytes(address)
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

const answerTo = (query: Buffer, answers: NameAnswers): Buffer | undefined => {
  const [name, end] = readName(query, 12)
  const type = query.readUInt16BE(end)
  const known = answers[name]
  if (known === "silent") return undefined
  const records = (known ?? [])
    .filter((address) => type === (isIPv6(address) ? typeOf.ipv6 : typeOf.ipv4))
    .map((address) => record(type, address))
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180 + (known === undefined ? noSuchName : 0), 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, query.subarray(12, end + 4), ...records])
}

/** A real name server on this machine, as `address:port`, and who asked it what so far. */
export const nameServer = (
  answers: NameAnswers
): Effect.Effect<{ readonly server: string; readonly asked: ReadonlyArray<string> }, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const asked: Array<string> = []
        const socket = createSocket("udp4", (query, from) => {
          asked.push(readName(query, 12)[0])
          const answer = answerTo(query, answers)
          if (answer !== undefined) socket.send(answer, from.port, from.address)
        })
        socket.bind(0, "127.0.0.1")
        await once(socket, "listening")
        return { asked, socket }
      }),
      ({ socket }) => Effect.promise(() => new Promise<void>((closed) => socket.close(() => closed())))
    ),
    ({ asked, socket }) => ({ asked, server: `127.0.0.1:${socket.address().port}` })
  )
