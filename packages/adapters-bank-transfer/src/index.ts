export { BankAccount } from "./account/BankAccount.ts"
export {
  type CreditorReference,
  creditorReferenceOf,
  isCreditorReference,
  normalisedReference,
  referencesIn,
  spacedReference
} from "./CreditorReference.ts"
export {
  type BankIdName,
  type TransferInstructions,
  type TransferRequest,
  transferInstructions
} from "./instructions/TransferInstructions.ts"
