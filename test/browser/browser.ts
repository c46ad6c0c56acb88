import type { Browser, Page } from 'playwright-core';
import { chromium, selectors } from 'playwright-core';

import { place } from '../e2e/place';

/** How long a step in the editor may take on a slow machine. */
const STEP_WITHIN_MS = 60_000;

const paths = place.browser ?? { chromium: '', pictures: '' };
let browser: Browser | undefined;

export type ColorScheme = 'light' | 'dark';

/** A new page in which the owner of n8n is logged in. */
export async function newPage(colorScheme: ColorScheme = 'light'): Promise<Page> {
	selectors.setTestIdAttribute('data-test-id');
	browser ??= await chromium.launch({
		executablePath: paths.chromium,
		args: [
			'--no-sandbox',
			// The one of a container is often too small.
			'--disable-dev-shm-usage',
			'--disable-gpu',
			'--no-first-run',
			'--disable-background-networking',
			// Requests of n8n's editor to other servers fail immediately.
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	});

	const context = await browser.newContext({
		baseURL: place.n8nUrl,
		viewport: { width: 1400, height: 900 },
		colorScheme,
		locale: 'en-US',
		timezoneId: 'UTC',
	});
	context.setDefaultTimeout(STEP_WITHIN_MS);
	const [name = '', value = ''] = place.session.split('=', 2);
	await context.addCookies([{ name, value, url: place.n8nUrl }]);
	return await context.newPage();
}

export async function closeBrowser(): Promise<void> {
	await browser?.close();
	browser = undefined;
}

/** Saves a screenshot. */
export async function picture(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: `${paths.pictures}/${name}.png`, animations: 'disabled' });
}

/** A test with its own page. If it fails, a screenshot is saved next to the logs. */
export function inBrowser(name: string, work: (page: Page) => Promise<void>): void {
	it(name, async () => {
		const page = await newPage();
		let isPassed = false;

		try {
			await work(page);
			isPassed = true;
		} finally {
			if (!isPassed) await picture(page, `failed-${name.replace(/\W+/g, '-')}`).catch(() => {});
			await page.context().close();
		}
	});
}
