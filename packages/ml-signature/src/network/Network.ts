import type { SignatureKind } from "@quittance/core/adapter"
import * as tf from "@tensorflow/tfjs-core"
import { canvasHeight, canvasWidth } from "../ink/canvas.ts"
import { paletteLength } from "../ink/palette.ts"
import { startBackend, startWasm } from "./backend.ts"
import { blocksShape, inBlocks } from "./inBlocks.ts"
import { meanOf } from "./meanOf.ts"
import { type Calibration, type ModelFiles, readModelFiles } from "./modelFiles.ts"
import { probabilitiesOf } from "./probabilitiesOf.ts"

/** Loaded and warmed networks. The others are asked only where the first doubts. */
export interface Network {
  readonly kinds: ReadonlyArray<SignatureKind>
  readonly calibration: Calibration
  /** One logit for each of `kinds`, from a canvas (`canvasOf`) and a palette (`paletteOf`). */
  readonly logitsOf: (canvas: Float32Array, palette: Float32Array) => Float32Array
  readonly dispose: () => void
}

/**
 * The layers of `model/model.json`, called one by one. Loading tfjs-layers, which does the same, would take a seventh
 * of the start. A test compares both.
 */
export const loadNetwork = async (): Promise<Network> => {
  const [files, backend] = await Promise.all([readModelFiles(), startBackend()])
  if (backend === "wasm") return warmed(files)
  try {
    return warmed(files)
  } catch {
    // The native library was there, and could not compute this.
    await startWasm()
    return warmed(files)
  }
}

/**
 * Of the backend that runs. Throws what that cannot compute: the first prediction also compiles what the others use.
 */
const warmed = (files: ModelFiles): Network => {
  const weights = tf.io.decodeWeights(files.weights, files.weightSpecs as Array<tf.io.WeightsManifestEntry>)
  const dispose = (): void => tf.dispose(weights)
  const first = networkOf(weights, "first")
  const others = [networkOf(weights, "second"), networkOf(weights, "third")]
  const doubts = (logits: Float32Array): boolean => {
    const { signature } = probabilitiesOf(logits, files.kinds, uncalibrated)
    return signature > files.doubt.from && signature < files.doubt.to
  }
  const logitsOf = (canvas: Float32Array, palette: Float32Array): Float32Array =>
    tf.tidy(() => {
      const ink = tf.tensor4d(inBlocks(canvas), [1, ...blocksShape])
      const numbers = tf.tensor2d(palette, [1, paletteLength])
      const answered = (network: typeof first) =>
        Float32Array.from(network(ink, numbers).dataSync<"float32">())
      const logits = answered(first)
      return doubts(logits) ? meanOf(logits, ...others.map(answered)) : logits
    })
  try {
    // The first compiles what the others compute with too.
    logitsOf(new Float32Array(canvasHeight * canvasWidth), new Float32Array(paletteLength))
  } catch (cause) {
    dispose()
    throw cause
  }
  return { kinds: files.kinds, calibration: files.calibration, logitsOf, dispose }
}

const uncalibrated = { temperature: 1, biases: [] }

const networkOf = (weights: tf.NamedTensorMap, which: "first" | "second" | "third") => {
  const weight = <R extends tf.Rank>(name: string): tf.Tensor<R> => {
    const found = weights[`${which}_${name}`]
    if (found === undefined) throw new Error(`model/model.json: there is no ${which}_${name}`)
    return found as tf.Tensor<R>
  }
  const convolved = (name: string, strides: number, pad: "same" | "valid" = "same") => {
    const filter = weight<tf.Rank.R4>(`${name}/kernel`)
    const bias = weight(`${name}/bias`)
    return (x: tf.Tensor4D) => tf.fused.conv2d({ x, filter, bias, strides, pad, activation: "relu" })
  }
  const dense = (name: string, activation: "relu" | "linear") => {
    const b = weight<tf.Rank.R2>(`${name}/kernel`)
    const bias = weight(`${name}/bias`)
    return (a: tf.Tensor2D) => tf.fused.matMul({ a, b, bias, activation }) as tf.Tensor2D
  }
  const first = convolved("convolution0", 1, "valid")
  const second = convolved("convolution1", 2)
  const third = convolved("convolution2", 2)
  const around = weight<tf.Rank.R4>("around/depthwise_kernel")
  const across = convolved("across", 1)
  const joined = dense("joined", "relu")
  const kinds = dense("kinds", "linear")
  return (ink: tf.Tensor4D, palette: tf.Tensor2D): tf.Tensor2D => {
    const seen = across(tf.depthwiseConv2d(third(second(first(ink))), around, 1, "same"))
    const mean = tf.mean<tf.Tensor2D>(seen, [1, 2])
    const most = tf.max<tf.Tensor2D>(seen, [1, 2])
    return kinds(joined(tf.concat2d([mean, most, palette], 1)))
  }
}
