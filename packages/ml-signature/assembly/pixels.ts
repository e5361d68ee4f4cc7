// What is done with every pixel, in AssemblyScript; `npm run pixels` compiles it to `../model/pixels.wasm`. Every
// function works on places in memory that `src/ink/pixels.ts` hands out, with at least 64 bytes behind each that may be
// read and overwritten.
export { darken, thirdMoments } from "./darkness"
export { lightestOfBlocks, joinFives, inkLevels, lacks } from "./paper"
export { histogram, inked, trace, sample } from "./counts"
export { secondDifferences, differences } from "./changes"
export { spread, atLeast, edges } from "./strokes"
export { squeeze, expose } from "./canvas"
export { average, flatten } from "./areas"
export { turn } from "./turn"
