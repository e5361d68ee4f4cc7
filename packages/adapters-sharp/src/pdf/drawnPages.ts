import type { PdfBounds, PdfFault } from "./DrawnPdf.ts"
import { openPdfium, type Pdfium } from "./openPdfium.ts"

/** A page as it is seen, in 4 bytes a pixel: red, green, blue and one to ignore. */
export interface PagePixels {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

const pointsOfInch = 72
const dotsOfInch = 200
/** The long side of a page in pixels. A sheet of A4 has 200 dots an inch; a card is enlarged. */
const longSide = { min: 1600, max: 2400 }

/** How a page is drawn: with its annotations and filled fields, red first, and few decoded images kept. */
const drawFlags = 0x01 | 0x10 | 0x200
const opaque = 0
const white = 0xffffffff

/** What `FPDF_GetLastError` returns for an unknown password and for another kind of lock. */
const lockedErrors = new Set([4, 5])

/**
 * Draws every page of a PDF and hands over one after another. It draws nothing if there are too many pages or one is
 * too large. It follows no action, script, file or link.
 */
export const drawnPages = async <A>(
  pdf: Uint8Array,
  bounds: PdfBounds,
  use: (page: PagePixels) => Promise<A>
): Promise<ReadonlyArray<A> | PdfFault> => {
  const pdfium = await openPdfium()
  const document = within(pdfium, () => openedIn(pdfium, pdf))
  if (typeof document === "string") return document
  const sizes = within(pdfium, () => pageSizes(pdfium, document, bounds))
  if (typeof sizes === "string") return sizes
  const made: Array<A> = []
  for (const [index, size] of sizes.entries()) {
    const page = within(pdfium, () => drawnPage(pdfium, document, index, size))
    if (typeof page === "string") return page
    made.push(await use(page))
  }
  return made
}

const faultOf = ({ isFull }: Pdfium): PdfFault => (isFull() ? "costlyPdf" : "brokenPdf")

/**
 * PDFium traps when it has no memory or cannot go on, when it runs out of stack, or when it throws a number or a status
 * to leave its own code. Any other error is a fault of this program.
 */
const within = <A>(pdfium: Pdfium, call: () => A | PdfFault): A | PdfFault => {
  try {
    return call()
  } catch (thrown) {
    const isTrap = thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError
    if (thrown instanceof Error && !isTrap) throw thrown
    return faultOf(pdfium)
  }
}

/** A handle of a page or document in PDFium; 0 means none. */
type Handle = number

const openedIn = (pdfium: Pdfium, pdf: Uint8Array): Handle | PdfFault => {
  const { calls, memory } = pdfium
  // It stays there: pages are read when they are drawn.
  const at = calls.pdfium.wasmExports.malloc(pdf.length)
  memory().set(pdf, at)
  const document = calls.FPDF_LoadMemDocument(at, pdf.length, "")
  if (document !== 0) return document
  return lockedErrors.has(calls.FPDF_GetLastError()) ? "lockedPdf" : faultOf(pdfium)
}

interface Size {
  readonly width: number
  readonly height: number
}

/** In points, as the page is looked at. */
const pageSizes = (
  pdfium: Pdfium,
  document: Handle,
  { pageSideMax, pagesMax }: PdfBounds
): ReadonlyArray<Size> | PdfFault => {
  const { calls, memory } = pdfium
  const count = calls.FPDF_GetPageCount(document)
  if (count < 1) return faultOf(pdfium)
  if (count > pagesMax) return "tooManyPages"
  const at = calls.pdfium.wasmExports.malloc(8)
  const sizes: Array<Size> = []
  for (let index = 0; index < count; index++) {
    if (!calls.FPDF_GetPageSizeByIndexF(document, index, at)) return faultOf(pdfium)
    const view = new DataView(memory().buffer, at, 8)
    const size = { width: view.getFloat32(0, true), height: view.getFloat32(4, true) }
    if (!(size.width > 0 && size.height > 0)) return "brokenPdf"
    if (Math.max(size.width, size.height) > pageSideMax) return "tooLargePages"
    sizes.push(size)
  }
  return sizes
}

/** In pixels. */
const drawnSize = ({ height, width }: Size): Size => {
  const long = Math.max(width, height)
  const side = Math.min(Math.max((long * dotsOfInch) / pointsOfInch, longSide.min), longSide.max)
  const pixels = (points: number) => Math.max(1, Math.round((points * side) / long))
  return { width: pixels(width), height: pixels(height) }
}

const drawnPage = (pdfium: Pdfium, document: Handle, index: number, size: Size): PagePixels | PdfFault => {
  const { calls, isFull, memory } = pdfium
  const page = calls.FPDF_LoadPage(document, index)
  if (page === 0) return faultOf(pdfium)
  const { height, width } = drawnSize(size)
  const bitmap = calls.FPDFBitmap_Create(width, height, opaque)
  if (bitmap === 0) return faultOf(pdfium)
  calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  calls.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawFlags)
  const at = calls.FPDFBitmap_GetBuffer(bitmap)
  const values = memory().slice(at, at + width * height * 4)
  calls.FPDFBitmap_Destroy(bitmap)
  calls.FPDF_ClosePage(page)
  return isFull() ? "costlyPdf" : { width, height, values }
}
