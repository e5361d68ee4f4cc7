export * from "./Suite.ts"
export * from "./store/storeSuite.ts"
