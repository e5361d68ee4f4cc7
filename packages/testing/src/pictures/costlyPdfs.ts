import { constants, deflateRawSync, deflateSync } from "node:zlib"
import { big, joined } from "./bytes.ts"
import { pdfOf, pdfStream } from "./pdfFile.ts"

/** Small PDFs that cost a program a lot of memory or time to show. Each is made on demand. */

const megabyte = 1024 * 1024

/** This many megabytes of zeros, deflated twice. */
const zeros = (megabytes: number): Uint8Array => {
  const block = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_SYNC_FLUSH })
  const checksum = big(((megabytes * megabyte) % 65_521) * 65_536 + 1, 4)
  const last = "\x03\0"
  return deflateSync(joined("\x78\x9c", ...Array<Uint8Array>(megabytes).fill(block), last, checksum))
}

const flates = (times: number): string => `/Filter [${"/FlateDecode ".repeat(times)}]`

const image = (width: number, height: number, more: string, content: Uint8Array | string) =>
  pdfStream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${more}`,
    content
  )

const shown = "q 500 0 0 700 40 40 cm /X Do Q\n"
const resources = "/XObject << /X 4 0 R >>"

/** Forms that each draw the next one ten times: ten of them draw ten thousand million. */
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, index) =>
    pdfStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 600 850] /Resources << /XObject << /X ${5 + index} 0 R >> >>`,
      index === depth - 1 ? "0 0 10 10 re f\n" : "1 0 0 1 1 1 cm /X Do\n".repeat(10)
    )
  )

export const costlyPdfs: { readonly [what: string]: () => Uint8Array } = {
  "an image of 900 megapixels": () =>
    pdfOf({
      pages: [{ draws: shown, resources }],
      objects: [image(30_000, 30_000, `/ColorSpace /DeviceRGB ${flates(2)}`, zeros(200))]
    }),
  "an image of 400 megapixels that is there": () =>
    pdfOf({
      pages: [{ draws: shown, resources }],
      objects: [image(20_000, 20_000, `/ColorSpace /DeviceGray ${flates(2)}`, zeros(382))]
    }),
  "an image of fax lines of a side of 60000": () =>
    pdfOf({
      pages: [{ draws: shown, resources }],
      objects: [
        pdfStream(
          "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>",
          Buffer.alloc(7500, 0xff)
        )
      ]
    }),
  "a drawing of two gigabytes": () => pdfOf({ pages: [{ draws: pdfStream(flates(2), zeros(2000)) }] }),
  "forms in forms": () => pdfOf({ pages: [{ draws: "/X Do\n", resources }], objects: nested(10) }),
  "a form that draws itself": () =>
    pdfOf({
      pages: [{ draws: "/X Do\n", resources }],
      objects: [
        pdfStream(
          `/Type /XObject /Subtype /Form /BBox [0 0 600 850] /Resources << ${resources} >>`,
          "/X Do /X Do\n"
        )
      ]
    }),
  "a pattern of tiny tiles": () =>
    pdfOf({
      pages: [
        {
          draws: "/Pattern cs /P scn 0 0 595 842 re f\n".repeat(50),
          resources: "/Pattern << /P 4 0 R >>"
        }
      ],
      objects: [
        pdfStream(
          "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 0.02 0.02] /XStep 0.02 /YStep 0.02 /Resources << >>",
          "1 0 0 rg 0 0 0.01 0.01 re f\n"
        )
      ]
    }),
  "a shading that is computed": () =>
    pdfOf({
      pages: [{ draws: "/S sh\n".repeat(200), resources: "/Shading << /S 4 0 R >>" }],
      objects: [
        "<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [595 0 0 842 0 0] /Function 5 0 R >>",
        pdfStream(
          "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]",
          `{ ${"2 copy mul sin cos exch sqrt abs ".repeat(200)} pop pop 0 0 0 }`
        )
      ]
    }),
  "paths of a million curves": () =>
    pdfOf({
      pages: [
        {
          draws: pdfStream(
            flates(1),
            deflateSync(`0 0 m ${"0 0 595 842 9 9 c 595 0 0 842 300 400 c ".repeat(500_000)} S\n`)
          )
        }
      ]
    }),
  "layers of transparency": () =>
    pdfOf({
      pages: [
        {
          draws: `/G gs\n${"/X Do\n".repeat(3000)}`,
          resources: `${resources} /ExtGState << /G << /ca 0.5 /BM /Luminosity >> >>`
        }
      ],
      objects: [
        pdfStream(
          "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /I true /K true >> /Resources << >>",
          "0.5 g 0 0 595 842 re f\n"
        )
      ]
    })
}
