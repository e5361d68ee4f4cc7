import { workerData } from "node:worker_threads"
import { Undecodable } from "../../src/decode/ImageDecoder.ts"
import { loadDecoder } from "../../src/decode/loadDecoder.ts"
import type { Worker, WorkerSettings } from "../../src/pool/Work.ts"

const settings: WorkerSettings = workerData
const decoder = await loadDecoder(settings.decoder, settings.secondsMax)

/** Decodes as the worker of this package does; the evidence tells the size, and how bright the picture is. */
const work: Worker = async (asked) => {
  if (asked._tag === "Warm") return { _tag: "Ready" }
  Atomics.store(asked.begunAt, 0, process.hrtime.bigint())
  try {
    const { rgb, shownHeight, shownWidth } = await decoder.decode(asked.bytes, asked.header)
    let sum = 0
    for (const value of rgb) sum += value
    return {
      _tag: "Judged",
      evidence: {
        width: shownWidth,
        height: shownHeight,
        quality: {
          inkCoverage: 0,
          strokeWidthPixels: 0,
          contrast: 0,
          sharpness: 0,
          edgeWidthPixels: 0,
          brightness: sum / rgb.length,
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
    }
  } catch (cause) {
    if (cause instanceof Undecodable) return { _tag: "Refused", fault: cause.fault, limit: cause.limit }
    throw cause
  }
}

export default work
