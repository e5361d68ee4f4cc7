/** The stylesheet of the hosted pages: phone first, light and dark, system fonts, no framework. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --ground: #f3f4f7;
  --card: #ffffff;
  --inset: #f6f7fa;
  --line: #dfe2ea;
  --text: #161a23;
  --quiet: #566074;
  --accent: #3448c5;
  --accent-strong: #28389d;
  --accent-soft: #eaedfc;
  --on-accent: #ffffff;
  --good: #0b6e43;
  --good-soft: #e2f5ea;
  --warn: #7a4b00;
  --warn-soft: #fdf3dc;
  --warn-line: #ecd39a;
  --bad: #a5281f;
  --bad-soft: #fbe9e7;
  --shadow: 0 1px 2px rgb(22 26 35 / 5%), 0 12px 32px rgb(22 26 35 / 7%);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Roboto Mono", "Liberation Mono", monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1117;
    --card: #171b24;
    --inset: #1e2430;
    --line: #2d3443;
    --text: #e9ecf3;
    --quiet: #a2acbf;
    --accent: #a9b6ff;
    --accent-strong: #c5ceff;
    --accent-soft: #232b4d;
    --on-accent: #12162a;
    --good: #6fd6a3;
    --good-soft: #14332a;
    --warn: #f0c878;
    --warn-soft: #2f2716;
    --warn-line: #574722;
    --bad: #ff9d93;
    --bad-soft: #3a1f1e;
    --shadow: none;
  }
}

*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }

body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 var(--sans);
  -webkit-text-size-adjust: 100%;
}

h1, h2, p, dl, dd, ul { margin: 0; padding: 0; }
h1, h2 { font-weight: 600; text-wrap: balance; }
p, dd, bdi { overflow-wrap: anywhere; }

:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
html:not(.scripted) .only-with-script, .scripted .only-without-script { display: none; }
html:not(.stale) .only-stale, .stale .only-fresh { display: none; }
.only-stale { color: var(--warn); }

/* Top of the page */

.ribbon {
  padding: 0.5rem 1rem;
  background: var(--warn-soft);
  border-bottom: 1px solid var(--warn-line);
  color: var(--warn);
  font-size: 0.875rem;
  font-weight: 600;
  text-align: center;
}
.languages ul {
  display: flex;
  justify-content: center;
  gap: 0.25rem;
  padding: 0.75rem 1rem 0.5rem;
  list-style: none;
}
.languages a {
  display: block;
  padding: 0.375rem 0.75rem;
  border-radius: 999px;
  color: var(--quiet);
  font-size: 0.875rem;
  text-decoration: none;
}
.languages a:hover { color: var(--text); text-decoration: underline; }
.languages a[aria-current] { background: var(--card); color: var(--text); font-weight: 600; }

/* Card */

main { width: 100%; max-width: 29rem; margin: 0 auto; padding: 0.25rem 0.75rem 2rem; }
main:has(.split) { max-width: 56rem; }
.card {
  overflow: hidden;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1.25rem;
  box-shadow: var(--shadow);
}
.summary, .transfer { padding: 1.5rem 1.125rem; }
.transfer { border-top: 1px solid var(--line); }
.summary > * + *, .transfer > * + *, .stack > * + * { margin-top: 1.25rem; }
.stack { padding-top: 0.75rem; }

.label { color: var(--quiet); font-size: 0.875rem; font-weight: 500; }
.ribbon, .hint { text-wrap: pretty; }
.hint, .footnote { color: var(--quiet); font-size: 0.875rem; }
.footnote { margin-top: 1rem; text-align: center; }
.icon { display: block; flex: none; width: 1.5rem; height: 1.5rem; }

/* Status */

.state { display: grid; grid-template-columns: auto 1fr; gap: 0.125rem 0.875rem; align-items: center; }
.state h1 { font-size: 1.125rem; line-height: 1.3; letter-spacing: -0.01em; }
.state p { grid-column: 2; color: var(--quiet); font-size: 0.9375rem; }
.badge {
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  border-radius: 50%;
  background: var(--accent-soft);
  color: var(--accent);
}
.state-paid .badge { background: var(--good-soft); color: var(--good); }
.state-underpaid .badge, .state-expired .badge, .state-vanished .badge { background: var(--warn-soft); color: var(--warn); }
.state-cancelled .badge { background: var(--bad-soft); color: var(--bad); }
.state-notice .badge { background: var(--inset); color: var(--quiet); }

