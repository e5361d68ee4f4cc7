import { registerHooks } from "node:module"

/**
 * A machine on which a process that loads the core, or what it stands on, cannot decode: both would keep the first
 * image waiting.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (/^(?:effect|@quittance\/core)(?:\/|$)/.test(specifier))
      throw new Error(`a decoding process loads ${specifier}`)
    return next(specifier, context)
  }
})

const { default: judgeImage } = await import("../../src/judgeImage.ts")

export default judgeImage
