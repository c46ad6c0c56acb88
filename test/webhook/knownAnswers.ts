/**
 * Digests by another implementation, OpenSSL 3, over BODY with SECRET (see delivery.ts). Body only, in hex and Base64:
 *
 *     printf %s "$BODY" | openssl dgst -sha256 -hmac 'a signing secret' -r
 *     printf %s "$BODY" | openssl dgst -sha256 -hmac 'a signing secret' -binary | base64 -w0
 *
 * The others put `1792567680.` and so on before "$BODY"; Base64url is `| tr '+/' '-_' | tr -d '='`.
 */
export const digests = {
	sha256: 'b47c176392ad1d020eb0871b55dc683f88fb4f56ac465f3e23bdc8d9a35e6380',
	sha256Base64: 'tHwXY5KtHQIOsIcbVdxoP4j7T1asRl8+I73I2aNeY4A=',
	sha256Base64url: 'tHwXY5KtHQIOsIcbVdxoP4j7T1asRl8-I73I2aNeY4A',
	sha512:
		'07554c0bec74310e4ad992eb620d25f7acfcb82340698f6080a37e18a1d58f95dc262308decd3787d50cec424bff7a4663e031384f1c29b82e53372e59ce4217',
	/** 1792567680.{body} */
	dot: 'b8846abf610663364c60654d733c9cd5997c05a09253a64c474f1b0eb18f9905',
	dotBase64: 'uIRqv2EGYzZMYGVNczyc1Zl8BaCSU6ZMR08bDrGPmQU=',
	/** 1792567680123.{body} */
	dotMilliseconds: 'b3fc958078d2abd228f858b837abfd5d017005e5f773b05f7d8ff2d386e32cd6',
	/** 1792567680:{body} */
	colon: '9eb4767e82052e9f76f2470b1a80c21300c61f396193e52c8ac281d19c9569f0',
	/** v0:1792567680:{body} */
	slack: '82eb637fa134a0289bcab3aa121bb3a42b18b12b76c02e47a819e86e8d6edb7b',
	/** 1792567680{body} */
	joinedBase64: 'kLBtWWrd6uPpPCLIuRMiAfjISHpml2UUH3f0ySA7BJM=',
	/** {body}2026-10-21T07:28:00Z */
	behindBase64: 'PP09+KhBnHN24iDyUwLRbvic0FccVG+frqRxZiXo8LU=',
	/** ID, 2026-10-21T07:28:00Z and {body} without a joint */
	twitch: 'a4fad337304a4680c37387e2079fb65f104c2bd83663994d496a350ad7feb86e',
	/** ID.1792567680.{body} */
	standard: 'h/w/X8XwbQQi9EroPwFjf56JWRP58n7DoxdjrpR7cQc=',
	/** The same with the key `-mac HMAC -macopt hexkey:7477656e74792d666f7572206279746573206f66206b6579`. */
	standardDecoded: 'GX5Wh/hCv78ybALYJuY/DrA9gPE1wCiqV4cguH0HR5w=',
	/** `-sha1`, `-md5` */
	sha1: '074af670adedef56fcd14ffbf48ab9ddbfd672db',
	md5: 'ff1302b6040fd4856286c386e3b35d36',
	/** An empty body. */
	empty: 'cc5deff12a9243d7a845a58e9bef5c8cde59bb6a631ed16c5aa2b3aec551146b',
	/** `printf %s "$SECRET$BODY" | sha256sum`: a hash, no HMAC. */
	hash: 'b443ec9cd35f52ea97edae1c32af0091d3556590b79b73534e9edad46a8f47b0',
} as const;

export const ID = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';
export const MARKED_SECRET = 'whsec_dHdlbnR5LWZvdXIgYnl0ZXMgb2Yga2V5';
