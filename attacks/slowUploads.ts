import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { type Attack, mustHold } from "./Attack.ts"
import { Victim } from "./Victim.ts"

const path = "/api/Signature/validate/upload"
const addresses = ["203.0.113.1", "203.0.113.2", "203.0.113.3"]
const connections = 8
/** Each a little faster than what the server breaks off for being too slow. */
const bytesPerSecond = 33 * 1024
const fileBytes = 9 * 1024 * 1024
const piecesPerSecond = 4
const victimTries = 5
const answerMillisMax = 5_000

const opening =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\n'

/**
 * Sends an upload slowly, and again when it was cut off, until told to stop; the rate of the address bounds how often.
 */
const sendSlowly = async (victim: Victim, address: string, isOver: () => boolean): Promise<number> => {
  let cutOff = 0
  while (!isOver()) {
    const socket: Socket = connect(victim.port, "127.0.0.1")
    let isOpen = true
    socket.on("close", () => {
      isOpen = false
    })
    socket.on("error", () => socket.destroy())
    socket.on("data", () => socket.destroy())
    const head = [
      `POST ${path} HTTP/1.1`,
      "Host: x",
      `X-Forwarded-For: ${address}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${fileBytes}`,
      "\r\n"
    ]
    socket.write(head.join("\r\n") + opening, "latin1")
    while (isOpen && !isOver()) {
      socket.write(Buffer.alloc(bytesPerSecond / piecesPerSecond))
      await setTimeout(1_000 / piecesPerSecond)
    }
    if (!isOver()) cutOff += 1
    socket.destroy()
  }
  return cutOff
}

const upload = async (victim: Victim, address: string) => {
  const form = new FormData()
  form.set("file", new Blob([Buffer.from("no image")]), "a.png")
  const begun = performance.now()
  const headers = { "x-forwarded-for": address }
  const answer = await fetch(victim.url + path, { method: "POST", headers, body: form })
  await answer.arrayBuffer()
  return { status: answer.status, millis: performance.now() - begun }
}

export const slowUploads: Attack = {
  name: "slowUploads",
  tries:
    "three addresses hold eight uploads open at 33 KiB/s each; somebody else's image must be looked at within seconds",
  run: async () => {
    const victim = await Victim.start({ environment: { QUITTANCE_TRUSTED_PROXIES: "127.0.0.1" } })
    let isOver = false
    try {
      const slow = Array.from({ length: connections }, (_, index) =>
        sendSlowly(victim, addresses[index % addresses.length] ?? "", () => isOver)
      )
      await setTimeout(1_500)
      const lines: Array<string> = []
      for (let attempt = 0; attempt < victimTries; attempt++) {
        const { millis, status } = await upload(victim, `198.51.100.${attempt}`)
        mustHold(status === 400, `an upload is answered ${status}, not that it is no image`)
        mustHold(millis <= answerMillisMax, `an upload waited ${Math.round(millis)} ms`)
        lines.push(`somebody else's upload: ${status} (it is no image) after ${Math.round(millis)} ms`)
        await setTimeout(500)
      }
      isOver = true
      const cutOff = (await Promise.all(slow)).reduce((sum, each) => sum + each, 0)
      return [...lines, `slow uploads cut off: ${cutOff}`]
    } finally {
      isOver = true
      await victim.end()
    }
  }
}
