import { html } from './html.ts';
import type { Html } from './html.ts';

/** A time in UTC, since the page does not know the time zone of its reader. */
export function timeOf(milliseconds: number): string {
	return new Date(milliseconds)
		.toISOString()
		.replace('T', ' ')
		.replace(/\.\d+Z$/, ' UTC');
}

/** A table that can be scrolled with the keyboard, too. */
export function table(label: string, columns: readonly string[], rows: readonly Html[]): Html {
	return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
		<table>
			<thead>
				<tr>
					${columns.map((name) => html`<th scope="col">${name}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows}
			</tbody>
		</table>
	</div>`;
}

/** The label of a button. `which` is for screen readers only, since the row shows it. */
export function label(what: string, which: string): Html {
	return html`${what}<span class="unseen"> ${which}</span>`;
}

/** A text with a button that copies it. @param what it is, for screen readers */
export function copyable(text: string, what: string, kind: 'secret' | 'plain' = 'plain'): Html {
	return html`<span class="copyable"
		><code class="${kind}">${text}</code>
		<button type="button" class="copy">${label('Copy', what)}</button></span
	>`;
}

export interface Question {
	/** Unique on the page. */
	id: string;
	what: string;
	which: string;
	question: string;
	/** The URL of the form, which is sent after the question was confirmed. */
	action: string;
}

/** A button with a confirmation; a popover needs no script. */
export function confirmButton({ id, what, which, question, action }: Question): Html {
	return html`<button type="button" popovertarget="${id}">${label(what, which)}</button>
		<div popover id="${id}" role="alertdialog" aria-label="${what}">
			<p>${question}</p>
			<form class="row" method="post" action="${action}">
				<button type="button" popovertarget="${id}" popovertargetaction="hide" autofocus>
					Cancel
				</button>
				<button class="bad">${what}</button>
			</form>
		</div>`;
}
