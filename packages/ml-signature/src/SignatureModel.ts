import { SignatureClassifier } from "@quittance/core/adapter"
import { Decoding, decoderBeside } from "@quittance/decoding"
import { Layer } from "effect"
import { classifierOver, type SignatureModelOptions } from "./classifierOver.ts"
import type { JudgedImage, Judgement } from "./Judgement.ts"

export type { SignatureModelOptions } from "./classifierOver.ts"

export interface OwnProcessesOptions extends SignatureModelOptions {
  /** Images judged at once, each in a process of its own; 2. */
  readonly workers?: number
  /** Images that wait until others are judged; 16. The next one is `SignatureClassifierUnavailable`. */
  readonly waitingMax?: number
}

/**
 * The port over the model of this package. Headers are read at once; images are decoded and judged in decoding
 * processes, which start with the first image. One that takes too much memory or time is `tooCostly`, and costs nobody
 * else more than a wait.
 *
 * What is loaded there are files of this package, so it stays out of bundles: in one, every image is
 * `SignatureClassifierUnavailable`, and the log says why.
 */
export const layerNoDeps = (
  options: SignatureModelOptions = {}
): Layer.Layer<SignatureClassifier, never, Decoding> =>
  Layer.effect(SignatureClassifier, classifierOver(options, judgeImage))

/** The same, with decoding processes of its own, which stop with the layer. */
export const layer = ({
  waitingMax = 16,
  workers = 2,
  ...options
}: OwnProcessesOptions = {}): Layer.Layer<SignatureClassifier> =>
  Layer.provide(layerNoDeps(options), Decoding.layer({ processes: workers, waitingMax }))

const judgeImage = decoderBeside<JudgedImage, Judgement>("./judgeImage", import.meta.url)
