/** What only the payment page of a fiat invoice needs, after `stylesheet`. */
export const bankStylesheet = `
/* The choice of a bank */

.state-declined .badge { background: var(--bad-soft); color: var(--bad); }
.bank-list {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr));
  gap: 0.5rem;
  padding: 0;
  list-style: none;
}
.label + .bank-list, .other-bank .bank-list { margin-top: 0.75rem; }
.bank { width: 100%; height: 100%; min-height: 3.5rem; color: var(--text); overflow-wrap: anywhere; }
.bank:hover { color: var(--accent-strong); }
.scan { margin-top: 0.75rem; text-align: center; }
.until { flex-wrap: wrap; gap: 0 1rem; }
.until time { margin-inline-start: auto; font-weight: 600; }

/* Who looks at a phone scans nothing with it: another device is at hand where the screen is wide and has a pointer. */
.other-device { display: none; }
.beside .qr { border-radius: 0.25rem; }

.decision { display: grid; gap: 0.75rem; }
.summary > .button { width: 100%; }

.simulation {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
  justify-content: space-between;
  max-width: 29rem;
  margin: 1rem auto 0;
  padding: 0.75rem 1rem;
  border: 1px dashed var(--warn-line);
  border-radius: 0.875rem;
  color: var(--warn);
  font-size: 0.875rem;
}

@media (min-width: 48rem) and (pointer: fine) {
  .other-device { display: block; }
  .beside { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; align-items: center; }
}

@media (prefers-reduced-motion: no-preference) {
  .state-contacting .icon { animation: turn 6s linear infinite; }
}

@media print {
  .banks, .other-bank, .simulation { display: none; }
}
`
