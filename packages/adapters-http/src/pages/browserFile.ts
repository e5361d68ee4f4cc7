import { filesBeside } from "./filesBeside.ts"

/** The text of a file that browsers load; beside what is built from the sources, as the build left it. */
export const browserFile = filesBeside("../browser/", import.meta.url)
