// Made by scripts/compile.ts: compile again instead of editing.
export const DemoToken = {
  abi: [
    {
      anonymous: false,
      inputs: [
        { indexed: true, internalType: "address", name: "from", type: "address" },
        { indexed: true, internalType: "address", name: "to", type: "address" },
        { indexed: false, internalType: "uint256", name: "value", type: "uint256" }
      ],
      name: "Transfer",
      type: "event"
    },
    {
      inputs: [{ internalType: "address", name: "", type: "address" }],
      name: "balanceOf",
      outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
      stateMutability: "view",
      type: "function"
    },
    {
      inputs: [],
      name: "decimals",
      outputs: [{ internalType: "uint8", name: "", type: "uint8" }],
      stateMutability: "view",
      type: "function"
    },
    {
      inputs: [
        { internalType: "address", name: "to", type: "address" },
        { internalType: "uint256", name: "amount", type: "uint256" }
      ],
      name: "mint",
      outputs: [],
      stateMutability: "nonpayable",
      type: "function"
    },
    {
      inputs: [
        { internalType: "address", name: "to", type: "address" },
        { internalType: "uint256", name: "amount", type: "uint256" }
      ],
      name: "transfer",
      outputs: [{ internalType: "bool", name: "", type: "bool" }],
      stateMutability: "nonpayable",
      type: "function"
    }
  ],
  /** Creates the contract; encoded constructor arguments are appended. */
  bytecode:
    "0x608080604052346015576102a4908161001b8239f35b600080fdfe608080604052600436101561001357600080fd5b60003560e01c908163313ce5671461023c5750806340c10f19146101a557806370a08231146101405763a9059cbb1461004b57600080fd5b3461013b5760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b57610082610274565b60243590336000526000602052604060002090815483810390811161010c5773ffffffffffffffffffffffffffffffffffffffff9255169081600052600060205260406000206100d3828254610297565b90556040519081527fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60203392a3602060405160018152f35b7f4e487b7100000000000000000000000000000000000000000000000000000000600052601160045260246000fd5b600080fd5b3461013b5760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b5773ffffffffffffffffffffffffffffffffffffffff61018c610274565b1660005260006020526020604060002054604051908152f35b3461013b5760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b576101dc610274565b60007fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef602073ffffffffffffffffffffffffffffffffffffffff60243594169384845283825260408420610231828254610297565b9055604051908152a3005b3461013b5760007ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b5780600660209252f35b6004359073ffffffffffffffffffffffffffffffffffffffff8216820361013b57565b9190820180921161010c5756",
  /** The contract's code, with zeros where its immutable values are. */
  runtimeCode:
    "0x608080604052600436101561001357600080fd5b60003560e01c908163313ce5671461023c5750806340c10f19146101a557806370a08231146101405763a9059cbb1461004b57600080fd5b3461013b5760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b57610082610274565b60243590336000526000602052604060002090815483810390811161010c5773ffffffffffffffffffffffffffffffffffffffff9255169081600052600060205260406000206100d3828254610297565b90556040519081527fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60203392a3602060405160018152f35b7f4e487b7100000000000000000000000000000000000000000000000000000000600052601160045260246000fd5b600080fd5b3461013b5760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b5773ffffffffffffffffffffffffffffffffffffffff61018c610274565b1660005260006020526020604060002054604051908152f35b3461013b5760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b576101dc610274565b60007fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef602073ffffffffffffffffffffffffffffffffffffffff60243594169384845283825260408420610231828254610297565b9055604051908152a3005b3461013b5760007ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261013b5780600660209252f35b6004359073ffffffffffffffffffffffffffffffffffffffff8216820361013b57565b9190820180921161010c5756",
  /** The bytes at which 32 bytes of each immutable value begin. */
  immutables: {}
} as const