.notice, .warning {
  display: flex;
  gap: 0.625rem;
  padding: 0.75rem 0.875rem;
  background: var(--warn-soft);
  border: 1px solid var(--warn-line);
  border-radius: 0.875rem;
  color: var(--warn);
  font-size: 0.875rem;
}
.notice .icon, .warning .icon { width: 1.25rem; height: 1.25rem; margin-top: 0.0625rem; }

.progress p { display: flex; justify-content: space-between; gap: 1rem; margin-bottom: 0.5rem; font-size: 0.9375rem; }
.progress strong, .timer strong { font-variant-numeric: tabular-nums; font-weight: 600; }
progress {
  appearance: none;
  display: block;
  width: 100%;
  height: 0.5rem;
  overflow: hidden;
  background: var(--accent-soft);
  border: 0;
  border-radius: 999px;
}
progress::-webkit-progress-bar { background: var(--accent-soft); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 999px; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 999px; }

/* Amount and time */

.demand {
  display: flex;
  flex-wrap: wrap;
  gap: 0.625rem 0.75rem;
  align-items: center;
  padding: 1rem;
  background: var(--inset);
  border-radius: 0.875rem;
}
.demand .label { flex: 0 0 100%; margin-bottom: -0.5rem; }
.demand .copy { flex: 1 0 auto; }
.amount { flex: 999 1 auto; font-size: 1.875rem; font-weight: 650; line-height: 1.15; letter-spacing: -0.02em; }
.amount .unit { color: var(--quiet); font-size: 0.5em; font-weight: 600; letter-spacing: 0; }
.figure { font-variant-numeric: tabular-nums; user-select: all; }
.timer { display: flex; justify-content: space-between; gap: 1rem; font-size: 0.9375rem; }
.timer > span { color: var(--quiet); }

.facts { font-size: 0.9375rem; }
.facts > div {
  display: flex;
  flex-wrap: wrap;
  gap: 0.125rem 1.5rem;
  padding: 0.625rem 0;
  border-top: 1px solid var(--line);
}
.facts > div:last-child { padding-bottom: 0; }
.facts dt { flex: none; color: var(--quiet); }
/* A short value ends its line; a long one gets a line of its own. */
.facts dd { min-width: 0; margin-inline-start: auto; }
.description { white-space: pre-line; }
.request-id { font-family: var(--mono); font-size: 0.8125rem; }

/* Where to send it */

.qr {
  width: 100%;
  max-width: 14rem;
  margin-inline: auto;
  overflow: hidden;
  background: #ffffff;
  border: 1px solid var(--line);
  border-radius: 0.875rem;
}
.qr svg { display: block; width: 100%; height: auto; shape-rendering: crispEdges; }
.transfer .address { margin-top: 0.375rem; }
.more summary { padding: 0.625rem 0; color: var(--accent); font-size: 0.9375rem; font-weight: 600; cursor: pointer; }
.transfer > .more:first-child { margin-block: -0.75rem; }
.address { display: grid; gap: 0.75rem; }
.address-text {
  padding: 0.75rem 0.875rem;
  background: var(--inset);
  border-radius: 0.875rem;
  font: 0.9375rem/1.5 var(--mono);
  overflow-wrap: anywhere;
  user-select: all;
}

/* Actions */

.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  color: var(--accent);
  font: 600 0.9375rem/1.25 var(--sans);
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.button:hover { border-color: var(--accent); color: var(--accent-strong); }
.button .icon { width: 1.125rem; height: 1.125rem; }
.primary { width: 100%; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-strong); border-color: var(--accent-strong); color: var(--on-accent); }
.link {
  padding: 0.25rem;
  background: none;
  border: 0;
  color: var(--accent);
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
}
.return .hint { margin-top: 0.75rem; text-align: center; }

@media (min-width: 48rem) {
  main { padding-top: 1.5rem; }
  .summary, .transfer { padding: 2rem; }
  .split { display: grid; grid-template-columns: 1fr 1fr; }
  .split .transfer { border-top: 0; border-inline-start: 1px solid var(--line); }
  .state h1 { font-size: 1.25rem; }
  .amount { font-size: 2.125rem; }
}

@media (prefers-reduced-motion: no-preference) {
  .button, .languages a { transition: background-color 0.15s, border-color 0.15s, color 0.15s; }
  progress::-webkit-progress-value { transition: inline-size 0.4s; }
  .state-confirming .icon { animation: turn 6s linear infinite; }
  @keyframes turn { to { rotate: 1turn; } }
}

@media (forced-colors: active) {
  .card, .button, .demand, .address-text { border: 1px solid; }
}

@media print {
  .languages, .copy, .footnote { display: none; }
}
`
