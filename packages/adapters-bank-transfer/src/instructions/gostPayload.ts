/** An account as far as its QR code has it. */
interface GostAccount {
  readonly beneficiary: string
  readonly account: string
  readonly bank: string
  readonly bic: string
  readonly correspondentAccount: string
  readonly inn: string
  readonly kpp?: string
}

/** What the required fields together may have, with their names and what parts them. */
export const gostBlockBytesMax = 300

/** The required fields, in the order of the standard. */
export const gostRequired = (account: Omit<GostAccount, "inn" | "kpp">): ReadonlyArray<string> => [
  `Name=${account.beneficiary}`,
  `PersonalAcc=${account.account}`,
  `BankName=${account.bank}`,
  `BIC=${account.bic}`,
  `CorrespAcc=${account.correspondentAccount}`
]

/**
 * The text of the QR code of a transfer in roubles (GOST R 56042-2014), in UTF-8. A bar parts the fields. Where a value
 * has one itself, a tilde does, which no name of an account has, and the purpose then has hyphens for its own.
 */
export const gostPayload = (account: GostAccount, amountMinor: bigint, purpose: string): string => {
  const fields = (words: string) => [
    ...gostRequired(account),
    `Sum=${amountMinor}`,
    `Purpose=${words}`,
    `PayeeINN=${account.inn}`,
    ...(account.kpp === undefined ? [] : [`KPP=${account.kpp}`])
  ]
  const plain = fields(purpose)
  return plain.some((field) => field.includes("|"))
    ? ["ST00012", ...fields(purpose.replaceAll("~", "-"))].join("~")
    : ["ST00012", ...plain].join("|")
}
