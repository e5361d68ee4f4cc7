export { NodePasswords, type NodePasswordsOptions } from "./NodePasswords.ts"
export { SimplePasskeys } from "./SimplePasskeys.ts"
