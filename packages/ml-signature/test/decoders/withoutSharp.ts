import { registerHooks } from "node:module"

/** A machine on which sharp is not installed. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === "sharp") throw new Error("sharp is not installed")
    return next(specifier, context)
  }
})

const { default: work } = await import("./decoding.ts")

export default work
