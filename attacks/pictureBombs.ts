import { readdirSync, readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { deflateSync } from "node:zlib"
import { hostileGifs, hostileJpegs, hostilePngs, hostileWebps } from "@quittance/testing"
import sharp from "sharp"
import { type Attack, mustHold } from "./Attack.ts"
import { OtherClient } from "./OtherClient.ts"
import { Victim } from "./Victim.ts"

const secondsDefault = 60
const atOnce = 16
const grownMegabytesMax = 100
/**
 * What the server and its decoding processes may take together: two files at their bound, and what they are made of.
 */
const peakMegabytesMax = 2500
/** A file that waits for its turn and is then decoded for as long as the server allows, on a busy machine. */
const patienceMillis = 90_000
const uploadPath = "/api/Signature/validate/upload"

/** Of a process and those that it started, in bytes (`/proc/PID/stat`, `/proc/PID/statm`). */
const residentOf = (pid: number): number => {
  const parents = new Map<number, number>()
  const resident = new Map<number, number>()
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8")
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]))
      resident.set(Number(entry), 4096 * Number(readFileSync(`/proc/${entry}/statm`, "utf8").split(" ")[1]))
    } catch {
      // It has just ended.
    }
  const isOurs = (each: number): boolean =>
    each === pid || (parents.has(each) && isOurs(parents.get(each) ?? 0))
  return [...resident].reduce((sum, [each, bytes]) => (isOurs(each) ? sum + bytes : sum), 0)
}

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

/** Forty megapixels that a decoder has to hold as a whole, and a picture that is far larger than it says. */
const costlyPixels = async (): Promise<{ readonly [what: string]: Uint8Array }> => {
  const create = { width: 8000, height: 5000, channels: 4, background: "#abc8" } as const
  return {
    "40 megapixels, interlaced": await sharp({ create })
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer(),
    "40 megapixels, progressive": await sharp({ create })
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer(),
    "40 megapixels, lossless": await sharp({ create }).webp({ lossless: true, effort: 0 }).toBuffer(),
    "pixels without an end": manyScans(
      await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer()
    )
  }
}

/** The last scan of a JPEG a hundred times. */
const manyScans = (jpeg: Buffer): Buffer => {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Uint8Array.of(0xff, 0xda)), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 100 }, () => scan), jpeg.subarray(-2)])
}

const swellingPng = (png: Buffer): Buffer => {
  const header = png.subarray(0, 33)
  const data = deflateSync(Buffer.alloc(200_000_000))
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("IDAT"), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  return Buffer.concat([header, chunk])
}

const drawn = () => sharp({ create: { width: 300, height: 200, channels: 3, background: "#eee" } })

/** A photograph of nothing, of about 9 MB. */
const noise = () => {
  const values = Buffer.alloc(2400 * 1700 * 3)
  let state = 1
  for (let at = 0; at < values.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    values[at] = state >>> 24
  }
  return sharp(values, { raw: { width: 2400, height: 1700, channels: 3 } })
}

const bombs = async (): Promise<ReadonlyArray<readonly [string, Uint8Array]>> => {
  const png = await drawn().png().toBuffer()
  const webp = await drawn()
    .withExif({ IFD0: { Copyright: "nobody" } })
    .webp()
    .toBuffer()
  return Object.entries({
    ...hostilePngs(png),
    ...hostileJpegs(await drawn().jpeg().toBuffer()),
    ...hostileWebps(webp),
    ...hostileGifs(await drawn().gif().toBuffer()),
    ...(await costlyPixels()),
    "200 MB of pixels in a small picture": swellingPng(png)
  })
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

const upload = async (url: string, file: Uint8Array, address: string): Promise<Answer> => {
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(file)]), "a.png")
  const headers = { "x-forwarded-for": address }
  const signal = AbortSignal.timeout(patienceMillis)
  const answer = await fetch(url, { method: "POST", headers, body: form, signal })
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() }
}

