import { once } from "node:events"
import { createServer as createHttpsServer } from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterAll } from "@effect/vitest"
import { loopbackCertificate } from "@quittance/testing"

/** Receivers that do what no receiver should, on loopback, closed when the tests of the file are over. */

const listening = async (server: Server): Promise<number> => {
  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("error", () => undefined))
    socket.once("close", () => open.delete(socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

/** Does this when a call has begun to come; what is left of the call is read and forgotten. */
const meeting = async (meet: (socket: Socket) => void): Promise<string> => {
  const server = createServer((socket) => socket.once("data", () => meet(socket.resume())))
  return `http://127.0.0.1:${await listening(server)}/`
}

/** Never says a word. */
export const hangingReceiver = () => meeting(() => undefined)

const byteMillis = 20

/** Sends a header that never ends, byte by byte. */
export const drippingReceiver = () =>
  meeting((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Slow: ")
    const dripping = setInterval(() => socket.write("a"), byteMillis)
    socket.once("close", () => clearInterval(dripping))
  })

const gibibyte = 1024 ** 3

/** Answers 200 with 1 GiB, as fast as it is taken. */
export const floodingReceiver = () =>
  meeting((socket) => {
    const piece = Buffer.alloc(64 * 1024, "x")
    let left = gibibyte
    const flood = (): void => {
      while (left > 0 && socket.writable) {
        left -= piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on("drain", flood)
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${gibibyte}\r\n\r\n`)
    flood()
  })

/** Closes the connection in the middle of its answer's headers. */
export const breakingReceiver = () => meeting((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Le"))

/** Has a certificate that nobody vouches for. */
export const untrustedReceiver = async (): Promise<string> =>
  `https://localhost:${await listening(createHttpsServer(loopbackCertificate, (_, response) => response.end()))}/`
