import type { CleanPicture, DocumentFault } from "@quittance/core/adapter"

/** What a PDF may have. */
export interface PdfBounds {
  readonly pagesMax: number
  /** In points. */
  readonly pageSideMax: number
}

/** Why a PDF has no pages to be seen. */
export type PdfFault = Extract<
  DocumentFault,
  "brokenPdf" | "costlyPdf" | "lockedPdf" | "tooLargePages" | "tooManyPages"
>

/** What comes of a PDF. */
export type DrawnPdf =
  | { readonly _tag: "Drawn"; readonly pages: ReadonlyArray<CleanPicture> }
  | { readonly _tag: "Refused"; readonly fault: PdfFault }
