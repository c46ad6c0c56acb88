import { createHash } from 'node:crypto';
import { Html } from './html.ts';

/** The page's only script: a button copies the text before it. */
const code = `
document.addEventListener('click', async ({ target }) => {
	const button = target.closest('button.copy');
	if (!button) return;
	await navigator.clipboard.writeText(button.previousElementSibling.textContent);
	const label = button.firstChild;
	const before = label.data;
	label.data = 'Copied';
	setTimeout(() => { label.data = before; }, 1500);
});
`;

export const copyScript = new Html(`<script>${code}</script>`);

/** For the page's policy, which allows no other script. */
export const copyScriptHash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
