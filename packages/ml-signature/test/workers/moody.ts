import type { Worker } from "../../src/pool/Work.ts"

const answer = {
  _tag: "Judged",
  evidence: {
    width: 1,
    height: 1,
    quality: {
      inkCoverage: 0,
      strokeWidthPixels: 0,
      contrast: 0,
      sharpness: 0,
      edgeWidthPixels: 0,
      brightness: 255,
      luminanceRange: 0,
      noise: 0,
      cutStrokes: 0,
      inkBox: { left: 0, top: 0, width: 0, height: 0 },
      groups: 0
    },
    probabilities: { signature: 1, notASignature: 0, printedText: 0, handwrittenText: 0, drawing: 0 },
    sideways: 0,
    acceptFrom: 0.5
  }
} as const

/** Does what the file says behind its header. */
const work: Worker = async (asked) => {
  if (asked._tag === "Warm") return { _tag: "Ready" }
  Atomics.store(asked.begunAt, 0, process.hrtime.bigint())
  const mood = new TextDecoder("latin1").decode(asked.bytes.subarray(33))
  switch (mood) {
    case "answer":
      return answer
    case "refuse":
      return { _tag: "Refused", fault: "tooManyPixels", limit: "the image must have at most 12 megapixels" }
    case "hang":
      for (;;);
    case "announce":
      new BroadcastChannel("moody").postMessage("begun")
      return new Promise(() => undefined)
    case "wait":
      return new Promise(() => undefined)
    case "exit":
      return process.exit(3)
    case "burst":
      queueMicrotask(() => {
        throw new Error("burst")
      })
      return new Promise(() => undefined)
    case "hoard":
      for (const hoard: Array<unknown> = []; ; ) hoard.push(new Array(1_000_000).fill(0))
    default:
      throw new Error(`no such mood\nas this: ${mood}`)
  }
}

export default work
