import { createRequire } from "node:module"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import util from "node:util"
import * as tf from "@tensorflow/tfjs-core"

/** The backend that computes: the native library if the host has installed it and it works here, else WebAssembly. */
export type BackendName = "tensorflow" | "wasm"

/** Starts it. Nothing is downloaded: the WebAssembly files are those of the installed package. */
export const startBackend = async (): Promise<BackendName> => {
  const name = (await startNative()) ? "tensorflow" : await startWasm()
  await tf.ready()
  return name
}

/** Installed by the host; this package does not depend on it. */
const nativePackage = "@tensorflow/tfjs-node"

/**
 * The kernels of 4.22, the last version, call what Node.js 23 removed. There the library would load and compute
 * nothing.
 */
const nativeComputes = "isNullOrUndefined" in util

const startNative = async (): Promise<boolean> => {
  if (!nativeComputes) return false
  try {
    const installed = createRequire(import.meta.url)
    // Looked for before it is loaded: where it is not installed, nothing is to be said.
    const found = installed.resolve(nativePackage)
    neverUnloaded(() => installed(found))
    return await tf.setBackend("tensorflow")
  } catch {
    return false
  }
}

/**
 * Node.js unloads the libraries of a worker that ends. TensorFlow's leaves something behind that is called when the
 * process exits, which crashes then: for instance where the worker was stopped before it had computed anything.
 */
const neverUnloaded = (load: () => void): void => {
  const { dlopen } = process
  process.dlopen = (module: object, file: string, flags: number = constants.dlopen.RTLD_LAZY) =>
    dlopen.call(process, module, file, flags | noDelete)
  try {
    load()
  } finally {
    process.dlopen = dlopen
  }
}

/** `RTLD_NODELETE`, which `node:os` does not name. */
const noDelete = process.platform === "linux" ? 0x1000 : process.platform === "darwin" ? 0x80 : 0

export const startWasm = async (): Promise<"wasm"> => {
  const { setWasmPaths } = await import("@tensorflow/tfjs-backend-wasm")
  const installed = createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm")
  setWasmPaths(join(dirname(installed), "/"))
  if (!(await tf.setBackend("wasm"))) throw new Error("WebAssembly does not run on this machine")
  return "wasm"
}
