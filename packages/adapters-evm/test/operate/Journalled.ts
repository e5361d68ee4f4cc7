import { type FakeMoves, name, wallet } from "./FakeMoves.ts"

/** The store has the wallet from the beginning. */
export const known = (fake: FakeMoves, nextNonce = 0): void => {
  const state = {
    ...{ id: `${name}/${wallet}`, partnerId: name, address: wallet, createdAt: 0 },
    ...{ sealedKey: "", nextNonce, spent: [], updatedAt: 0 }
  }
  fake.state.aggregates.ChainWallet.set(state.id, { state: state as never, version: 1 })
}
