import type { DocumentKind } from "@quittance/core/adapter"
import type { Locale } from "../Locale.ts"

/** What the verification page says of the choice of a document, and of the pictures that are refused. */
export interface DocumentChoiceMessages {
  readonly kind: string
  readonly country: string
  /** In place of a choice that was not made yet. */
  readonly choose: string
  readonly kinds: Readonly<Record<DocumentKind, string>>
  /** For who has another document than the one whose back is asked for. */
  readonly another: string
  /** How many pictures may still be refused for nothing. */
  readonly freeLeft: (count: number) => string
  readonly noneFree: string
}

const documentChoice: Readonly<Record<Locale, DocumentChoiceMessages>> = {
  en: {
    kind: "Which document do you show?",
    country: "Which country issued it?",
    choose: "Choose",
    kinds: {
      passport: "Passport",
      identity_card: "Identity card",
      driving_licence: "Driving licence",
      residence_permit: "Residence permit"
    },
    another: "I have another document",
    freeLeft: (count) => `Pictures that may still be refused without costing an attempt: ${count}.`,
    noneFree: "From now on each picture that is refused costs an attempt."
  },
  ru: {
    kind: "Какой документ вы покажете?",
    country: "Какая страна его выдала?",
    choose: "Выберите",
    kinds: {
      passport: "Паспорт",
      identity_card: "Удостоверение личности",
      driving_licence: "Водительские права",
      residence_permit: "Вид на жительство"
    },
    another: "У меня другой документ",
    freeLeft: (count) =>
      `Столько снимков ещё может не подойти, прежде чем это будет стоить попытки: ${count}.`,
    noneFree: "Теперь каждый неподходящий снимок стоит одной попытки."
  },
  kz: {
    kind: "Қандай құжат көрсетесіз?",
    country: "Оны қай ел берген?",
    choose: "Таңдаңыз",
    kinds: {
      passport: "Паспорт",
      identity_card: "Жеке куәлік",
      driving_licence: "Жүргізуші куәлігі",
      residence_permit: "Тұруға ықтиярхат"
    },
    another: "Менің басқа құжатым бар",
    freeLeft: (count) => `Әрекет есептелмей, жарамай қалуы мүмкін сурет саны: ${count}.`,
    noneFree: "Енді жарамаған әр сурет бір әрекет болып есептеледі."
  }
}

export const documentChoiceMessagesOf = (locale: Locale): DocumentChoiceMessages => documentChoice[locale]
