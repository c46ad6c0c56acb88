import { randomBytes } from 'node:crypto';

/** What the page says once after a form was sent. */
export interface Notice {
	/** The section in which it is shown. */
	section: 'api-keys' | 'webhooks' | 'deliveries';
	title: string;
	text: string;
	/** Shown in full here and nowhere else. */
	secret?: string;
}

/** Notices wait under a random name for the one page that shows them, so that loading it again does not. */
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
