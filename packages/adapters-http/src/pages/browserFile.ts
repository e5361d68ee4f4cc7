import { readFileSync } from "node:fs"

/** Beside the sources as they are written, and beside what is built from them as the build left them. */
const folder = new URL("../browser/", import.meta.url)

/** The text of a file that browsers load. */
export const browserFile = (name: string): string => readFileSync(new URL(name, folder), "utf8")
