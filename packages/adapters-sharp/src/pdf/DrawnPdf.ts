import type { CleanPicture, DocumentFault } from "@quittance/core/adapter"

/** The bounds of a PDF. */
export interface PdfBounds {
  readonly pagesMax: number
  /** In points. */
  readonly pageSideMax: number
}

/** Why no pages of a PDF can be seen. */
export type PdfFault = Extract<
  DocumentFault,
  "brokenPdf" | "costlyPdf" | "lockedPdf" | "tooLargePages" | "tooManyPages"
>

/** The result of drawing a PDF. */
export type DrawnPdf =
  | { readonly _tag: "Drawn"; readonly pages: ReadonlyArray<CleanPicture> }
  | { readonly _tag: "Refused"; readonly fault: PdfFault }
