import { registerHooks } from "node:module"

/** A machine on which a worker that loads the core, or what it stands on, cannot start: both would keep the first image waiting. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (/^(?:effect|@quittance\/core)(?:\/|$)/.test(specifier)) throw new Error(`a worker loads ${specifier}`)
    return next(specifier, context)
  }
})

const { default: work } = await import("../../src/worker.ts")

export default work
