export { SmtpMailer, type SmtpMailerOptions } from "./SmtpMailer.ts"
export { type SmtpProtection, SmtpUrlRefused } from "./SmtpUrl.ts"
