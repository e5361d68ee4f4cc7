/** What tests of other packages need to walk over all operations. It is part of no published package. */
export { clientSampleOf } from "../src/reference/clientSample.ts"
export { chooseBank, issueCrypto, post } from "./hosted/pageVisit.ts"
export { operationsOf } from "./operations/operationTable.ts"
export { makeThings, rightRequest, send, startComplete } from "./operations/rightRequests.ts"
export { namedIn, withOwn } from "./reference/ownIds.ts"
export { axeViolations, eventually, inChromium, pageWidth, type Visit } from "./visitor.ts"
