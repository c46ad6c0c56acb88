import { json, scriptedServer } from '../servers/scriptedServer';

interface Message {
	role: string;
	content: string | Array<{ text?: string }> | null;
}

interface Asked {
	messages: Message[];
	tools?: Array<{ function: { name: string; description?: string; parameters: object } }>;
}

const textOf = ({ content }: Message) =>
	Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '');

/** A chat model with OpenAI's API that calls one tool, and then repeats its result. */
export async function modelThatCalls(name: string, input: Record<string, unknown>) {
	const asked: Asked[] = [];
	const resultIn = (request?: Asked) =>
		request?.messages.filter(({ role }) => role === 'tool').map(textOf)[0];

	const server = await scriptedServer(({ body }) => {
		const request = JSON.parse(body) as Asked;
		asked.push(request);
		const result = resultIn(request);
		const call = {
			id: 'call_1',
			type: 'function',
			function: { name, arguments: JSON.stringify(input) },
		};
		const message =
			result === undefined
				? { role: 'assistant', content: null, tool_calls: [{ index: 0, ...call }] }
				: { role: 'assistant', content: `The tool says: ${result}` };

		return json({
			id: `chatcmpl-${asked.length}`,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, finish_reason: result === undefined ? 'tool_calls' : 'stop', message }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});

	return {
		credential: { apiKey: 'sk-made-up', url: server.baseUrl, header: false },
		/** What the tool responded. */
		result: () => resultIn(asked.at(-1)) ?? '',
		/** What the model was told about the tools. */
		tools: () => (asked[0]?.tools ?? []).map((tool) => tool.function),
		close: server.close,
	};
}
