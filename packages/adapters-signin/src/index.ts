export type { Answer, Page, RefusalPage } from "./message/answers.ts"
export { consolePath } from "./message/consolePath.ts"
export type { RequestFields } from "./message/RequestFields.ts"
export { bodyBytesMax, bodyBytesMaxOf } from "./message/RequestFields.ts"
export { messageOf, type SignInFailure, statusOf } from "./message/SignInFault.ts"
export { NodePasswords, type NodePasswordsOptions } from "./NodePasswords.ts"
export { type ConsoleRoute, nonceOf, signedIn, type Visit, wantedAct } from "./routes/ConsoleRoute.ts"
export { decidePayout, type PayoutDecision, payoutDecisions } from "./routes/payoutDecision.ts"
export {
  makeConsoleHandler,
  makeConsoleHandlerWith,
  makeSignInHandler,
  type SignInHandler
} from "./SignInHandler.ts"
export { SimplePasskeys } from "./SimplePasskeys.ts"
export { type SignInOptions, signInServices } from "./signInServices.ts"
