/**
 * What short texts next to a list say about it, as tables of words. They only ever make a list doubtful: that a text says
 * nothing of the kind proves nothing.
 */
import { plainName } from '../../records/fieldNames';
import { saysByName } from '../../records/responseFields';

/** As a whole text: `"status": "processing"` */
const UNFINISHED =
	/^(processing|pending|loading|running|queued|enqueued|scheduled|waiting|preparing|starting|started|submitted|initiali[sz]ing|syncing|synchroni[sz]ing|importing|migrating|refreshing|(re)?building|(re)?indexing|warming([ _-]?up)?|in[ _-]?progress|not[ _-]?(ready|available|complete)|unavailable|stale|timeout|timed[ _-]?out|degraded|maintenance)$/i;

/** The same, of a list that is only a part. */
const PART =
	/^(partial|incomplete|truncated|limited)([ _-]?(content|results?|success|data|list))?$/i;

export const isUnfinished = (text: string) => UNFINISHED.test(text.trim());

/** Whatever the rest of the text says. */
const LATER =
	/(try|check|come|again|back|retry) (later|soon|shortly|after|in (a|some|\d))|please wait/i;

/** A part of a text that says that the list is not ready, unless it begins with "no". */
const NOT_YET = [
	/^(still |now |currently )?((re)?(index|build|load|synchroni[sz]|sync|import|migrat|prepar|generat|initiali[sz]|process|collect|refresh)|warm)ing\b/i,
	/\b(is|are|being|still|currently|now) (being |still |currently |now )?((re)?(index|build|load|synchroni[sz]|sync|import|migrat|prepar|generat|initiali[sz]|process|collect|refresh)|warm|runn?)ing\b/i,
	/\b(being|still) ((re)?(index|load|import|migrat|prepar|generat|collect|process|synchroni[sz])e?d|(re)?built|synced)\b/i,
	/\bnot (yet )?(been )?(ready|available|indexed|loaded|synced|built|imported|complete|completed|finished)\b/i,
	/\b(import|sync|migration|indexing|index|job|export|build) (is )?running\b|\bin[ _]progress\b|\bwarming up\b/i,
	/\b(under|for|during) maintenance\b|\bmaintenance mode\b|\btemporarily\b/i,
];

