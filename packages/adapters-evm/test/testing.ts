/** What tests of other packages need for a network of their own. It is part of no published package. */
export { accountOf } from "./anvil/Anvil.ts"
export { TestChain } from "./anvil/TestChain.ts"
export { SilentToken } from "./contracts/SilentToken.ts"
export { giveOut, losingAnswers, onNetwork, takeTurn } from "./networks/anyNetwork.ts"
export { deployFactory, payer, payerKey, startNetwork } from "./networks/ownNetwork.ts"
export { addressOf, type FakeMoves, moving, name, outside, wallet } from "./operate/FakeMoves.ts"
export {
  beginWith,
  copyOf,
  lifeOn,
  type Request,
  reconcile,
  request,
  statusOf
} from "./operate/Life.ts"
export { Errors, issue, runningOn, work } from "./operate/Running.ts"
export { unreliable } from "./send/unreliable.ts"
export { blockMillis, genesisMillis, hashOfText } from "./watch/FakeChain.ts"
export { lyingStories } from "./watch/lyingStories.ts"
export { watcherSuite } from "./watch/watcherSuite.ts"
