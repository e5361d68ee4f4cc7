import { existsSync } from "node:fs"

/**
 * What a module exports by default that decodes in a process of its own: from the bytes of a file, and options and to
 * an answer that can be cloned (`structuredClone`). What it throws counts as its break-down, so it answers what it
 * expects to be wrong with files. It imports neither `effect` nor the core, which a process would take long to load.
 */
export type Decode<Options, Answer> = (bytes: Uint8Array, options: Options) => Answer | Promise<Answer>

/** Such a module. `file` is `undefined` where it is not beside the code that names it, as in a bundle. */
export interface Decoder<Options, Answer> {
  readonly file: URL | undefined
  /** Holds the types only. */
  readonly decode?: Decode<Options, Answer>
}

/**
 * The module of that name, without its ending, beside the one whose `import.meta.url` is given: as a source, or as it
 * was built.
 */
export const decoderBeside = <Options, Answer>(
  name: string,
  here: string | undefined
): Decoder<Options, Answer> => ({ file: fileBeside(name, here) })

/**
 * Of what was bundled nobody knows where it lay, and some bundles know no URL. A loader may have put a query behind the
 * ending.
 */
export const fileBeside = (name: string, here: string | undefined): URL | undefined => {
  if (here === undefined) return undefined
  const file = new URL(`${name}.${/\.ts(?:\?|$)/.test(here) ? "ts" : "js"}`, here)
  return existsSync(file) ? file : undefined
}
