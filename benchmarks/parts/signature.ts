import { enableCompileCache } from "node:module"
import { validateSignature } from "@quittance/ml-signature"
import { goalTable, medianFor } from "../goals.ts"
import { percentile } from "../load/percentile.ts"
import { markdownTable } from "../markdownTable.ts"
import { measureInTurns, medianOf } from "../rounds.ts"
import { measureLoopDelay } from "../signature/loopDelay.ts"
import { drawnSignature, type PictureOptions } from "../signature/pictures.ts"
import { measureUploadMemory } from "../signature/uploadMemory.ts"
import {
  decodeAlone,
  measureStarts,
  measureVerdicts,
  type Picture,
  sharpSubject,
  verdictSubject
} from "../signature/verdictRounds.ts"
import type { Part } from "./Part.ts"

const pictured = async (options: PictureOptions): Promise<Picture> => ({
  width: options.width,
  height: options.height,
  bytes: await drawnSignature(options)
})

/** After so many in one thread the code that judges has been compiled: it is warm. */
const firstImages = 100
const images = 32
/** As many as two threads work on, and some that wait. */
const atOnce = 8
const uploads = 64
const startMillisMax = 300
const loopMillisMax = 20
const residentMegabytesMax = 500

const verdictRow = (title: string, rounds: ReadonlyArray<number>): ReadonlyArray<string> => {
  const ascending = Float64Array.from(rounds).sort()
  return [
    title,
    medianOf(rounds, (millis) => millis).toFixed(2),
    percentile(ascending, 0).toFixed(2),
    percentile(ascending, 0.99).toFixed(2)
  ]
}

/** What a verdict on an image costs, what others feel of it, and what memory many large uploads take. */
export const signature: Part = {
  name: "signature",
  title: "Judging images of signatures",
  measure: async ({ rounds }) => {
    // As `quittance serve` does.
    enableCompileCache()
    const small = await pictured({ width: 800, height: 400, grain: 12, quality: 88 })
    const photo = await pictured({ width: 4000, height: 3000, grain: 12, quality: 90 })
    const largest = await pictured({ width: 4000, height: 3000, grain: 60, quality: 97 })
    try {
      const starts = await measureStarts(small, 2 * rounds + 1)
      const onFirst = await measureVerdicts(small, firstImages)
      const onSmall = await measureVerdicts(small, 40 * rounds)
      const onPhoto = await measureVerdicts(photo, 10 * rounds)
      const delayOf = (judged: (picture: Picture) => Promise<unknown>) => () =>
        measureLoopDelay(
          Array.from({ length: images }, (_, at) => () => judged(at % 4 === 0 ? photo : small)),
          atOnce
        )
      const delays = await measureInTurns(
        [
          { name: verdictSubject, measure: delayOf(({ bytes }) => validateSignature(bytes)) },
          { name: sharpSubject, measure: delayOf(decodeAlone) }
        ],
        { rounds }
      )
      await validateSignature.close()
      const memory = await measureUploadMemory(small.bytes, largest.bytes, uploads)

      const millis = (name: string, of: typeof onSmall) => medianFor(of, name, (round) => round)
      const ratio = (of: typeof onSmall) => millis(verdictSubject, of) / millis(sharpSubject, of)
      const loopP99 = medianFor(delays, verdictSubject, ({ p99 }) => p99)
      const startMillis = medianOf(starts, (each) => each)
      const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
      const verdicts = markdownTable(
        ["one image at a time", "median ms", "min ms", "p99 ms"],
        [
          ...onFirst.map(({ name, rounds: each }) =>
            verdictRow(`the first ${firstImages} small ones: ${name}`, each)
          ),
          ...onSmall.map(({ name, rounds: each }) => verdictRow(`800 × 400 JPEG: ${name}`, each)),
          ...onPhoto.map(({ name, rounds: each }) => verdictRow(`12 megapixels JPEG: ${name}`, each))
        ]
      )
      const loop = markdownTable(
        [`${images} images, ${atOnce} at a time, in one process`, "all ms", "loop p99 ms", "loop max ms"],
        delays.map(({ name, rounds: each }) => [
          name,
          medianOf(each, ({ totalMillis }) => totalMillis).toFixed(0),
          medianOf(each, ({ p99 }) => p99).toFixed(1),
          medianOf(each, ({ max }) => max).toFixed(1)
        ])
      )
      const server = markdownTable(
        [`quittance serve, ${uploads} uploads of ${(largest.bytes.length / 1e6).toFixed(1)} MB at once`, ""],
        [
          ["resident MB, idle", megabytes(memory.idleBytes)],
          ["resident MB after the first, small image", megabytes(memory.loadedBytes)],
          ["resident MB at most", megabytes(memory.peakBytes)],
          ["ms to the first verdict of the server", memory.firstVerdictMillis.toFixed(0)],
          ["judged", String(memory.judged)],
          ["told to try again later", String(memory.refused)],
          ["seconds until all were answered", memory.seconds.toFixed(1)]
        ]
      )
      return `${verdicts}\n\n${loop}\n\n${server}\n\n${goalTable([
        {
          claim: "800 × 400 JPEG to its verdict, beside sharp alone",
          goal: "≤ 1.5 ×",
          found: `${ratio(onSmall).toFixed(2)} ×`,
          isMet: ratio(onSmall) <= 1.5
        },
        {
          claim: "12 megapixels to its verdict, beside sharp alone",
          goal: "≤ 1.3 ×",
          found: `${ratio(onPhoto).toFixed(2)} ×`,
          isMet: ratio(onPhoto) <= 1.3
        },
        {
          claim: `event loop p99 while ${images} images are judged`,
          goal: `< ${loopMillisMax} ms`,
          found: `${loopP99.toFixed(1)} ms`,
          isMet: loopP99 < loopMillisMax
        },
        {
          claim: "from the first image to its verdict, threads started for it",
          goal: `≤ ${startMillisMax} ms`,
          found: `${startMillis.toFixed(0)} ms`,
          isMet: startMillis <= startMillisMax
        },
        {
          claim: `resident while ${uploads} upload at once`,
          goal: `< ${residentMegabytesMax} MB`,
          found: `${megabytes(memory.peakBytes)} MB`,
          isMet: memory.peakBytes < residentMegabytesMax * 1e6
        }
      ])}`
    } finally {
      await validateSignature.close()
    }
  }
}
