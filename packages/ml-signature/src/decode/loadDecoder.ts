import type { DecoderChoice, ImageDecoder } from "./ImageDecoder.ts"

/** Loads the chosen library. Rejects if it does not run on this machine; `auto` then takes jimp, which always runs. */
export const loadDecoder = async (choice: DecoderChoice): Promise<ImageDecoder> => {
  switch (choice) {
    case "jimp":
      return (await import("./JimpDecoder.ts")).loadJimpDecoder()
    case "sharp":
      return (await import("./SharpDecoder.ts")).loadSharpDecoder()
    case "auto":
      // It is optional: npm leaves it out where it has no binary for the machine.
      return loadDecoder("sharp").catch(() => loadDecoder("jimp"))
  }
}

const decoders = new Map<DecoderChoice, Promise<ImageDecoder>>()

/** The same, loaded once. */
export const decoderOf = (choice: DecoderChoice): Promise<ImageDecoder> => {
  const known = decoders.get(choice)
  if (known !== undefined) return known
  const loading = loadDecoder(choice)
  decoders.set(choice, loading)
  return loading
}
