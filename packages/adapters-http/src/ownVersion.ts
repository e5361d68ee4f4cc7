import { filesBeside } from "./pages/filesBeside.ts"

/** The version of this package, and so of all: they are released together. */
export const ownVersion = (): string =>
  String(JSON.parse(filesBeside("../", import.meta.url)("package.json")).version)
