/**
 * Whether a service elsewhere can reach a webhook's URL. Loopback passes: the sandbox runs on this machine.
 * The answer is what stands in the way, in words; undefined if nothing does.
 */
export function obstacleTo(webhookUrl: string | undefined): string | undefined {
	if (!webhookUrl || !URL.canParse(webhookUrl)) return 'it is not a web address';
	const { protocol, hostname } = new URL(webhookUrl);
	if (protocol !== 'http:' && protocol !== 'https:') return 'it is not a web address';
	const host = hostname.replace(/\.$/, '').toLowerCase();
	if (host.startsWith('[')) return obstacleOfV6(host.slice(1, -1));
	const octets = octetsOf(host);
	return octets ? obstacleOfV4(octets) : obstacleOfName(host);
}

export function isLoopback(webhookUrl: string): boolean {
	const { hostname } = new URL(webhookUrl);
	const host = hostname.replace(/\.$/, '');
	return /^(127\.|\[::1\]$)/.test(host) || /(^|\.)localhost$/i.test(host);
}

/** Endings that no public name server answers for: RFC 6761, 6762, 8375, ICANN's .internal, and routers' habits. */
const LOCAL_NAMES =
	/\.(local|internal|intranet|lan|home|home\.arpa|localdomain|corp|private|invalid)$/;

function obstacleOfName(host: string): string | undefined {
	if (/(^|\.)localhost$/.test(host)) return undefined;
	if (!host.includes('.')) return `${host} is a name within a network, without a domain`;
	const local = LOCAL_NAMES.exec(host)?.[1];
	return local === undefined
		? undefined
		: `names that end in .${local} exist only within a network`;
}

const PRIVATE = 'addresses of this range exist only within a network';

const RESERVED = 'addresses of this range belong to no machine';

/** RFC 6890 and its registry: first octet, what the second may be, what stands in the way. */
const RANGES: ReadonlyArray<readonly [first: number, from: number, to: number, words: string]> = [
	[0, 0, 255, 'it names no machine but means "all addresses of this one"'],
	[10, 0, 255, PRIVATE],
	[100, 64, 127, PRIVATE],
	[169, 254, 254, 'addresses of this range exist only between neighboring machines'],
	[172, 16, 31, PRIVATE],
	[192, 168, 168, PRIVATE],
	[198, 18, 19, RESERVED],
];

/** Documentation only: 192.0.2.0/24, 198.51.100.0/24 and 203.0.113.0/24. */
const EXAMPLES = ['192.0.2', '198.51.100', '203.0.113'];

function obstacleOfV4(octets: readonly number[]): string | undefined {
	const [first = 0, second = 0] = octets;
	if (first >= 224 || EXAMPLES.includes(octets.slice(0, 3).join('.'))) return RESERVED;
	return RANGES.find(([start, from, to]) => start === first && second >= from && second <= to)?.[3];
}

/** URL has written the address in its shortest form already. */
function obstacleOfV6(address: string): string | undefined {
	if (address === '::1') return undefined;
	if (address === '::') return RANGES[0]?.[3];
	const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address);
	if (mapped) {
		const [high = 0, low = 0] = mapped.slice(1).map((part) => parseInt(part, 16));
		return obstacleOfV4([high >> 8, high & 255, low >> 8, low & 255]);
	}
	if (/^f[cd]/.test(address)) return PRIVATE;
	if (/^fe[89a-f]/.test(address)) return RANGES[3]?.[3];
	return /^(ff|2001:db8:)/.test(address) ? RESERVED : undefined;
}

/** URL writes every spelling of an IPv4 address with four decimal numbers. */
function octetsOf(host: string): number[] | undefined {
	return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split('.').map(Number) : undefined;
}
