import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import * as tf from "@tensorflow/tfjs-core"

/** What computes: the native library where the host has installed it, WebAssembly elsewhere. */
export type BackendName = "tensorflow" | "wasm"

/** Starts it. Nothing is fetched: the WebAssembly files are those of the installed package. */
export const startBackend = async (): Promise<BackendName> => {
  const name = (await startNative()) ? "tensorflow" : await startWasm()
  await tf.ready()
  return name
}

/** The host's own: this package does not depend on it. */
const nativePackage = "@tensorflow/tfjs-node"

const startNative = async (): Promise<boolean> => {
  try {
    // Looked for before it is loaded: where it is not installed, nothing is to be said.
    const found = createRequire(import.meta.url).resolve(nativePackage)
    await import(pathToFileURL(found).href)
    return await tf.setBackend("tensorflow")
  } catch {
    return false
  }
}

const startWasm = async (): Promise<"wasm"> => {
  const { setWasmPaths } = await import("@tensorflow/tfjs-backend-wasm")
  const installed = createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm")
  setWasmPaths(join(dirname(installed), "/"))
  if (!(await tf.setBackend("wasm"))) throw new Error("WebAssembly does not run on this machine")
  return "wasm"
}
