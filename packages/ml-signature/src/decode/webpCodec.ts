import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { firstFrameAsWebp } from "@quittance/decoding/pictures"
import type { ImageHeader } from "./ImageHeader.ts"

interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** What jimp's WebP format is built on. */
interface Codec {
  readonly init: (module: WebAssembly.Module, options: { readonly printErr: () => void }) => Promise<void>
  readonly default: (file: ArrayBuffer) => Promise<Pixels>
}

/**
 * libwebp as WebAssembly, from the package that jimp's WebP format is built on. That format itself would fetch the
 * module by URL, which Node.js does not do for files. Returns red, green, blue and alpha of the first frame on its
 * canvas. Rejects if the file is damaged.
 */
export const loadWebpCodec = async (): Promise<
  (bytes: Uint8Array, header: ImageHeader) => Promise<Uint8Array>
> => {
  const require = createRequire(import.meta.url)
  const entry = createRequire(require.resolve("@jimp/wasm-webp/package.json")).resolve(
    "@jsquash/webp/decode.js"
  )
  const codec: Codec = await import(pathToFileURL(entry).href)
  const module = await WebAssembly.compile(
    await readFile(join(dirname(entry), "codec", "dec", "webp_dec.wasm"))
  )
  return async (bytes, header) => {
    // A fresh instance for each image: its memory only grows, and nothing of one image is left for the next.
    await codec.init(module, { printErr: () => undefined })
    const animated = firstFrameAsWebp(bytes)
    if (animated === undefined) return bytesOf(await codec.default(new Uint8Array(bytes).buffer))
    return onCanvas(await codec.default(new Uint8Array(animated.still).buffer), animated, header)
  }
}

const bytesOf = ({ data }: Pixels): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

/** A frame on a canvas that one can see through. */
const onCanvas = (
  frame: Pixels,
  { left, top }: { readonly left: number; readonly top: number },
  canvas: ImageHeader
): Uint8Array => {
  if (frame.width === canvas.width && frame.height === canvas.height) return bytesOf(frame)
  const data = new Uint8Array(4 * canvas.width * canvas.height)
  for (let y = 0; y < frame.height; y++) {
    const row = frame.data.subarray(4 * y * frame.width, 4 * (y + 1) * frame.width)
    data.set(row, 4 * ((top + y) * canvas.width + left))
  }
  return data
}
