import {
  closingMinor,
  decimals,
  singleEntries,
  textWithReference,
  type WrittenStatement
} from "./WrittenStatement.ts"

export type ClientBankDialect = "russian" | "kazakh"

/**
 * A statement in the format of 1C, for banks of Russia or of Kazakhstan. The format has no reversals, and those of
 * Kazakhstan have no pending documents: both are left out.
 */
export const clientBankFile = (statement: WrittenStatement, dialect: ClientBankDialect): string => {
  const { account, day, openingMinor } = statement
  const entries = singleEntries(statement)
    .filter(({ isReversal }) => !isReversal)
    .filter(({ status }) => dialect === "russian" || status === "booked")
  const documents = entries.flatMap(({ bankReference, bookedOn, direction, payment, status }, at) => {
    const isCredit = direction === "credit"
    const number = payment.bankReference ?? bankReference ?? String(at + 1)
    const [payer, payee] = isCredit ? [payment.payerAccount, account] : [account, payment.payerAccount]
    const amount = decimals(payment.amountMinor, ".")
    const written = written1C(bookedOn)
    const booked = status === "booked" ? written : ""
    const purpose = `НазначениеПлатежа=${textWithReference(payment)}`
    return dialect === "russian"
      ? [
          "СекцияДокумент=Платежное поручение",
          `Номер=${number}`,
          `Дата=${written}`,
          `Сумма=${amount}`,
          `ПлательщикСчет=${payer}`,
          `ДатаСписано=${isCredit ? "" : booked}`,
          `Плательщик1=${payment.payer}`,
          `ПлательщикБИК=${payment.payerBank}`,
          `ПолучательСчет=${payee}`,
          `ДатаПоступило=${isCredit ? booked : ""}`,
          purpose,
          "КонецДокумента"
        ]
      : [
          "СЕКЦИЯДОКУМЕНТ=Выписка",
          `НомерДокумента=${number}`,
          `ДатаДокумента=${written}`,
          `${isCredit ? "СуммаПриход" : "СуммаРасход"}=${amount}`,
          `ПолучательИИК=${payee}`,
          `ПлательщикНаименование=${payment.payer}`,
          `ПлательщикИИК=${payer}`,
          `ПлательщикБанкБИК=${payment.payerBank}`,
          `ДатаОперации=${written}`,
          purpose,
          "КОНЕЦДОКУМЕНТА"
        ]
  })
  const moved = { ...statement, entries: statement.entries.filter(({ isReversal }) => !isReversal) }
  const lines = [
    "1CClientBankExchange",
    `ВерсияФормата=${dialect === "russian" ? "1.03" : "2.00"}`,
    "Кодировка=Windows",
    `РасчСчет=${account}`,
    "СекцияРасчСчет",
    `ДатаНачала=${written1C(day)}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${signed(openingMinor)}`,
    `КонечныйОстаток=${signed(closingMinor(moved))}`,
    "КонецРасчСчет",
    ...documents,
    "КонецФайла"
  ]
  return `${lines.join("\r\n")}\r\n`
}

const written1C = (day: string): string => day.split("-").reverse().join(".")

const signed = (minor: bigint): string => (minor < 0n ? `-${decimals(-minor, ".")}` : decimals(minor, "."))

const windows1251 = new Map(
  [...new TextDecoder("windows-1251").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte]
  )
)

/** The bytes of windows-1251; a letter that it does not have is a question mark. */
export const windows1251Bytes = (text: string): Uint8Array =>
  Uint8Array.from([...text], (letter) => windows1251.get(letter) ?? 0x3f)
