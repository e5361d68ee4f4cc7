/**
 * Loaded before a server (`--import`): its clock is shifted by what a file says, and `*.soak.example` are names of
 * public addresses to which TLS leads to the soak's own receivers, since a live server calls nothing else on this
 * machine. Nothing leaves it.
 */

import { Resolver } from "node:dns/promises"
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

const addresses: { readonly [name: string]: string } = {
  "account.soak.example": "93.184.215.14",
  "fiat.soak.example": "93.184.215.15"
}

const { resolve4, resolve6 } = Resolver.prototype
Object.assign(Resolver.prototype, {
  async resolve4(name: string) {
    const address = addresses[name]
    return address === undefined ? await Reflect.apply(resolve4, this, [name]) : [address]
  },
  async resolve6(name: string) {
    return name in addresses ? [] : await Reflect.apply(resolve6, this, [name])
  }
})

const connect = tls.connect
Object.assign(tls, {
  connect: (options: tls.ConnectionOptions, ...rest: []) => {
    const address = addresses[options.servername ?? ""]
    if (address === undefined) return connect(options, ...rest)
    const { lookup: _lookup, ...others } = options
    const socket = connect({ ...others, host: "127.0.0.1", port: Number(receiverPort) }, ...rest)
    return Object.defineProperty(socket, "remoteAddress", { value: address })
  }
})
syncBuiltinESMExports()
