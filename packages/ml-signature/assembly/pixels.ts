// What is done with every pixel, in AssemblyScript; `npm run pixels` compiles it to `../model/pixels.wasm`. Every
// function works on places in memory that `src/ink/pixels.ts` hands out, with at least 64 bytes behind each that may be
// read and overwritten.

export { average, flatten } from "./areas"
export { expose, squeeze } from "./canvas"
export { differences, laplacian, secondDifferences } from "./changes"
export { histogram, inked, sample, trace } from "./counts"
export { darken, thirdMoments } from "./darkness"
export { inkLevels, joinFives, lightestOfBlocks } from "./paper"
