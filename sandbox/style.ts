import { Html } from './html.ts';

/** The page's looks. Colors follow the system's light or dark setting. */
export const style = new Html(`
:root { color-scheme: light dark; --line: light-dark(#7f8894, #747d8c); }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 62rem; font: 15px/1.5 system-ui, sans-serif; }
section, .card, .notice { border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 1rem 0; }
h1, h2 { margin: 0; }
table { border-collapse: collapse; }
td { padding: .25rem .75rem .25rem 0; vertical-align: top; }
code { overflow-wrap: anywhere; user-select: all; }
form, fieldset { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.delivered { color: light-dark(#1a7a43, #63d394); }
.failed { color: light-dark(#b3261e, #ff8d85); }
`);
