import { readFileSync } from "node:fs"

/**
 * Reads the files of a folder of a package that lies beside the module whose `import.meta.url` is given, of a source as
 * well as of what is built from it. Bundlers take `new URL` with both in one expression for a file that they should
 * pack, and find none.
 */
export const bytesBeside = (
  folder: string,
  here: string,
  of = "@quittance/adapters-http"
): ((name: string) => Buffer) => {
  const place = new URL(folder, here)
  return (name) => {
    try {
      return readFileSync(new URL(name, place))
    } catch (cause) {
      throw new Error(
        `${name} of ${of} is not beside the code: keep the package out of the bundle (serverExternalPackages in Next.js, external elsewhere)`,
        { cause }
      )
    }
  }
}

/** The same for texts. */
export const filesBeside = (...place: Parameters<typeof bytesBeside>): ((name: string) => string) => {
  const bytesOf = bytesBeside(...place)
  return (name) => bytesOf(name).toString()
}
