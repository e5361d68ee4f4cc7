import { rolldown } from "rolldown"

/** The whole client as one script of a page, as small as a bundler makes it, that gives `quittance`. */
export const bundledClient = async (): Promise<string> => {
  const bundle = await rolldown({
    input: new URL("../src/index.ts", import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["source"] }
  })
  const { output } = await bundle.generate({ format: "iife", name: "quittance", minify: true })
  return output[0].code
}
