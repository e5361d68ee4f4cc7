import { readFileSync } from "node:fs"

type KernelName =
  | "atLeast"
  | "average"
  | "darken"
  | "differences"
  | "edges"
  | "expose"
  | "flatten"
  | "histogram"
  | "inked"
  | "inkLevels"
  | "joinFives"
  | "lacks"
  | "lightestOfBlocks"
  | "sample"
  | "secondDifferences"
  | "spread"
  | "squeeze"
  | "thirdMoments"
  | "trace"
  | "turn"

/** Every number that is given is a place in the kernels' memory, a size or a bound. */
type Kernels = Readonly<Record<KernelName, (...values: ReadonlyArray<number>) => number>>

interface Exports extends Kernels {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
}

/** Beside the sources as well as beside what is built from them. */
const file = new URL("../../model/pixels.wasm", import.meta.url)

const exported = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)))
  .exports as unknown as Exports

/**
 * The loops over all pixels, of `assembly`: WebAssembly works on sixteen at a time, and on those of the first image as
 * fast as on those of the hundredth.
 */
export const pixels: Kernels = exported

type Values = Uint8Array | Int16Array | Uint32Array | Int32Array | Float32Array
/** What a kernel reads, copied into its memory, or room for so many bytes. */
type Part = number | Values

/** A whole number or a float of 32 bits. */
export const wordBytes = 4
/** Kernels work on sixteen bytes at a time, and may do so beyond an end. */
const alignment = 16
const slack = 64
const page = 65_536

type PlacesOf<Parts> = { readonly [At in keyof Parts]: number }

/** Where what is kept ends. */
let keptEnd = 0

/**
 * The place of each part in the kernels' memory, where room holds whatever was there. Places hold until the next call.
 */
export const allocate = <const Parts extends ReadonlyArray<Part>>(...parts: Parts): PlacesOf<Parts> =>
  allocateFrom(keptEnd, parts).places

/** The same of parts whose places hold until the next call of this: those of an image. */
export const kept = <const Parts extends ReadonlyArray<Part>>(...parts: Parts): PlacesOf<Parts> => {
  const { end, places } = allocateFrom(0, parts)
  keptEnd = end
  return places
}

const allocateFrom = <Parts extends ReadonlyArray<Part>>(begin: number, parts: Parts) => {
  let end = begin
  const places = parts.map((part) => {
    const place = end
    end += Math.ceil((sizeOf(part) + slack) / alignment) * alignment
    return place
  })
  const missing = end - exported.memory.buffer.byteLength
  if (missing > 0) exported.memory.grow(Math.ceil(missing / page))
  for (const [at, part] of parts.entries()) if (typeof part !== "number") put(places[at] ?? 0, part)
  return { end, places: places as PlacesOf<Parts> }
}

/** Copies values to a place. */
export const put = (place: number, { buffer, byteLength, byteOffset }: Values): void =>
  new Uint8Array(exported.memory.buffer, place, byteLength).set(
    new Uint8Array(buffer, byteOffset, byteLength)
  )

const sizeOf = (part: Part): number => (typeof part === "number" ? part : part.byteLength)

/** Copies as many bytes from a place as there is room for. */
export const take = (place: number, into: Uint8Array): void =>
  into.set(new Uint8Array(exported.memory.buffer, place, into.length))

/** Copies of what lies at a place: so many bytes, whole numbers of 32 bits, floats of 32 and of 64. */
export const bytesAt = (place: number, count: number): Uint8Array =>
  new Uint8Array(exported.memory.buffer, place, count).slice()
export const uint32sAt = (place: number, count: number): Uint32Array =>
  new Uint32Array(exported.memory.buffer, place, count).slice()
export const float32sAt = (place: number, count: number): Float32Array =>
  new Float32Array(exported.memory.buffer, place, count).slice()
export const float64sAt = (place: number, count: number): Float64Array =>
  new Float64Array(exported.memory.buffer, place, count).slice()
