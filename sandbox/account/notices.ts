import { randomBytes } from 'node:crypto';

/** A message that the page shows once, after a form was sent. */
export interface Notice {
	/** The section in which it is shown. */
	section: 'api-keys' | 'webhooks' | 'deliveries';
	title: string;
	text: string;
	/** Shown in full here and nowhere else. */
	secret?: string;
}

/** Each notice has a random name and is shown once, so that it does not appear again if the page is reloaded. */
export class Notices {
	#waiting = new Map<string, Notice>();

	put(notice: Notice): string {
		const name = randomBytes(12).toString('hex');
		this.#waiting.set(name, notice);
		return name;
	}

	take(name: string): Notice | undefined {
		const notice = this.#waiting.get(name);
		this.#waiting.delete(name);
		return notice;
	}
}
