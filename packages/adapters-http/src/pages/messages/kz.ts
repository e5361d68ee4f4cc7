import type { Messages } from "../Messages.ts"

/** Kazakh. */
export const kz: Messages = {
  languageName: "Қазақша",
  languageSwitcher: "Тіл",
  pageTitle: "Криптовалютамен төлеу",
  testMode: "Сынақ режимі: нақты ақша жібермеңіз",

  headline: {
    pending: "Төлеміңізді күтіп тұрмыз",
    confirming: "Төлем расталып жатыр",
    paid: "Төлем қабылданды",
    expired: "Төлем уақыты аяқталды",
    underpaid: "Төлем толық түспеді",
    cancelled: "Шоттың күші жойылды"
  },
  explanation: {
    pending: "Көрсетілген соманы дәл осы беттегі мекенжайға жіберіңіз.",
    confirming: "Аударымыңызды көріп тұрмыз. Желі оны растап болғанша ештеңе істеудің қажеті жоқ.",
    paid: "Рақмет! Төлеміңіз расталды.",
    expired: "Төлем уақытында түспеді.",
    underpaid: "Төлем уақыты аяқталды, соманың бір бөлігі ғана түсті.",
    cancelled: "Бұл шотты енді төлеудің қажеті жоқ. Ақша жібермеуіңізді сұраймыз."
  },
  partHeadline: "Төлемнің бір бөлігі түсті",
  partExplanation: "Қалғанын сол мекенжайға жіберіңіз.",
  exceptionNote: {
    underpaid: "Шотта көрсетілгеннен аз ақша түсті.",
    overpaid: "Шотта көрсетілгеннен көп ақша жібердіңіз. Айырмасы жөнінде сатушыға хабарласыңыз.",
    late: "Төлем уақыты өткеннен кейін түсті. Ол сатушының есебіне жазылды.",
    reorganised: "Желі осы шот бойынша аударымның күшін жойды. Сатушыға хабарласыңыз."
  },
  lateMoney:
    "Бұдан былай ақша жібермеуіңізді сұраймыз. Жолда келе жатқан аударым есепке алынады. Сұрағыңыз болса, сатушыға хабарласыңыз.",

  amountToSend: "Жіберілетін сома",
  amountStillToSend: "Жіберілетін қалдық",
  invoiceAmount: "Шот сомасы",
  received: "Түсті",
  missing: "Жетіспейді",
  description: "Сипаттама",
  network: "Желі",
  networkWarning: (currency, networkLabel) =>
    `Тек ${currency} токенін және тек ${networkLabel} желісі арқылы жіберіңіз. Басқа токендер немесе басқа желі арқылы жіберілген ақша жоғалады.`,
  address: "Мекенжай",
  qrCode: (networkLabel) => `${networkLabel} желісіндегі төлем мекенжайының QR-коды`,
  timeLeft: "Қалған уақыт",
  confirmations: "Желі растаулары",
  confirmationsOf: (seen, required) => `${seen} / ${required}`,

  copy: "Көшіру",
  copied: "Көшірілді",
  copyAmount: "Соманы көшіру",
  copyAddress: "Мекенжайды көшіру",

  backToSeller: "Сатушыға оралу",
  returningSoon: "Бірнеше секундтан кейін сатушының сайтына ораласыз.",
  stayHere: "Осы бетте қалу",
  updatesByItself: "Бет өздігінен жаңарады.",
  updatesByReload: (seconds) => `Бет әр ${seconds} секунд сайын жаңарады.`,

  notFoundHeadline: "Бет табылмады",
  notFoundExplanation: "Сілтеме толық көшірілгенін тексеріңіз немесе сатушыдан жаңасын сұраңыз.",
  errorHeadline: "Қате орын алды",
  errorExplanation: "Бірнеше минуттан кейін қайталап көріңіз. Жіберіп қойған ақшаңыз жоғалмайды.",
  requestId: "Сұрау нөмірі"
}
