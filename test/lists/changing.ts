import type { Answer, Respond } from './fakeService';

/**
 * A service whose records are created, deleted, moved and touched between any two requests. It knows which of them were
 * there all the time, so that a reader which misses one can be told.
 */
export interface Habits {
	/** `ignored`: it knows no parameter, and always returns the first page. */
	style: 'page1' | 'page0' | 'offset' | 'cursor' | 'link' | 'lastId' | 'ignored';
	length: number;
	size: number;
	/** What a page says about the list. */
	says: 'total' | 'more' | 'pages' | 'position' | 'nothing';
	/** What happens after each request, until the list is left alone, and how much of it at once. */
	changes: readonly Change[];
	atOnce: number;
}

export interface Change {
	kind: 'create' | 'delete' | 'move' | 'touch' | 'none';
	/** Where, as a share of the list: 0 is its beginning. */
	from: number;
	to: number;
}

interface Task {
	id: number;
	title: string;
	status: string;
}

export function changingService({ style, length, size, says, changes, atOnce }: Habits) {
	let list: Task[] = Array.from({ length }, (_, at) => ({
		id: at + 1,
		title: `Task ${at + 1}`,
		status: 'open',
	}));
	const stayed = new Set(list.map(({ id }) => id));
	const ever = new Set(stayed);
	let turn = 0;
	let nextId = length + 1;

	const change = ({ kind, from, to }: Change): void => {
		const at = Math.min(list.length - 1, Math.floor(from * list.length));
		const target = Math.floor(to * list.length);
		const record = list[at];
		if (kind === 'create') {
			const id = nextId++;
			ever.add(id);
			list = list.toSpliced(target, 0, { id, title: `Task ${id}`, status: 'open' });
		}
		if (!record || kind === 'none' || kind === 'create') return;
		const rest = list.toSpliced(at, 1);
		if (kind === 'delete') stayed.delete(record.id);
		if (kind === 'delete') list = rest;
		if (kind === 'move') list = rest.toSpliced(target, 0, record);
		if (kind === 'touch') list = list.with(at, { ...record, status: `changed ${turn}` });
	};

	const respond: Respond = (query, url): Answer => {
		const first = style === 'page0' ? 0 : 1;
		const page = Number(query.page ?? first);
		const start = {
			page1: (page - 1) * size,
			page0: page * size,
			link: (page - 1) * size,
			offset: Number(query.offset ?? 0),
			cursor: Number(query.cursor?.slice(1) ?? 0),
			lastId: list.findIndex(({ id }) => String(id) === query.starting_after) + 1,
			ignored: 0,
		}[style];
		const data = list.slice(Math.max(0, start), Math.max(0, start) + size);
		const hasMore = start + size < list.length;
		const isLed = style === 'cursor' || style === 'link';
		const next = style === 'link' ? `${url.pathname}?page=${page + 1}` : `c${start + size}`;
		const body = {
			data,
			...(isLed ? { [style === 'link' ? 'next' : 'next_cursor']: hasMore ? next : null } : {}),
			...(says === 'total' ? { total: list.length } : {}),
			...(says === 'more' ? { has_more: hasMore } : {}),
			...(says === 'pages' ? { total_pages: Math.ceil(list.length / size) } : {}),
			...(says === 'position' && style.startsWith('page') ? { page } : {}),
			...(says === 'position' && style === 'offset' ? { offset: start, limit: size } : {}),
		};
		changes.slice(turn * atOnce, (turn + 1) * atOnce).forEach(change);
		turn += 1;
		return { body };
	};
	return { respond, stayed, ever, now: () => list };
}
