import { existsSync } from "node:fs"
import { SignatureClassifier } from "@quittance/core"
import { Layer } from "effect"
import type { DecoderChoice } from "./decode/ImageDecoder.ts"
import { classifierOverWorkers } from "./pool/classifierOverWorkers.ts"

export interface SignatureModelOptions {
  /** Images judged at once, each in a thread of its own; 2. */
  readonly workers?: number
  /** Images that wait until others are judged; 16. The next one is `SignatureClassifierUnavailable`. */
  readonly waitingMax?: number
  /** What decodes: `auto` takes sharp where it is installed, else jimp, which is slower and takes at most 12 megapixels; `auto`. */
  readonly decoder?: DecoderChoice
  /** The longest that decoding and judging an image may take, in seconds; 5. One that takes longer is `tooManyPixels`. */
  readonly secondsMax?: number
}

/**
 * The port over the model of this package. Headers are read at once, images are decoded and judged in worker threads, which start
 * with the first image and stop with the layer. A worker that is late or breaks down is replaced, and costs its own image only.
 *
 * Threads, network and decoders are files of this package, so it stays out of bundles: in one, every image is
 * `SignatureClassifierUnavailable`, and the log says why when the layer is built.
 */
export const layer = (options: SignatureModelOptions = {}): Layer.Layer<SignatureClassifier> =>
  Layer.effect(SignatureClassifier, classifierOverWorkers(options, workerFile()))

/** Beside this file, as a source or as it was built. Of what was bundled nobody knows where it lay, and some bundles know no URL. */
const workerFile = (): URL | undefined => {
  const here: string | undefined = import.meta.url
  if (here === undefined) return undefined
  const file = new URL(here.endsWith(".ts") ? "./worker.ts" : "./worker.js", here)
  return existsSync(file) ? file : undefined
}