/** A link on which somebody is asked for a document. */
const verification = async (victim: Victim): Promise<string> => {
  const answer = await fetch(`${victim.url}/api/v1/kyc/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": victim.credentials.secret },
    body: JSON.stringify({ level: "basic" })
  })
  const { verificationUrl } = JSON.parse(await answer.text())
  const page = await (await fetch(verificationUrl)).text()
  const action = /<form [^>]*action="([^"#]*)/.exec(page)?.[1] ?? ""
  return new URL(action.replaceAll("&amp;", "&"), verificationUrl).href
}

/** Sixteen at a time send bombs to both uploads for a while, and somebody honest between them. */
export const pictureBombs: Attack = {
  name: "pictureBombs",
  tries:
    "sixteen at once send pictures that swell: 400 or 503 with Retry-After, honest ones are never refused, the server lives, and memory is as before",
  run: async () => {
    const seconds = Number(process.env.ATTACK_SECONDS ?? secondsDefault)
    const victim = await Victim.start({
      environment: { QUITTANCE_RATE_LIMITS: "off", QUITTANCE_TRUSTED_PROXIES: "127.0.0.1" }
    })
    const others = new OtherClient(victim.url)
    const statuses = new Map<string, number>()
    const resident = { peak: 0, peakOfServer: 0 }
    let isOver = false
    try {
      const files = await bombs()
      const honest = await drawn().png().toBuffer()
      const link = await verification(victim)
      const signatures = victim.url + uploadPath
      for (const url of [signatures, link]) await upload(url, honest, "198.51.100.1")
      // What many honest files of that size leave of a server's heap is no bomb's doing.
      const large = await noise().jpeg({ quality: 100 }).toBuffer()
      for (let round = 0; round < 3; round++)
        await Promise.all(
          Array.from({ length: atOnce }, (_, sender) => upload(signatures, large, `203.0.113.${sender}`))
        )
      await setTimeout(2000)
      const before = { all: residentOf(victim.pid), server: victim.residentBytes }
      const watch = async (): Promise<void> => {
        while (!isOver) {
          resident.peak = Math.max(resident.peak, residentOf(victim.pid))
          resident.peakOfServer = Math.max(resident.peakOfServer, victim.residentBytes)
          await setTimeout(50)
        }
      }
      const count = (what: string, { status }: Answer): void => {
        const key = `${what} ${status}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
      }
      const check = (what: string, answer: Answer, allowed: ReadonlyArray<number>): void => {
        const { retryAfter, status, text } = answer
        mustHold(allowed.includes(status), `${what}: ${status} ${text.slice(0, 300)}`)
        mustHold(status !== 503 || retryAfter !== null, `${what}: 503 without Retry-After`)
      }
      let sent = 0
      const throwBombs = async (sender: number): Promise<void> => {
        while (!isOver) {
          const [what, file] = files[sent++ % files.length] ?? ["", honest]
          const url = sender % 4 === 3 ? link : signatures
          const answer = await upload(url, file, `203.0.113.${sender}`)
          count("bombs", answer)
          // Most show a good picture when what swells is gone.
          check(what, answer, [200, 303, 400, 503])
          if (answer.status === 503) await setTimeout(500)
        }
      }
      const beHonest = async (): Promise<void> => {
        for (let turn = 0; !isOver; turn++) {
          const answer = await upload(signatures, honest, `198.51.100.${turn % 250}`)
          count("honest", answer)
          check("an honest picture", answer, [200, 503])
          await setTimeout(250)
        }
      }
      const all = [watch(), beHonest(), ...Array.from({ length: atOnce }, (_, sender) => throwBombs(sender))]
      await Promise.race([setTimeout(1000 * seconds), Promise.all(all)])
      isOver = true
      await Promise.all(all)
      await setTimeout(5000)
      const after = { all: residentOf(victim.pid), server: victim.residentBytes }
      mustHold(victim.isRunning, "the server ended")
      const lines = [
        `${sent} bombs of ${files.length} kinds in ${seconds} s`,
        `answers: ${[...statuses].map(([what, times]) => `${what} ×${times}`).join(", ")}`,
        `the server: ${megabytes(before.server)} MiB before, ${megabytes(resident.peakOfServer)} at most, ${megabytes(after.server)} after`,
        `with its decoding processes: ${megabytes(before.all)} MiB before, ${megabytes(resident.peak)} at most, ${megabytes(after.all)} after`,
        others.summary
      ]
      // Decoding processes end when they have had nothing to do for five minutes.
      const grown = megabytes(after.server - before.server)
      const told = lines.map((line) => `\n    ${line}`).join("")
      mustHold(grown < grownMegabytesMax, `the memory of the server grew by ${grown} MiB${told}`)
      mustHold(megabytes(resident.peak) < peakMegabytesMax, `${megabytes(resident.peak)} MiB at once${told}`)
      others.mustBeServed(`others were not served${told}`)
      return lines
    } finally {
      isOver = true
      await others.stop()
      await victim.end()
    }
  }
}
