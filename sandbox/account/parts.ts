import { html } from './html.ts';
import type { Html } from './html.ts';

/** A time that sorts, with its zone, for a page that knows nothing of its reader's. */
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

/** The label of a button: `what` it does is shown, and to `which` one is read aloud, because the eye sees the row. */
export function label(what: string, which: string): Html {
	return html`${what}<span class="unseen"> ${which}</span>`;
}

export interface Question {
	/** Unique on the page. */
	id: string;
	what: string;
	which: string;
	question: string;
	/** Where the form goes once it is answered. */
	action: string;
}

/** A button that asks before it acts; a popover needs no script. */
export function asking({ id, what, which, question, action }: Question): Html {
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
