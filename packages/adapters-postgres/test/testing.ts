/** What tests of other packages need of this one. It is part of no published package. */
export { newClusterDatabase, onCluster } from "./citus/cluster.ts"
export { background, requests } from "./law/acrossPartners.ts"
export { proveOnePartner } from "./law/proveOnePartner.ts"
export { sentStatements } from "./law/sentStatements.ts"
export { newDatabase } from "./server/newStore.ts"
