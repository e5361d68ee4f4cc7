import type { SignatureKind } from "@quittance/core"
import * as tf from "@tensorflow/tfjs-core"
import { loadLayersModel } from "@tensorflow/tfjs-layers"
import { canvasHeight, canvasWidth } from "../ink/canvas.ts"
import { startBackend } from "./backend.ts"
import { type Calibration, type ModelFiles, readModelFiles } from "./modelFiles.ts"

/** A loaded and warmed network. */
export interface Network {
  readonly kinds: ReadonlyArray<SignatureKind>
  readonly calibration: Calibration
  /** Of a canvas (`canvasOf`), one logit for each of `kinds`. */
  readonly logitsOf: (canvas: Float32Array) => Float32Array
  readonly dispose: () => void
}

export const loadNetwork = async (): Promise<Network> => {
  const [files] = await Promise.all([readModelFiles(), startBackend()])
  const model = await loadLayersModel(tf.io.fromMemory(artifactsOf(files)))
  const logitsOf = (canvas: Float32Array): Float32Array =>
    tf.tidy(() => {
      const logits = model.predict(tf.tensor4d(canvas, [1, canvasHeight, canvasWidth, 1]))
      if (Array.isArray(logits)) throw new Error("the network has one output")
      return Float32Array.from(logits.dataSync())
    })
  // The first prediction compiles what the others use.
  logitsOf(new Float32Array(canvasHeight * canvasWidth))
  return {
    kinds: files.kinds,
    calibration: files.calibration,
    logitsOf,
    dispose: () => model.dispose()
  }
}

const artifactsOf = ({ topology, weightSpecs, weights }: ModelFiles): tf.io.ModelArtifacts => ({
  modelTopology: topology,
  weightSpecs: weightSpecs as Array<tf.io.WeightsManifestEntry>,
  weightData: weights
})
