const PRIVATE = 'it is a private address';
const RESERVED = 'it is a reserved address';
const LINK_LOCAL = 'it is a link-local address';
const UNSPECIFIED = 'it stands for all addresses of this machine';
const NO_URL = 'it is not a valid URL';

/** RFC 6890 and its registries, over addresses as URL writes them. Loopback passes: the sandbox runs on this machine. */
const UNREACHABLE: ReadonlyArray<readonly [address: RegExp, why: string]> = [
	[/^0\./, UNSPECIFIED],
	[/^(10|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./, PRIVATE],
	[/^169\.254\./, LINK_LOCAL],
	[/^(198\.1[89]|192\.0\.2|198\.51\.100|203\.0\.113|22[4-9]|2[345]\d)\./, RESERVED],
	[/^\[::\]$/, UNSPECIFIED],
	[/^\[f[cd]/, PRIVATE],
	[/^\[fe[89a-f]/, LINK_LOCAL],
	[/^\[(ff|2001:db8:)/, RESERVED],
];

/** Endings that no public name server answers for: RFC 6761, 6762, 8375, ICANN's .internal, and routers' habits. */
const LOCAL_NAME =
	/\.(local|internal|intranet|lan|home|home\.arpa|localdomain|corp|private|invalid)$/;

/** Why no service elsewhere can reach a webhook's URL: the rest of a sentence; undefined if nothing is known. */
export function obstacleTo(webhookUrl: string | undefined): string | undefined {
	if (!webhookUrl || !/^https?:/i.test(webhookUrl) || !URL.canParse(webhookUrl)) return NO_URL;
	const host = hostOf(webhookUrl);
	if (isLoopback(webhookUrl)) return undefined;
	const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
	if (isAddress) return UNREACHABLE.find(([address]) => address.test(host))?.[1];
	if (!host.includes('.')) return `${host} is a host name without a domain`;
	const ending = LOCAL_NAME.exec(host)?.[1];
	return ending && `names ending in .${ending} only work inside a local network`;
}

export const isLoopback = (webhookUrl: string): boolean =>
	/^(127\.[\d.]+|\[::1\]|(.+\.)?localhost)$/.test(hostOf(webhookUrl));

/** In lower case. URL shortens addresses; an IPv4 address within IPv6 is written as one. */
function hostOf(url: string): string {
	const host = new URL(url).hostname.replace(/\.$/, '').toLowerCase();
	const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(host)?.slice(1);
	if (!mapped) return host;
	return mapped
		.map((part) => parseInt(part, 16))
		.flatMap((part) => [part >> 8, part & 255])
		.join('.');
}
