/** The modules that packages offer to tests of other packages: URLs by name. They are part of no published package. */
export const testDoors: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Chains on this machine.
    "adapters-evm",
    // All operations and a right request of each.
    "adapters-http",
    // Databases, and the law of one partner.
    "adapters-postgres",
    // A model of a full node of TRON.
    "adapters-tron"
  ].map((name) => [
    `@quittance/${name}/testing`,
    new URL(`../packages/${name}/test/testing.ts`, import.meta.url).href
  ])
)
