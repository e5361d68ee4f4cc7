import { execFile } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { temporaryFolder } from "@quittance/testing"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"

const answer = fileURLToPath(new URL("./native/answer.ts", import.meta.url))
const { resolve } = createRequire(import.meta.url)
const core = JSON.stringify(resolve("@tensorflow/tfjs-core"))
const wasm = JSON.stringify(resolve("@tensorflow/tfjs-backend-wasm"))

/**
 * What a host may have installed as `@tensorflow/tfjs-node`: it computes over WebAssembly here, under the native one's
 * name.
 */
const computing = `
  process.dlopen({ exports: {} }, "tfjs_binding.node")
  const tf = require(${core})
  require(${wasm}).setWasmPaths(${JSON.stringify(join(dirname(resolve("@tensorflow/tfjs-backend-wasm")), "/"))})
  tf.registerBackend("tensorflow", tf.findBackendFactory("wasm"))
  tf.copyRegisteredKernels("wasm", "tensorflow")`
const failing = `${computing}
  const fails = () => { throw new TypeError("(0 , util_1.isNullOrUndefined) is not a function") }
  tf.unregisterKernel("_FusedMatMul", "tensorflow")
  tf.registerKernel({ kernelName: "_FusedMatMul", backendName: "tensorflow", kernelFunc: fails })`
const broken = `throw new Error("libtensorflow.so.2: cannot open shared object file")`

/**
 * `RTLD_LAZY` and `RTLD_NODELETE`: a library that Node.js unloads with its worker crashes the process when that exits.
 */
const kept = 1 | (process.platform === "linux" ? 0x1000 : process.platform === "darwin" ? 0x80 : 0)

const Answer = Schema.fromJsonString(
  Schema.Struct({
    backend: Schema.String,
    logits: Schema.Array(Schema.Finite),
    /** What each library was opened with. */
    flags: Schema.Array(Schema.Int),
    isRestored: Schema.Boolean
  })
)
type Answer = typeof Answer.Type

/** What a process answers where this is what is installed. */
const answerWith = async (installed: string | undefined, node: "old" | "new" = "old"): Promise<Answer> => {
  const modules = temporaryFolder()
  if (installed !== undefined) {
    mkdirSync(join(modules, "@tensorflow/tfjs-node"), { recursive: true })
    writeFileSync(join(modules, "@tensorflow/tfjs-node/index.js"), installed)
  }
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", answer, node], {
    env: { ...process.env, NODE_PATH: modules }
  })
  return Schema.decodeUnknownSync(Answer)(stdout)
}

describe("what computes the network", () => {
  let plain: Answer
  beforeAll(async () => {
    plain = await answerWith(undefined)
  })

  it("is WebAssembly where the native library is not installed", () => {
    assert.strictEqual(plain.backend, "wasm")
    assert.strictEqual(plain.logits.length, 5)
    assert.isTrue(plain.isRestored)
  })

  it("is the native library where the host has it", async () => {
    assert.deepStrictEqual(await answerWith(computing), { ...plain, backend: "tensorflow", flags: [kept] })
  })

  it("is WebAssembly where the native library loads and cannot compute", async () => {
    assert.deepStrictEqual(await answerWith(failing), { ...plain, flags: [kept] })
  })

  it("is WebAssembly where the native library does not load", async () => {
    assert.deepStrictEqual(await answerWith(broken), plain)
  })

  it("is WebAssembly, without loading the native library, on a Node.js that it does not work on", async () => {
    assert.deepStrictEqual(await answerWith(`process.exit(3)`, "new"), plain)
  })
})
