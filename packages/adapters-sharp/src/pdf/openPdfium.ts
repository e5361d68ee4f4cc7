import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium"
import { giveFonts } from "./substituteFonts.ts"

/** PDFium, with a memory of its own. */
export interface Pdfium {
  readonly calls: WrappedPdfiumModule
  /** The memory that it can reach. The view changes when the memory grows. */
  readonly memory: () => Uint8Array
  /** Whether it asked for more than `pdfiumBytesMax`. What it drew since then may be incomplete. */
  readonly isFull: () => boolean
}

/** The most memory that a document may take. A coloured page of A4 at 600 dots an inch takes a third of it. */
export const pdfiumBytesMax = 512 * 1024 * 1024

let compiled: WebAssembly.Module | undefined

/** Loaded once in a process: it is code and keeps nothing of a document. */
const compile = (): WebAssembly.Module => {
  const path = createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm")
  compiled ??= new WebAssembly.Module(readFileSync(path))
  return compiled
}

type Resize = (bytes: number) => number | boolean

/**
 * A new PDFium for one document. It is a WebAssembly program without a script engine and without XFA. It reaches its
 * own memory and nothing else: no file, no network, no clock that matters, and no other document.
 */
export const openPdfium = async (): Promise<Pdfium> => {
  const module = compile()
  let isFull = false
  let memory = new WebAssembly.Memory({ initial: 0 })
  const overrides: object = {
    instantiateWasm: (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
      const { env = {} } = imports
      const resize = env.emscripten_resize_heap as Resize
      const bounded: Resize = (bytes) => {
        if (bytes >>> 0 <= pdfiumBytesMax) return resize(bytes)
        isFull = true
        return 0
      }
      const instance = new WebAssembly.Instance(module, {
        ...imports,
        env: { ...env, emscripten_resize_heap: bounded }
      })
      memory = instance.exports.memory as WebAssembly.Memory
      receive(instance)
      return instance.exports
    },
    // It says on the console what it could not do.
    print: () => undefined,
    printErr: () => undefined
  }
  const calls = await init(overrides)
  const bytes = () => new Uint8Array(memory.buffer)
  calls.PDFiumExt_Init()
  giveFonts(calls, bytes)
  return { calls, memory: bytes, isFull: () => isFull }
}
