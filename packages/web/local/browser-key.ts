import { serverNow } from '../api/server-clock.ts';
import { onDevice } from './offline.ts';

/** This browser's P-256 key. The private half cannot leave the browser, not even by our own script. */
interface BrowserKey {
  sign: CryptoKey;
  jwk: { crv: string; kty: string; x: string; y: string };
  /** RFC 7638; the session is bound to it at sign-in. */
  thumbprint: string;
}

let known: Promise<BrowserKey | null> | undefined;
let secret: Promise<string | undefined> | undefined;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const sha256 = async (text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', textBytes(text))));

/** The key, made at first use; null without a secure context or where the browser keeps nothing. */
export function browserKey(): Promise<BrowserKey | null> {
  known ??= loadKey().catch(() => null);
  return known;
}

async function loadKey(): Promise<BrowserKey | null> {
  if (typeof crypto.subtle === 'undefined') return null;
  // Made before it is known to be needed: a database transaction may not wait for anything else.
  const fresh = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const pair = await kept('proof', fresh, isKeyPair);
  if (!pair) return null;
  const { crv = '', kty = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return {
    sign: pair.privateKey,
    jwk: { crv, kty, x, y },
    thumbprint: await sha256(JSON.stringify({ crv, kty, x, y })),
  };
}

const isKeyPair = (value: unknown): value is CryptoKeyPair =>
  typeof value === 'object' &&
  value !== null &&
  'privateKey' in value &&
  value.privateKey instanceof CryptoKey &&
  'publicKey' in value &&
  value.publicKey instanceof CryptoKey;

/** What stands under a name, or `fresh` from now on. Two tabs that start at once agree on the first one's. */
const kept = <T>(name: string, fresh: T, fits: (value: unknown) => value is T): Promise<T | null> =>
  onDevice<T | null>(null, ({ database, keys }) =>
    database.transaction('rw', keys, async () => {
      const found = (await keys.get(name))?.value;
      if (fits(found)) return found;
      await keys.put({ name, value: fresh });
      return fresh;
    }),
  );

const isName = (value: unknown): value is string => typeof value === 'string' && value.length >= 22;

/** A random name of this browser for one purpose, the same after a sign-out; undefined where none is kept. */
export const browserName = async (purpose: string): Promise<string | undefined> =>
  (await kept(purpose, base64url(crypto.getRandomValues(new Uint8Array(32))), isName)) ?? undefined;

/** The secret that makes this browser a known one after its first code (areas/shell.md 3.11); undefined where none is kept. */
export function deviceSecret(): Promise<string | undefined> {
  secret ??= browserName('device');
  return secret;
}

/** What sign-in sends about this browser. */
export async function thisBrowser(): Promise<{ device?: string; key?: string }> {
  const [device, key] = await Promise.all([deviceSecret(), browserKey()]);
  return { ...(device ? { device } : {}), ...(key ? { key: key.thumbprint } : {}) };
}

/** The DPoP header of one call (areas/shell.md 3.12); null without a key. */
export async function proofOf(call: { method: string; url: string; token: string }): Promise<string | null> {
  const key = await browserKey();
  if (!key) return null;
  const { origin, pathname } = new URL(call.url, window.location.href);
  const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk };
  const claims = {
    htm: call.method,
    htu: `${origin}${pathname}`,
    iat: Math.floor(serverNow() / 1000),
    jti: crypto.randomUUID(),
    ath: await sha256(call.token),
  };
  const data = [head, claims].map((part) => base64url(textBytes(JSON.stringify(part)))).join('.');
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.sign, textBytes(data));
  return `${data}.${base64url(new Uint8Array(signature))}`;
}
