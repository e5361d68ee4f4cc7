import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { WrappedPdfiumModule } from "@embedpdf/pdfium"

/**
 * Fonts for text whose font a PDF names but does not contain. PDFium's own substitutes have only Western letters:
 * others are missing or come out wrong. These fonts have the widths of Arial, Times and Courier, and include Cyrillic
 * and Greek letters.
 */
const faces = [
  "arimo/400Regular/Arimo_400Regular",
  "arimo/700Bold/Arimo_700Bold",
  "tinos/400Regular/Tinos_400Regular",
  "tinos/700Bold/Tinos_700Bold",
  "cousine/400Regular/Cousine_400Regular",
  "cousine/700Bold/Cousine_700Bold"
] as const

/** The index of the first face of each family; its bold face comes next. */
const families = { sans: 0, serif: 2, monospaced: 4 } as const

/** How PDFium describes the letters of a font (`fpdf_sysfontinfo.h`). */
const fixedPitch = 0x01
const roman = 0x10
const boldFrom = 600

/** Fonts of symbols, which PDFium has itself. */
const isOfSigns = (name: string): boolean => /symbol|dingbat|wingding|webding/i.test(name)

/** Which face stands for a font; `undefined` means one of PDFium's own. */
const faceFor = (name: string, weight: number, pitchFamily: number): number | undefined => {
  if (isOfSigns(name)) return undefined
  const isBold = weight >= boldFrom
  if ((pitchFamily & fixedPitch) !== 0) return families.monospaced + Number(isBold)
  return ((pitchFamily & roman) === 0 ? families.sans : families.serif) + Number(isBold)
}

const loaded = new Map<number, Uint8Array>()

/** Loaded once in a process. */
const dataOf = (face: number): Uint8Array => {
  const found = loaded.get(face)
  if (found !== undefined) return found
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/${faces[face]}.ttf`)
  const data = readFileSync(path)
  loaded.set(face, data)
  return data
}

/**
 * Gives PDFium these fonts through a table of functions: `FPDF_SYSFONTINFO`, version 1. The handle of a font is its
 * index plus 1.
 */
export const giveFonts = (
  { FPDF_SetSystemFontInfo, pdfium }: WrappedPdfiumModule,
  memory: () => Uint8Array
): void => {
  const textAt = (at: number): string => {
    const bytes = memory()
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString("latin1")
  }
  /** Copies the data if there is room for it, and returns its length. */
  const given = (data: Uint8Array, at: number, room: number): number => {
    if (at !== 0 && room >= data.length) memory().set(data, at)
    return data.length
  }
  // One function of JavaScript has one type in the table, so each is another.
  const functions = [
    // Release, EnumFonts
    pdfium.addFunction(() => undefined, "vi"),
    pdfium.addFunction(() => undefined, "vii"),
    // MapFont
    pdfium.addFunction(
      (_self: number, weight: number, _italic: number, _charset: number, pitchFamily: number, name: number) =>
        (faceFor(textAt(name), weight, pitchFamily) ?? -1) + 1,
      "iiiiiiii"
    ),
    // GetFont
    pdfium.addFunction(() => 0, "iii"),
    // GetFontData: of a whole file only, none of which is a collection.
    pdfium.addFunction(
      (_self: number, handle: number, table: number, at: number, room: number) =>
        table === 0 ? given(dataOf(handle - 1), at, room) : 0,
      "iiiiii"
    ),
    // GetFaceName
    pdfium.addFunction(
      (_self: number, handle: number, at: number, room: number) =>
        given(Buffer.from(`${faces[handle - 1]?.split("/", 1).join()}\0`), at, room),
      "iiiii"
    ),
    // GetFontCharset
    pdfium.addFunction(() => 0, "iii"),
    // DeleteFont
    pdfium.addFunction(() => undefined, "vii")
  ]
  const table = Uint32Array.of(1, ...functions)
  const at = pdfium.wasmExports.malloc(table.byteLength)
  memory().set(new Uint8Array(table.buffer), at)
  FPDF_SetSystemFontInfo(at)
}
