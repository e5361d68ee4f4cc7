import { type Command, type Flag, json } from "./Command.ts"

const whose: Flag = { name: "--partner", value: "NAME", required: true, help: "by name or id" }

/** The commands for what a partner shows to its customers. */
export const brandingCommands: ReadonlyArray<Command> = [
  {
    words: ["branding", "show"],
    summary: "show what a partner shows to its customers, on payment pages and in e-mails",
    example: "quittance branding show --partner shop",
    flags: [whose, json],
    load: async () => ({ run: (await import("../command/branding.ts")).showBranding })
  },
  {
    words: ["branding", "set"],
    summary: "change it; what is not given stays as it is",
    example: 'quittance branding set --partner shop --name "Corner Shop" --logo sign.png --colour "#0a7d5c"',
    flags: [
      whose,
      {
        ...{ name: "--name", value: "TEXT", mayBeEmpty: true },
        help: "who is paid, first on every page: 1 to 80 characters"
      },
      {
        ...{ name: "--logo", value: "FILE", mayBeEmpty: true },
        help: "PNG, JPEG or WebP; made to fit into 480 by 160 pixels and 12 KB"
      },
      { name: "--logo-dark", value: "FILE", mayBeEmpty: true, help: "in its place on dark ground" },
      {
        ...{ name: "--colour", value: "#RRGGBB", mayBeEmpty: true },
        help: "of buttons; a shade of it is used where a text in it could not be read"
      },
      { name: "--support", value: "URL|MAIL", mayBeEmpty: true, help: "where customers get help" },
      { name: "--terms", value: "URL", mayBeEmpty: true, help: "the terms of sale" },
      { name: "--privacy", value: "URL", mayBeEmpty: true, help: "what is done with personal data" },
      { name: "--site", value: "URL", mayBeEmpty: true, help: "the shop itself" },
      {
        ...{ name: "--embed-origins", value: "ORIGIN,…", many: true, mayBeEmpty: true },
        help: "whose pages may show payment pages in a frame, such as https://shop.example"
      },
      json
    ],
    more: () => 'An empty value takes away what was set: --logo "".\n',
    load: async () => ({ run: (await import("../command/branding.ts")).setBranding })
  }
]
