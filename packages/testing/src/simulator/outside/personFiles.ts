import { DocumentRefused } from "@quittance/core"
import { type KycStep, type Picture, Pictures } from "@quittance/core/adapter"
import { Effect } from "effect"

/** Files that persons send, and what is kept of them. They describe in words what a machine sees in them. */

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const jpegStart = [0xff, 0xd8, 0xff]

const jpeg = (text: string): Uint8Array => Uint8Array.from([...jpegStart, ...encoder.encode(text)])

/** A picture by its name. No two resemble each other. Everybody who looks at a blurry one refuses it. */
export const photo = (name: string, look: "sharp" | "blurry" = "sharp"): Uint8Array => jpeg(`${look} ${name}`)

/** It is taken for a JPEG, but nobody sees anything in it. */
export const damagedPhoto = jpeg("")

export const pdf = (name: string): Uint8Array => encoder.encode(`%PDF-1.7\n${name}\n%%EOF\n`)

/** A good file for a step, by its name. */
export const fileFor = (step: KycStep, name: string): Uint8Array =>
  step === "proof_of_address" ? pdf(name) : photo(name)

const wordsOf = (file: Uint8Array): { readonly look: string; readonly name: string } => {
  const [look = "", name = ""] = decoder.decode(file.subarray(jpegStart.length)).split(" ")
  return { look, name }
}

/** The pictures of a PDF's pages. */
const pagesOf = (file: Uint8Array): ReadonlyArray<Uint8Array> => {
  const name = decoder.decode(file).split("\n")[1] ?? ""
  return [jpeg(`kept sharp ${name}, page 1`), jpeg(`kept sharp ${name}, page 2`)]
}

/** What is kept of an accepted file, in the order of the names of its blobs. */
export const allKeptOf = (file: Uint8Array): ReadonlyArray<Uint8Array> =>
  file[0] === jpegStart[0] ? [keptOf(file)] : [keptOf(file), ...pagesOf(file)]

/** What is kept of an accepted file: pictures are encoded anew. */
export const keptOf = (file: Uint8Array): Uint8Array => {
  if (file[0] !== jpegStart[0]) return file
  const { look, name } = wordsOf(file)
  return jpeg(`kept ${look} ${name}`)
}

/** 64 hex digits. Those of different names differ in about half of their bits (FNV-1a, a digit at a time). */
const fingerprintOfName = (name: string): string => {
  let hash = 0x811c9dc5
  const stir = (value: number) => {
    hash = Math.imul(hash ^ value, 0x01000193) >>> 0
  }
  for (const byte of encoder.encode(name)) stir(byte)
  return Array.from({ length: 64 }, (_, index) => {
    stir(index)
    return ((hash >>> 13) & 15).toString(16)
  }).join("")
}

const pictureOf = ({ look, name }: { readonly look: string; readonly name: string }): Picture => ({
  width: 1200,
  height: 800,
  sharpness: look === "blurry" ? 1 : 300,
  brightness: 120,
  fingerprint: fingerprintOfName(name)
})

/** Reads such files, within the process. */
export const simulatedPictures = Pictures.of({
  clean: Effect.fnUntraced(function* (file) {
    const words = wordsOf(file)
    if (words.name === "") return yield* new DocumentRefused({ fault: "unreadable" })
    return { bytes: keptOf(file), picture: pictureOf(words) }
  }),
  pages: (file) =>
    Effect.succeed(
      pagesOf(file).map((bytes) => ({
        bytes,
        picture: pictureOf({ look: "sharp", name: decoder.decode(bytes) })
      }))
    ),
  logo: (bytes) => Effect.succeed({ bytes, type: "image/png", width: 120, height: 40 }),
  watermarked: (file, _, text) => Effect.succeed(jpeg(`${decoder.decode(file.subarray(3))} for ${text}`))
})
