import { InvalidInput, Partners } from "@quittance/core"
import { Brandings, type BrandingView, brandingRequestOf, documentBytesMax } from "@quittance/core/adapter"
import { Decoding } from "@quittance/decoding"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { pathIn } from "../cli/pathIn.ts"
import { UsageError } from "../cli/UsageError.ts"
import { picturesLayer } from "../start/documents.ts"
import { readServicesLayer, servicesLayer } from "../start/services.ts"
import { readInputFile } from "./InputFile.ts"
import { checked, onStore, usageErrorOf } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"

/** The flags of texts. */
const textFlags = {
  name: "--name",
  colour: "--colour",
  support: "--support",
  termsUrl: "--terms",
  privacyUrl: "--privacy",
  siteUrl: "--site"
} as const

const logoFlags = { logo: "--logo", logoDark: "--logo-dark" } as const

const flags = { ...textFlags, ...logoFlags, embedOrigins: "--embed-origins" } as const

const found = (input: CommandInput) =>
  Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))

const logoText = (logo: BrandingView["logo"]): string =>
  logo === null ? "" : `${logo.width} by ${logo.height} pixels, ${logo.file}`

const print = (view: BrandingView): void =>
  printFacts([
    ["Name", view.name ?? "not shown to customers"],
    ["Logo", logoText(view.logo)],
    ["Logo on dark ground", logoText(view.logoDark)],
    ["Colour", view.colour ?? ""],
    ["Support", view.support ?? ""],
    ["Terms", view.termsUrl ?? ""],
    ["Privacy", view.privacyUrl ?? ""],
    ["Site", view.siteUrl ?? ""],
    ["Embedded by", view.embedOrigins.join(", ")]
  ])

/** `quittance branding show`: reads only. */
export const showBranding: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const partner = yield* found(input)
    const view = yield* Effect.flatMap(Brandings, (brandings) => brandings.get(partner.id))
    if (input.has("--json")) printJson({ partner: partner.name, ...view })
    else {
      printLine(`What ${partner.name} shows to its customers:\n`)
      print(view)
    }
    return 0
  })
  return onStore(
    (configuration) => Layer.provideMerge(Brandings.layer, readServicesLayer(configuration)),
    show
  )
}

/** The texts that were typed; an empty one takes away what was set. */
const typedTexts = (input: CommandInput) =>
  Object.entries(textFlags).flatMap(([field, flag]) => {
    const text = input.text(flag)
    return text === undefined ? [] : [[field, text] as const]
  })

const fileAt = (path: string) =>
  readInputFile(path, {
    bytesMax: documentBytesMax,
    advice: "a logo is shown in at most 480 by 160 pixels",
    onRead: () => undefined
  })

/** `quittance branding set`: changes what is given, at once. */
export const setBranding: RunCommand = (input) => {
  if (!Object.values(flags).some((flag) => input.has(flag)))
    throw new UsageError(`Name what changes: ${Object.values(flags).join(", ")}.`)
  const origins = input.texts("--embed-origins")
  const texts = {
    ...Object.fromEntries(typedTexts(input)),
    ...(origins === undefined ? {} : { embedOrigins: origins.filter((each) => each !== "") })
  }
  const logos = (["logo", "logoDark"] as const).flatMap((field) => {
    const flag = logoFlags[field]
    const path = input.text(flag)
    return path === undefined ? [] : [[field, path === "" ? null : pathIn(flag, path, "./logo.png")] as const]
  })
  const set = Effect.gen(function* () {
    const files: { [field: string]: Uint8Array | null } = {}
    for (const [field, path] of logos) files[field] = path === null ? null : yield* fileAt(path)
    const partner = yield* found(input)
    const brandings = yield* Brandings
    const request = { ...texts, ...files }
    const view = yield* Effect.mapError(brandings.set(partner.id, request), (failure) =>
      failure instanceof InvalidInput ? usageErrorOf(flags)(failure) : failure
    )
    if (input.has("--json")) printJson({ partner: partner.name, ...view })
    else {
      printLine(`Customers of ${partner.name} see from now on:\n`)
      print(view)
    }
    return 0
  })
  const pictures = logos.some(([, path]) => path !== null)
    ? Layer.provide(picturesLayer, Decoding.layer())
    : Layer.empty
  return onStore(
    (configuration) => servicesLayer(configuration, { vault: "none", documents: pictures }),
    set,
    { check: ({ settings }) => void checked(flags, brandingRequestOf(texts, settings)) }
  )
}
