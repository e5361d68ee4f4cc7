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
.other-bank summary { padding: 0.625rem 0; color: var(--accent); font-size: 0.9375rem; font-weight: 600; cursor: pointer; }
.transfer > .other-bank:first-child { margin-block: -0.75rem; }
.scan { margin-top: 0.75rem; text-align: center; }
.until { flex-wrap: wrap; gap: 0 1rem; }
.until time { margin-inline-start: auto; font-weight: 600; }

/* Another device is at hand where the screen is wide. */
.other-device { display: none; }
.other-device .qr { border-radius: 0.25rem; }

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

@media (min-width: 48rem) {
  .other-device { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; align-items: center; }
}

@media (prefers-reduced-motion: no-preference) {
  .state-contacting .icon { animation: turn 6s linear infinite; }
}

@media print {
  .banks, .other-bank, .simulation { display: none; }
}
`
