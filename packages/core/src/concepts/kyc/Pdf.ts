/** The maximum number of pages of a PDF. */
export const pdfPagesMax = 10

/** The maximum side of a page, in points of 1/72 inch: what the format itself allows. */
export const pdfPageSideMax = 14_400
