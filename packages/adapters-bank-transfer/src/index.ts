export { BankAccount } from "./account/BankAccount.ts"
export { inventedAccounts } from "./account/inventedAccounts.ts"
export { NamedAccounts, type WrittenAccounts } from "./account/NamedAccounts.ts"
export * as TransferAccounts from "./account/TransferAccounts.ts"
export {
  type BankIdName,
  transferInstructions
} from "./instructions/TransferInstructions.ts"
export type { CsvMapping } from "./statement/csv/CsvMapping.ts"
export { readStatement } from "./statement/readStatement.ts"
export { type CamtForm, camtText } from "./written/camtText.ts"
export { type ClientBankDialect, clientBankFile, windows1251Bytes } from "./written/clientBankFile.ts"
export { csvFile, csvFileMapping } from "./written/csvFile.ts"
export { mt940File } from "./written/mt940File.ts"
export type { WrittenEntry, WrittenPayment, WrittenStatement } from "./written/WrittenStatement.ts"
