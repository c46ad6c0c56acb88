import { json, scriptedServer } from '../../servers/scriptedServer';

interface Message {
	role: string;
	content: string | Array<{ text?: string }> | null;
}

interface Asked {
	messages: Message[];
	tools?: Array<{ function: { name: string; description?: string; parameters: unknown } }>;
	stream?: boolean;
}

export type Says =
	| { text: string }
	| { calls: Array<{ name: string; arguments: Record<string, unknown> }> };

/** What the model says, or how it derives that from the last tool result. */
export type Line = Says | ((told: { lastToolResult: string }) => Says);

const KEY = 'sk-made-up-for-a-scripted-model';

const textOf = ({ content }: Message) =>
	Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '');

/** A chat model with OpenAI's chat completions API that follows a script. */
export async function chatModel(lines: readonly Line[]) {
	const asked: Asked[] = [];
	const server = await scriptedServer(({ url, body }) => {
		if (!url.endsWith('/chat/completions')) return json({ error: { message: `no ${url}` } }, 404);
		const request = JSON.parse(body) as Asked;
		const line = lines[asked.push(request) - 1];
		if (!line) return json({ error: { message: 'The script is over' } }, 400);
		const says = typeof line === 'function' ? line({ lastToolResult: lastResult(request) }) : line;
		return json({
			id: `chatcmpl-${asked.length}`,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, ...choice(says, asked.length) }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});
	return {
		credential: { apiKey: KEY, url: server.baseUrl, header: false },
		asked,
		/** The tool results that the model got at its last turn. */
		toolResults: () => toolMessages(asked.at(-1)).map(textOf),
		toolNames: (turn: number) => (asked[turn]?.tools ?? []).map((tool) => tool.function.name),
		tool: (name: string) => asked[0]?.tools?.find((tool) => tool.function.name === name)?.function,
		close: server.close,
	};
}

const toolMessages = (request: Asked | undefined) =>
	(request?.messages ?? []).filter(({ role }) => role === 'tool');

function lastResult(request: Asked): string {
	const last = toolMessages(request).at(-1);
	return last ? textOf(last) : '';
}

function choice(says: Says, turn: number) {
	if ('text' in says) {
		return { finish_reason: 'stop', message: { role: 'assistant', content: says.text } };
	}
	return {
		finish_reason: 'tool_calls',
		message: {
			role: 'assistant',
			content: null,
			tool_calls: says.calls.map(({ name, arguments: given }, index) => ({
				id: `call_${turn}_${index}`,
				type: 'function',
				function: { name, arguments: JSON.stringify(given) },
			})),
		},
	};
}
