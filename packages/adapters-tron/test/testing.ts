/** What tests of other packages need for a network of TRON. It is part of no published package. */
export { payerKey, personOf, startTron } from "./networks/ownTron.ts"
