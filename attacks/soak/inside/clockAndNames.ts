/**
 * Loaded before a server (`--import`): its clock is shifted by what a file says, and TLS to `*.soak.example` leads to the soak's own
 * receiver on this machine, since a live server calls nothing else on it.
 */
import { closeSync, openSync, readSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import tls from "node:tls"

const { SOAK_CLOCK: clockFile = "", SOAK_RECEIVER_PORT: receiverPort = "0" } = process.env
const reReadMillis = 20

const realNow = Date.now
const bytes = Buffer.alloc(16)
let shiftMillis = 0
let readAt = -Infinity

const readShift = (): void => {
  const file = openSync(clockFile, "r")
  readSync(file, bytes, 0, bytes.length, 0)
  closeSync(file)
  const read = Number(bytes.toString("latin1"))
  // Half written, as it may be read now and then: the next look finds it whole.
  if (Number.isSafeInteger(read)) shiftMillis = read
}

Date.now = () => {
  const at = performance.now()
  if (at - readAt > reReadMillis) {
    readAt = at
    readShift()
  }
  return realNow() + shiftMillis
}

const connect = tls.connect
Object.assign(tls, {
  connect: (options: tls.ConnectionOptions, ...rest: []) =>
    typeof options === "object" && options.servername?.endsWith(".soak.example") === true
      ? connect({ ...options, host: "127.0.0.1", port: Number(receiverPort), lookup: undefined }, ...rest)
      : connect(options, ...rest)
})
syncBuiltinESMExports()
