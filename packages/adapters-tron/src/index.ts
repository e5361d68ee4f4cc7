export type { TronNetwork, TronSweepTerms } from "./TronNetwork.ts"
