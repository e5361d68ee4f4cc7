export type { Answer } from "./message/answers.ts"
export type { Page } from "./message/page.ts"
export { bodyBytesMax, bodyBytesMaxOf } from "./message/RequestFields.ts"
export type { SignInFailure } from "./message/SignInFault.ts"
export { NodePasswords, type NodePasswordsOptions } from "./NodePasswords.ts"
export { type ConsoleRoute, signedIn, type Visit, wantedAct } from "./routes/ConsoleRoute.ts"
export { decidePayout, type PayoutDecision, payoutDecisions } from "./routes/payoutDecision.ts"
export {
  makeConsoleHandler,
  makeConsoleHandlerWith,
  makeSignInHandler,
  type SignInHandler
} from "./SignInHandler.ts"
export { SimplePasskeys } from "./SimplePasskeys.ts"
export { type SignInOptions, signInServices } from "./signInServices.ts"
