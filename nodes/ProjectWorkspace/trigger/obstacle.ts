import { hostOf, isLoopback } from '../client/connection';

/** RFC 6890 and its registries, over addresses as URL writes them. Loopback passes: the sandbox runs on this machine. */
const PRIVATE: readonly RegExp[] = [
	/^(0|10|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89])\./,
	/^\[(::\]|::ffff:|f[cd]|fe[89a-f])/,
];

/** Addresses that no machine has: for documentation, multicast and reserved ones. */
const NOBODYS: readonly RegExp[] = [
	/^(192\.0\.2|198\.51\.100|203\.0\.113|22[4-9]|2[345]\d)\./,
	/^\[(ff|2001:db8:)/,
];

/** Endings that no public name server answers for: RFC 6761, 6762, 8375, ICANN's .internal, and routers' habits. */
const LOCAL_NAME = /\.(local|internal|intranet|lan|home|home\.arpa|localdomain|corp|private)$/;

/**
 * Why the service cannot reach a webhook's URL; undefined if nothing is known. A service that is at a private address
 * itself reaches others there. Unless it is final, a relay with a public URL of its own may forward deliveries.
 * @returns `because` is the rest of a sentence
 */
export function obstacleTo(webhookUrl = '', serviceUrl = '') {
	if (!/^https?:/i.test(webhookUrl) || !URL.canParse(webhookUrl)) {
		return { because: 'it is not a valid URL', isFinal: true };
	}
	const host = hostOf(webhookUrl);
	if (NOBODYS.some((address) => address.test(host)) || host.endsWith('.invalid')) {
		return { because: `no machine can have the address ${host}`, isFinal: true };
	}
	const isPrivateService = URL.canParse(serviceUrl) && privacyOf(hostOf(serviceUrl)) !== undefined;
	const because = isLoopback(webhookUrl) || isPrivateService ? undefined : privacyOf(host);
	return because === undefined ? undefined : { because, isFinal: false };
}

function privacyOf(host: string): string | undefined {
	if (/^(\[|[\d.]+$)/.test(host)) {
		const isPublic = !PRIVATE.some((address) => address.test(host));
		return isPublic ? undefined : 'it is a private or reserved address';
	}
	if (!host.includes('.')) return `${host} is a host name without a domain`;
	const ending = LOCAL_NAME.exec(host)?.[1];
	return ending && `names ending in .${ending} only work inside a local network`;
}
