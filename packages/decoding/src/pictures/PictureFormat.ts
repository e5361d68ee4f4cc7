/** The formats that are rebuilt. */
export type PictureFormat = "png" | "jpeg" | "gif" | "webp"
