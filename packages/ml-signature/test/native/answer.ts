/**
 * Prints what computes, what it answers to a canvas with one line, and how libraries were opened. `answer.ts old|new`:
 * what the utilities of Node.js still have that the native library calls, as in Node.js 22, or no longer have.
 */
import util from "node:util"
import * as tf from "@tensorflow/tfjs-core"
import { canvasHeight, canvasWidth } from "../../src/ink/canvas.ts"
import { paletteLength } from "../../src/ink/palette.ts"

if (process.argv[2] === "old") Object.assign(util, { isNullOrUndefined: (value: unknown) => value == null })
else Reflect.deleteProperty(util, "isNullOrUndefined")

const flags: Array<unknown> = []
process.dlopen = (...given: ReadonlyArray<unknown>) => {
  flags.push(given[2])
}
const opened = process.dlopen

const { loadNetwork } = await import("../../src/network/Network.ts")
const network = await loadNetwork()
const canvas = new Float32Array(canvasHeight * canvasWidth).fill(1, 40 * canvasWidth, 41 * canvasWidth)
const logits = Array.from(network.logitsOf(canvas, new Float32Array(paletteLength)))
process.stdout.write(
  JSON.stringify({ backend: tf.getBackend(), logits, flags, isRestored: process.dlopen === opened })
)
