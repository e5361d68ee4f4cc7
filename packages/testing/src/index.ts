export * from "./Suite.ts"
export * as generators from "./generators/index.ts"
export * from "./store/storeSuite.ts"
