/** What only the verification page needs, after `stylesheet`. */
export const verificationStylesheet = `
.state { align-items: start; }
.state h1 { min-height: 2.75rem; display: flex; align-items: center; }
.state-verified .badge { background: var(--good-soft); color: var(--good); }
.state-retrying .badge, .state-expired .badge { background: var(--warn-soft); color: var(--warn); }
.state-refused .badge { background: var(--bad-soft); color: var(--bad); }

.steps { margin: 1.25rem 0 0; padding: 0; list-style: none; }
.step { display: flex; gap: 0.75rem; align-items: center; padding: 0.375rem 0; color: var(--quiet); font-size: 0.9375rem; }
.step-current { color: var(--text); font-weight: 600; }
.mark {
  display: grid;
  flex: none;
  place-items: center;
  width: 1.75rem;
  height: 1.75rem;
  border: 1px solid var(--line);
  border-radius: 50%;
  font-size: 0.875rem;
  font-variant-numeric: tabular-nums;
}
.mark .icon { width: 1rem; height: 1rem; }
.step-current .mark { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.step-taken .mark { background: var(--good-soft); border-color: transparent; color: var(--good); }

.why {
  padding: 0.75rem 0.875rem;
  background: var(--warn-soft);
  border: 1px solid var(--warn-line);
  border-radius: 0.875rem;
  color: var(--warn);
  font-size: 0.9375rem;
}
.why h2 { font-size: 0.9375rem; }
.why ul { list-style: none; }
.why li, .why > p { margin-top: 0.375rem; }

.upload, .ways, .way { display: grid; grid-template-columns: minmax(0, 1fr); }
.upload { gap: 1rem; }
.ways { gap: 0.75rem; }
.way { position: relative; gap: 0.375rem; }
.chooser { width: 100%; color: var(--quiet); font: 0.9375rem/1.5 var(--sans); }
.chooser::file-selector-button {
  margin-inline-end: 0.75rem;
  padding: 0.5rem 0.875rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  color: var(--accent);
  font: 600 0.9375rem/1.25 var(--sans);
  cursor: pointer;
}
html:not(.scripted) .way .button {
  order: -1;
  justify-content: start;
  min-height: 0;
  padding: 0;
  background: none;
  border: 0;
  color: var(--text);
}
.scripted .chooser { position: absolute; inset: 0; height: 100%; opacity: 0; cursor: pointer; }
.scripted .way .button { min-height: 3.25rem; }
.scripted .way:hover .button { border-color: var(--accent); color: var(--accent-strong); }
.chooser:focus-visible + .button { outline: 3px solid var(--accent); outline-offset: 2px; }
.chooser:disabled + .button { opacity: 0.5; cursor: default; }
/* A camera is at hand where fingers are. */
.way-photo { display: none; }
@media (pointer: coarse) {
  .way-photo { display: grid; }
  .scripted .way-photo .button { background: var(--accent-soft); border-color: transparent; }
}

.chosen { padding: 0.75rem; background: var(--inset); border-radius: 0.875rem; color: var(--quiet); font-size: 0.875rem; text-align: center; }
.chosen img { display: block; max-width: 100%; max-height: 18rem; margin: 0 auto; border-radius: 0.5rem; }
.chosen img + p { margin-top: 0.5rem; }
.problem { scroll-margin-top: 6rem; }
.problem:empty { display: none; }
.upload .primary { scroll-margin-bottom: 1rem; }
main { scroll-margin-top: 4rem; }
.primary[aria-disabled="true"] { opacity: 0.6; cursor: default; }
.kept { display: flex; gap: 0.5rem; align-items: center; justify-content: center; }
.kept .icon { width: 1rem; height: 1rem; }

@media (prefers-reduced-motion: no-preference) {
  .state-checking .icon { animation: turn 6s linear infinite; }
}
@media (forced-colors: active) {
  .step-current .mark { border: 2px solid; }
}
@media print {
  .upload, .kept { display: none; }
}
`
