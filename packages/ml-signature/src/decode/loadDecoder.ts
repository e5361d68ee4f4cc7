import type { DecoderChoice, ImageDecoder } from "./ImageDecoder.ts"

/**
 * Loads the library that was chosen. Rejects where it does not run on this machine; `auto` then takes jimp, which always does.
 * Native code cannot be stopped from outside: it stops itself when it has worked on one image for so many seconds.
 */
export const loadDecoder = async (choice: DecoderChoice, secondsMax = 5): Promise<ImageDecoder> => {
  switch (choice) {
    case "jimp":
      return (await import("./JimpDecoder.ts")).loadJimpDecoder()
    case "sharp":
      return (await import("./SharpDecoder.ts")).loadSharpDecoder(secondsMax)
    case "auto":
      // It is optional: npm leaves it out where it has no binary for the machine.
      return loadDecoder("sharp", secondsMax).catch(() => loadDecoder("jimp"))
  }
}
