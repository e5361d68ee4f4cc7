/**
 * The hosted page where a person shows who they are.
 *
 * A pure function of the facts, as the payment pages are. Each step is a plain form with a file, so it all works
 * without the scripts; with them the file is looked at before it is sent, and its way is shown. No page shows what was
 * sent.
 */
import {
  documentBytesMax,
  type KycReason,
  type KycStep,
  stepOfReason,
  typesOfStep
} from "@quittance/core/adapter"
import { uploadScriptAsset, verificationStylesheetAsset } from "./assets.ts"
import { anotherDocument, documentFields, refusedPictureText } from "./documentChoice.ts"
import { type Html, html } from "./Html.ts"
import { handOver } from "./handOver.ts"
import { cameraIcon, fileIcon, stepIcon, takenIcon, verificationIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { instantText } from "./localText.ts"
import { messagesOf, verificationMessagesOf } from "./messages/messagesOf.ts"
import type { PageBrand } from "./PageBrand.ts"
import { renderPage } from "./PageFrame.ts"
import { countdown, mainElement, nothing, notice, returning, returnSeconds, stateBlock } from "./pageParts.ts"
import { formatsText, problemText, reasonText, type VerificationMessages } from "./VerificationMessages.ts"
import {
  currentStep,
  openReasons,
  reloadSeconds,
  type StepStanding,
  shownFacts,
  type VerificationView,
  verificationFacts
} from "./VerificationView.ts"
import { askerName, consent, handling, introduction } from "./verificationConsent.ts"
import { siteReturn, supportLine } from "./wayBack.ts"
import { webLink } from "./webLink.ts"

export interface VerificationPageOptions {
  readonly locale: Locale
  /** This page's own path; files are posted to `${path}/steps/{step}`, events are at `${path}/events`. */
  readonly path: string
  /** Where `assets` are served, without a slash at the end. */
  readonly assetsPath: string
  readonly sandbox: boolean
  /** Who asks, where that is shown. */
  readonly brand?: PageBrand | null
}

interface Page {
  readonly view: VerificationView
  readonly options: VerificationPageOptions
  readonly texts: VerificationMessages
}

/** A person who reads about a failure gets more time than one who has nothing more to read. */
const badNewsSeconds = 20

/** A countdown is shown only in the last hour. */
const countdownMillisMax = 60 * 60 * 1000

/** What is said at the top of the page. */
const saidOf = ({
  options,
  texts,
  view
}: Page): { readonly headline: string; readonly explanation: string } => {
  const step = currentStep(view)
  if (step !== null) {
    const { again, explanation, headline } = texts.asking[step]
    return { headline: view.stage === "retrying" ? again : headline, explanation }
  }
  switch (view.stage) {
    case "verified":
    case "refused":
    case "expired": {
      const { explanation, headline } = texts.ended[view.stage]
      return { headline, explanation: explanation(askerName(options.brand)) }
    }
    case "asking":
    case "retrying":
    case "checking":
      return { headline: texts.checking.headline, explanation: texts.checking.explanation[view.level] }
  }
}

const iconOf = ({ view }: Page): Html => {
  if (view.stage !== "asking") return verificationIcon[view.stage]
  const step = currentStep(view)
  return step === null ? verificationIcon.checking : stepIcon[step]
}

/** The reasons that the page gives, if it gives any: one at least where something is asked for again. */
const reasonsOf = (view: VerificationView): ReadonlyArray<KycReason> => {
  if (view.stage === "refused") return view.reasons
  if (view.stage !== "retrying") return []
  const open = openReasons(view)
  return open.length === 0 ? ["other"] : open
}

const why = ({ texts, view }: Page): Html => {
  const reasons = reasonsOf(view)
  if (reasons.length === 0) return nothing
  const items = reasons.map((reason) => {
    const step = stepOfReason(reason)
    const name = step === undefined ? null : html`<strong>${texts.stepName[step]}:</strong> `
    return html`<li>${name}${reasonText(reason, texts)}</li>`
  })
  const left = view.attemptsLeft === 1 ? texts.lastAttempt : texts.attemptsLeft(view.attemptsLeft)
  return html`<div class="why">
<h2>${texts.whyHeadline}</h2>
<ul>${items}</ul>
${view.stage === "retrying" ? html`<p>${left}</p>` : null}
</div>`
}

const stepItem = ({ course, step }: StepStanding, index: number, texts: VerificationMessages): Html => {
  const now = course === "current" ? html` aria-current="step"` : null
  const done = course === "taken" ? html` <span class="visually-hidden">(${texts.stepTaken})</span>` : null
  return html`<li class="step step-${course}"${now}><span class="mark" aria-hidden="true">${course === "taken" ? takenIcon : index + 1}</span><span>${texts.stepName[step]}${done}</span></li>`
}

const stepList = ({ texts, view }: Page): Html => {
  if (view.stage === "verified" || view.stage === "refused" || view.stage === "expired") return nothing
  return html`<ol class="steps">${view.steps.map((step, index) => stepItem(step, index, texts))}</ol>`
}

/** How long the link works, while it waits for the person. */
const timeLeft = ({ options, texts, view }: Page): Html => {
  if (currentStep(view) === null) return nothing
  if (view.expiresAtMillis - view.nowMillis < countdownMillisMax)
    return countdown(view.expiresAtMillis, view.nowMillis, messagesOf(options.locale))
  const until = new Date(view.expiresAtMillis).toISOString()
  return html`<p class="hint">${texts.validUntil} <time datetime="${until}">${instantText(view.expiresAtMillis, options.locale)}</time></p>`
}

/** One way to choose the file. The scripts show the label as a button in place of the browser's own. */
const way = (step: KycStep, kind: "photo" | "file", icon: Html, label: string): Html => {
  const capture = kind === "file" ? null : html` capture="${step === "selfie" ? "user" : "environment"}"`
  const types = typesOfStep(step).filter((type) => kind === "file" || type !== "application/pdf")
  const id = `${kind}-${step}`
  return html`<div class="way way-${kind}">
<input class="chooser" type="file" name="file" id="${id}" accept="${types.join(",")}"${capture} aria-describedby="formats">
<label class="button" for="${id}">${icon}<span>${label}</span></label>
</div>`
}

/**
 * The form of the step that is asked for. What the script says in place is in its data; without it, the page that
 * answers is shown where it says what is wrong.
 */
const upload = (page: Page): Html => {
  const { options, texts, view } = page
  const step = currentStep(view)
  if (step === null) return nothing
  const query = new URLSearchParams({ lang: options.locale, form: view.formToken })
  const number = view.steps.findIndex((each) => each.step === step) + 1
  const { problem } = view
  const { problem: sentences } = texts
  return html`<section class="transfer" aria-labelledby="upload-label">
<h2 class="label" id="upload-label">${texts.stepOf(number, view.steps.length)}: ${texts.stepName[step]}</h2>
<form class="upload" id="upload" method="post" enctype="multipart/form-data" action="${options.path}/steps/${step}?${query.toString()}#problem" data-bytes-max="${documentBytesMax}" data-no-file="${sentences.noFile}" data-too-large="${sentences.tooLarge}" data-away="${sentences.away}" data-lost="${texts.connectionLost}" data-unanswered="${texts.unanswered}" data-arrived-unseen="${texts.arrivedUnseen}" data-stopped="${texts.stopped}" data-sending="${texts.sending}" data-awaiting-answer="${texts.awaitingAnswer}" data-chosen="${texts.chosenPicture}">
${documentFields(view, options.locale)}
<div class="ways">
${way(step, "photo", cameraIcon, texts.takePhoto)}
${way(step, "file", fileIcon, texts.chooseFile)}
</div>
<div class="chosen" id="chosen" hidden></div>
<p class="hint" id="formats">${formatsText(step, texts)}</p>
<div class="problem" id="problem" role="alert">${problem === null ? null : notice(problemText(problem, step, view.document.freeLeft, texts) + refusedPictureText(problem, view.document.freeLeft, options.locale))}</div>
<div class="progress" id="sending" hidden>
<p><span id="sending-label">${texts.sending}</span> <strong id="sent"></strong></p>
<progress max="100" value="0" aria-labelledby="sending-label"></progress>
<button type="button" class="link" id="stop">${texts.stop}</button>
</div>
<p class="hint only-stale">${texts.offline}</p>
${consent(page)}
<button class="button primary" id="send-${step}" aria-describedby="consent">${texts.send}</button>
</form>
${anotherDocument(view, options.path, options.locale)}
<template id="notice">${notice("")}</template>
${handling(page)}
</section>`
}

/** How far the person has come, and how else to go on. */
const about = (page: Page): Html => {
  const { options, texts, view } = page
  if (currentStep(view) === null) return nothing
  return html`<div class="about">
${stepList(page)}
${timeLeft(page)}
${handOver(view.pageUrl, options.locale, texts)}
</div>`
}

const main = (page: Page): Html => {
  const { options, texts, view } = page
  const { explanation, headline } = saidOf(page)
  const address = webLinkOf(view)
  const reasons = reasonsOf(view).map((reason) => reasonText(reason, texts))
  const asksForStep = currentStep(view) !== null
  const isEnded = !asksForStep && view.stage !== "checking"
  const content = html`<div class="card${asksForStep ? " split" : ""}">
<div class="summary">
${introduction(page)}
${stateBlock(view.stage, iconOf(page), headline, explanation)}
${why(page)}
${asksForStep ? null : stepList(page)}
${returning(address, "automatic", texts)}
${address === null ? null : html`<p class="hint only-without-script">${texts.returningSoon}</p>`}
${isEnded && address === null ? siteReturn(options.brand, texts) : null}
${view.stage === "refused" || view.stage === "expired" ? supportLine(options.brand, messagesOf(options.locale)) : null}
${view.stage === "checking" ? handling(page) : null}
</div>
${upload(page)}
${about(page)}
</div>`
  return mainElement(
    {
      shown: shownFacts(verificationFacts(view)),
      announcement: reasons.length === 0 ? headline : `${headline}. ${reasons.join(" ")}`,
      eventsPath: isEnded ? null : `${options.path}/events`,
      reloadSeconds: reloadSeconds(view),
      asOf: instantText(view.nowMillis, options.locale),
      returnTo: address === null ? null : { address, seconds: secondsToRead(view) },
      ...(asksForStep ? { holds: "input" } : {}),
      content
    },
    messagesOf(options.locale)
  )
}

const webLinkOf = ({ redirectUrl, stage }: VerificationView): string | null =>
  stage === "verified" || stage === "refused" || stage === "expired" ? webLink(redirectUrl) : null

const secondsToRead = ({ stage }: VerificationView): number =>
  stage === "verified" ? returnSeconds : badNewsSeconds

/** The whole document for these facts. Deterministic: equal arguments give equal bytes. */
export const renderVerificationPage = (view: VerificationView, options: VerificationPageOptions): string => {
  const { assetsPath, locale, path, sandbox } = options
  const texts = verificationMessagesOf(locale)
  const page: Page = { view, options, texts }
  const address = webLinkOf(view)
  return renderPage({
    locale,
    title: `${saidOf(page).headline} · ${texts.pageTitle}`,
    assetsPath,
    brand: options.brand,
    path,
    ribbon: sandbox ? texts.testMode : null,
    reloadSeconds: reloadSeconds(view),
    leaving: address === null ? null : { address, seconds: secondsToRead(view) },
    more: { stylesheet: verificationStylesheetAsset, script: uploadScriptAsset },
    main: main(page)
  })
}
