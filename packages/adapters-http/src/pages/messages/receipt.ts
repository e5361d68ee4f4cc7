import type { Locale } from "../Locale.ts"
import type { ReceiptMessages } from "../ReceiptMessages.ts"

const receipts: Readonly<Record<Locale, ReceiptMessages>> = {
  en: {
    title: "Receipt",
    see: "See the receipt",
    number: "Receipt number",
    paidAt: "Paid",
    hereAt: "Your time:",
    late: "It was paid after the time limit.",
    total: "Amount paid",
    price: "Price",
    feeIncluded: "Fee, paid by you",
    feeOfMerchant: "The seller pays the fee.",
    fee: "Fee",
    paidFrom: "Paid from",
    transfer: "Transfers",
    sandbox: "Sample: no real money was paid",
    print: "Print",
    back: "Back to the payment"
  },
  ru: {
    title: "Квитанция",
    see: "Открыть квитанцию",
    number: "Номер квитанции",
    paidAt: "Оплачено",
    hereAt: "По вашему времени:",
    late: "Оплата прошла после срока.",
    total: "Оплаченная сумма",
    price: "Цена",
    feeIncluded: "Комиссия, которую заплатили вы",
    feeOfMerchant: "Комиссию платит продавец.",
    fee: "Комиссия",
    paidFrom: "Оплачено через",
    transfer: "Переводы",
    sandbox: "Образец: настоящие деньги не списывались",
    print: "Распечатать",
    back: "Назад к оплате"
  },
  kz: {
    title: "Түбіртек",
    see: "Түбіртекті ашу",
    number: "Түбіртек нөмірі",
    paidAt: "Төленген уақыты",
    hereAt: "Сіздің уақытыңыз:",
    late: "Төлем мерзімі өткеннен кейін түсті.",
    total: "Төленген сома",
    price: "Бағасы",
    feeIncluded: "Сіз төлеген комиссия",
    feeOfMerchant: "Комиссияны сатушы төлейді.",
    fee: "Комиссия",
    paidFrom: "Төлем жасалған банк",
    transfer: "Аударымдар",
    sandbox: "Үлгі: нақты ақша төленген жоқ",
    print: "Басып шығару",
    back: "Төлемге оралу"
  }
}

/** The texts of a receipt in a language. */
export const receiptMessagesOf = (locale: Locale): ReceiptMessages => receipts[locale]
