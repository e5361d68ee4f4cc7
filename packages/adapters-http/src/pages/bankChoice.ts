/**
 * The choice of a bank: each with its mark, in the rail's order, which puts first what most people look for. A long
 * list has a search, which the script plays as one types. Without it the form asks the server, which hides the other
 * banks and sends them all the same, so that the script can go on from there.
 */
import type { BankMessages } from "./BankMessages.ts"
import type { OfferedBank } from "./BankPaymentView.ts"
import { type BankMark, markElement } from "./bankMarks.ts"
import { bankSearchLengthMax, banksSeenAtOnce, findsBank } from "./bankSearch.ts"
import { type Html, html } from "./Html.ts"
import type { Locale } from "./Locale.ts"

interface BankChoice {
  readonly banks: ReadonlyArray<OfferedBank>
  /** By the bank's id. */
  readonly marks: ReadonlyMap<string, BankMark>
  /** What was searched for; empty if nothing. */
  readonly search: string
  /** The page's own path. */
  readonly path: string
  readonly locale: Locale
  /** The bank named in the page's address, which a search keeps. */
  readonly selectedBank: string | null
  /** The id of what the list is called by. */
  readonly labelId: string
  readonly texts: BankMessages
}

const bankItem = (
  { id, name }: OfferedBank,
  index: number,
  mark: BankMark | undefined,
  isFound: boolean
): Html =>
  html`<li${isFound ? null : html` hidden`}><button class="button bank" id="bank-${index}" name="bank" value="${id}">${mark === undefined ? null : markElement(mark)}<bdi>${name}</bdi></button></li>`

const searchForm = (choice: BankChoice, found: number): Html => {
  const { locale, path, search, selectedBank, texts } = choice
  const more = selectedBank === null ? "" : `&bank=${encodeURIComponent(selectedBank)}`
  const some = texts.banksFound("{count}")
  const said = found === 0 ? texts.noBankFound : texts.banksFound(String(found))
  return html`<form class="bank-search" method="get" action="${path}" role="search">
<input type="hidden" name="lang" value="${locale}">
${selectedBank === null ? null : html`<input type="hidden" name="bank" value="${selectedBank}">`}
<input type="search" id="bank-search" name="q" value="${search}" maxlength="${bankSearchLengthMax}" placeholder="${texts.bankSearch}" aria-label="${texts.bankSearch}" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">
<button class="button only-without-script" id="find-bank">${texts.findBank}</button>
</form>
<p class="hint found"><span role="status" id="banks-found" data-none="${texts.noBankFound}" data-some="${some}">${said}</span> <a id="all-banks" href="${path}?lang=${locale}${more}"${found === 0 ? null : html` hidden`}>${texts.allBanks}</a></p>`
}

export const bankChoice = (choice: BankChoice): Html => {
  const { banks, labelId, locale, marks, path } = choice
  const isLong = banks.length > banksSeenAtOnce
  const finds = findsBank(isLong ? choice.search : "")
  const found = banks.filter(({ name }) => finds(name)).length
  const items = banks.map((bank, index) => bankItem(bank, index, marks.get(bank.id), finds(bank.name)))
  return html`<div class="bank-choice">
${isLong ? searchForm(choice, found) : null}
<form class="banks" method="post" action="${path}/payments?lang=${locale}" aria-labelledby="${labelId}">
<ul class="bank-list${isLong ? " long" : ""}">${items}</ul>
</form>
</div>`
}
