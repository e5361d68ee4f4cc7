export * as SharpPictures from "./SharpPictures.ts"
