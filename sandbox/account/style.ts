import { Html } from './html.ts';

/** The page's looks. Colours follow the system's light or dark setting. */
export const style = new Html(`
:root {
	color-scheme: light dark;
	--page: light-dark(#f6f7f9, #15171b);
	--card: light-dark(#ffffff, #1e2127);
	--line: light-dark(#7f8894, #747d8c);
	--text: light-dark(#1d2129, #e6e8ec);
	--soft: light-dark(#5c6470, #9aa3b0);
	--accent: light-dark(#2457c5, #7fa8ff);
	--on-accent: light-dark(#ffffff, #10131a);
	--good: light-dark(#1a7a43, #63d394);
	--bad: light-dark(#b3261e, #ff8d85);
	--wait: light-dark(#8a5a00, #e9b955);
	--notice: light-dark(#eaf1ff, #1d2a45);
}
* { box-sizing: border-box; }
body {
	margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 62rem;
	background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 0 0 .25rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p { margin: .25rem 0 1rem; }
a { color: var(--accent); }
nav { display: flex; gap: 1rem; margin: 1rem 0; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin: 1rem 0; }
.notice { background: var(--notice); border: 1px solid var(--accent); border-radius: 10px; padding: 1.25rem; margin: 1rem 0; scroll-margin-top: 8rem; }
.card > :last-child, .notice > :last-child { margin-bottom: 0; }
.notice h3 { margin-top: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .85rem; white-space: nowrap; }
code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.copyable { display: inline-flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .25rem 0; }
button.copy { min-height: 0; padding: .1rem .5rem; font-size: .85rem; }
.secret { padding: .5rem .75rem; border: 1px dashed var(--line); border-radius: 6px; user-select: all; }
.delivered { color: var(--good); }
.failed, button.bad { color: var(--bad); }
.pending { color: var(--wait); }
.revoked td { color: var(--soft); text-decoration: line-through; }
.revoked td:last-child { text-decoration: none; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
label { display: grid; gap: .25rem; font-size: .85rem; color: var(--soft); }
label.wide { flex: 1 1 20rem; }
fieldset { border: 1px solid var(--line); border-radius: 6px; display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex-basis: 100%; }
fieldset label { display: flex; gap: .4rem; align-items: center; }
legend { font-size: .85rem; color: var(--soft); }
input, select, button { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 6px; padding: .4rem .6rem; min-height: 2.35rem; background: var(--page); }
::placeholder { color: var(--soft); opacity: 1; }
fieldset input { min-height: 0; }
button { cursor: pointer; white-space: nowrap; }
[popover] { max-width: 30rem; border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; background: var(--card); color: var(--text); overflow-wrap: anywhere; }
[popover]::backdrop { background: #0008; }
[popover] .row { justify-content: end; }
details { margin-bottom: .75rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`);
