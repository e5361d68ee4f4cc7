// Made by scripts/compile.ts: compile again instead of editing.
export const RefusingTreasury = {
  abi: [
  ],
  /** Creates the contract; encoded constructor arguments are appended. */
  bytecode: "0x608080604052346013576004908160198239f35b600080fdfe600080fd",
  /** The contract's code, with zeros where its immutable values are. */
  runtimeCode: "0x600080fd",
  /** The bytes at which 32 bytes of each immutable value begin. */
  immutables: {}
} as const
