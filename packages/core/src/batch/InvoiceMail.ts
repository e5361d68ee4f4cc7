/** The languages of e-mails. */
export type MailLocale = "ru" | "en" | "kz"