/** A part that says that records were left out. */
const LEFT_OUT_WORDS = [
	/\b(can|could) ?(not|n't) be (loaded|read|reached|fetched|retrieved|shown|included|accessed|processed)\b/i,
	/\b(failed|unable) to\b|\btimed[ _]?out\b|\bunavailable\b/i,
	/\b(omitted|skipped|left out|excluded|hidden|dropped|withheld|suppressed|filtered out|missing)\b/i,
	/\b(no|without|lack|insufficient|missing)[ _](access|permissions?|scopes?)\b|\b(access|permission)s? (was |is )?denied\b/i,
	/\b(stale|out of date|outdated)\b|partial[ _]data/i,
];

/** A part that says that more records follow. */
const MORE = [
	/\b(partial|partially|incomplete|truncated|cut off)\b/i,
	/\bnot all\b|\b(only|just|showing|displaying|returning) (the )?(first|last|top|latest|newest) /i,
	/\b(limited|restricted|capped|reduced) (to|at) (the )?(first |top |latest |maximum of )?\d/i,
	/\bthere (is|are) more\b|\bmore [a-z]{0,20} ?(are |is )?(exist|available|remain|follow)|\b\d{1,8} (more|others?|further)\b/i,
	/\btoo many (results|records|items|matches|entries)\b|\b(narrow|refine) (down )?(your|the)\b/i,
	/\b(result|record|page|size|row)s? (limit|cap) (was |is )?(reached|exceeded|hit)\b/i,
];

const NEGATED =
	/^(and |but )?(there (is|are|was|were) |you have )?(no|none|nothing|not any|zero|0)\b/i;

/** The parts of a text that say something, and not its opposite. */
const statementsIn = (text: string) =>
	text
		.split(/[.:;,!?()\n\u2013\u2014]+/)
		.map((part) => part.trim())
		.filter((part) => part !== '' && !NEGATED.test(part));

const anySays = (text: string, words: readonly RegExp[]) =>
	statementsIn(text).some((part) => words.some((word) => word.test(part)));

export const isNotYet = (text: string) => LATER.test(text) || anySays(text, NOT_YET);
export const saysLeftOut = (text: string) => !isHarmless(text) && anySays(text, LEFT_OUT_WORDS);
export const saysThatMoreFollow = (text: string) =>
	PART.test(text.trim()) || (!isHarmless(text) && anySays(text, MORE));

/** Warnings about how the request was written, and an empty page. */
const HARMLESS = /deprecat|obsolete|legacy|will be removed|sunset|charset|no[ _]results/i;

export const isHarmless = (text: string) => HARMLESS.test(text);

const PAGE_WORD = /\b(page|seite|p[aá]gina|pagina|strona|sida|side)\b/i;

/** `Page 1 of 4`, or `1/4` in a field that is called so. */
export function numberOfPagesIn(name: string, text: string): number | undefined {
	if (!/^pages?$/.test(name) && !PAGE_WORD.test(text)) return undefined;
	const [, at, of] = /\b(\d{1,6})(?: ?\/ ?| [a-z]{2,5} )(\d{1,6})\b/i.exec(text) ?? [];
	return at !== undefined && Number(of) >= Number(at) ? Number(of) : undefined;
}

/** Stands for the name of a month. */
const MONTH = '\u0000';
const MONTHS = /(jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*/gi;

/** Dates, times, addresses, IDs, versions, decimals, shares, sizes and durations, after which no count is left. */
const OTHER_NUMBERS = [
	/\b[a-z]+:\/\/\S+/gi,
	/\b\d{4}-\d\d(-\d\d)?([T ]\d\d:\d\d\S*)?/g,
	/\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
	/\b\d{1,2}:\d\d\S*/g,
	/\d{1,2}[.]? \0[.]? \d{4}|\0[.]? \d{1,2},? \d{4}/g,
	/\d{1,9} ?%/g,
	/\d{1,9} ?(ms|s|sec|seconds?|min|minutes?|hours?|days?|[kmg]i?b|bytes|px)\b/gi,
	/\b[a-z_]+\d\w*|\b\d+[a-z_]\w*/gi,
	/\b\d+(\.\d+)+\b/g,
];
/** A text about what may be requested or used, and not about what is there. */
const OF_USE =
	/\b(requests?|calls|credits?|quota|seats?|licen[sc]es?|points|tokens|retries|attempts?|shards?|used|per|max|maximum|up to|at most)\b/i;

/**
 * The largest number in a text that also has the number of records, or the end of their range; or that is followed by a
 * word for records.
 * @param isOther whether a word is for something else
 */
export function largerNumberIn(
	text: string,
	{ records, read, isOther }: { records: number; read: number; isOther: (word: string) => boolean },
): number | undefined {
	if (!/\d/.test(text) || OF_USE.test(text)) return undefined;
	const joined = text.replace(/\b([1-9]\d{0,2})[.,'\u00a0\u202f](?=\d{3}\b)/g, '$1');
	const named = joined.replace(MONTHS, MONTH);
	const rest = OTHER_NUMBERS.reduce((left, other) => left.replace(other, ' '), named);
	const found = [...rest.matchAll(/(\d{1,8})( ?[^\s\d.,;:()]{1,20})?/g)].map(
		([, digits, word = '']) => ({ number: Number(digits), word: plainName(word) }),
	);
	const numbers = found.map(({ number }) => number);
	const isRange = numbers.some(
		(number, at) => at > 0 && [0, 1].includes(number - (numbers[at - 1] ?? 0) - records + 1),
	);
	const isOfList =
		records > 0 && (isRange || [records, read + records].some((own) => numbers.includes(own)));
	const larger = found.filter(
		({ number, word }) =>
			number > read + records &&
			!isOther(word) &&
			(isOfList ||
				/^[件条個项項건개]/.test(word) ||
				(saysByName('total', `total${word}`) && word !== '')),
	);
	return larger.length === 0 ? undefined : Math.max(...larger.map(({ number }) => number));
}
