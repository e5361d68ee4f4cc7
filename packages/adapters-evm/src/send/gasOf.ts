/** The gas that a transaction may use, by the network's estimate: a quarter more. */
export const gasOf = (estimate: bigint): bigint => (estimate * 5n) / 4n
