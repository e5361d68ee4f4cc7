import type { Locale } from "../../kernel/input/Locale.ts"

/** The words of e-mails in each language, without their layout. */
type InEach<Words> = { readonly [L in Locale]: Words }

/** What every kind of e-mail says. */
export interface CommonWords {
  /** The language's own tag (BCP 47). */
  readonly language: string
  readonly payee: string
  readonly amount: string
  readonly about: string
  readonly unexpected: string
  readonly contact: string
  readonly terms: string
  readonly privacy: string
  readonly site: string
}

export const commonWords: InEach<CommonWords> = {
  en: {
    language: "en",
    payee: "Paid to",
    amount: "Amount",
    about: "For",
    unexpected: "If you did not expect this e-mail, you can ignore it.",
    contact: "Contact",
    terms: "Terms",
    privacy: "Privacy",
    site: "Website"
  },
  ru: {
    language: "ru",
    payee: "Получатель",
    amount: "Сумма",
    about: "Назначение",
    unexpected: "Если вы не ждали этого письма, ничего делать не нужно.",
    contact: "Связаться",
    terms: "Условия",
    privacy: "Конфиденциальность",
    site: "Сайт"
  },
  kz: {
    language: "kk",
    payee: "Алушы",
    amount: "Сома",
    about: "Мақсаты",
    unexpected: "Бұл хатты күтпеген болсаңыз, ештеңе істеудің қажеті жоқ.",
    contact: "Байланысу",
    terms: "Шарттар",
    privacy: "Құпиялық",
    site: "Веб-сайт"
  }
}

/** What one kind of e-mail says beside its facts. */
export interface KindWords {
  /** The name of the kind, which begins the subject. */
  readonly title: string
  readonly greeting: string
  readonly button: string
  readonly linkHint: string
}

export interface PaymentLinkWords extends KindWords {
  readonly payBy: string
}

export const paymentLinkWords: InEach<PaymentLinkWords> = {
  en: {
    title: "Invoice",
    greeting: "Hello! You have an invoice to pay.",
    payBy: "Pay by",
    button: "Pay the invoice",
    linkHint: "If the button does not work, open this link:"
  },
  ru: {
    title: "Счёт",
    greeting: "Здравствуйте! Вам выставлен счёт.",
    payBy: "Оплатить до",
    button: "Оплатить счёт",
    linkHint: "Если кнопка не работает, откройте эту ссылку:"
  },
  kz: {
    title: "Төлем шоты",
    greeting: "Сәлеметсіз бе! Сізге төлем шоты жіберілді.",
    payBy: "Төлеу мерзімі",
    button: "Шотты төлеу",
    linkHint: "Батырма жұмыс істемесе, мына сілтемені ашыңыз:"
  }
}

export interface ReceiptWords extends KindWords {
  readonly paidAt: string
  readonly number: string
  readonly bank: string
  readonly network: string
  /** Of the transaction of a network. */
  readonly hash: string
  /** Where not every hash is told. */
  readonly more: string
  readonly sample: string
}

export const receiptWords: InEach<ReceiptWords> = {
  en: {
    title: "Receipt",
    greeting: "Thank you! Your payment has arrived.",
    paidAt: "Paid",
    number: "Receipt number",
    bank: "Paid from",
    network: "Network",
    hash: "Transaction hash",
    more: "The other transfers are on the receipt page.",
    sample: "Sample: no real money was paid.",
    button: "Open the receipt",
    linkHint: "To read or print it later, open this link:"
  },
  ru: {
    title: "Квитанция",
    greeting: "Спасибо! Ваша оплата получена.",
    paidAt: "Оплачено",
    number: "Номер квитанции",
    bank: "Оплачено через",
    network: "Сеть",
    hash: "Хеш транзакции",
    more: "Остальные переводы — на странице квитанции.",
    sample: "Образец: настоящие деньги не платились.",
    button: "Открыть квитанцию",
    linkHint: "Чтобы прочитать или распечатать её позже, откройте эту ссылку:"
  },
  kz: {
    title: "Түбіртек",
    greeting: "Рақмет! Төлеміңіз келіп түсті.",
    paidAt: "Төленген уақыты",
    number: "Түбіртек нөмірі",
    bank: "Төленген банк",
    network: "Желі",
    hash: "Транзакция хеші",
    more: "Қалған аударымдар түбіртек бетінде көрсетілген.",
    sample: "Үлгі: нақты ақша төленген жоқ.",
    button: "Түбіртекті ашу",
    linkHint: "Кейін оқу немесе басып шығару үшін мына сілтемені ашыңыз:"
  }
}
