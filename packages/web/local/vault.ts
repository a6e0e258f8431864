import { onDevice } from './offline.ts';
import type { Sealed } from './offline-database.ts';

/**
 * Whose things this browser can open now. The key comes from the server with the session, cannot be read out again, and
 * goes with the session: what is kept stays, but nobody else can read or send it (promise B5).
 */
interface Vault {
  userId: string;
  key: CryptoKey;
}

const NAME = 'vault';
let vault: Vault | null = null;

/** The user whose vault is open. */
export const vaultOwner = (): string | null => vault?.userId ?? null;

/** Opens a user's vault with the key of their session. False when this browser has no key store. */
export async function openVault(userId: string, keyBase64: string): Promise<boolean> {
  if (typeof crypto.subtle === 'undefined') return false;
  const bytes = Uint8Array.from(atob(keyBase64), (sign) => sign.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  vault = { userId, key };
  await onDevice(
    undefined,
    async ({ keys }) => void (await keys.put({ name: NAME, value: { userId, key } })),
  );
  return true;
}

/** Opens the vault that this browser kept, for a tab that starts without a network; only the named user's. */
export async function reopenVault(userId: string): Promise<boolean> {
  const value = await onDevice<unknown>(null, async ({ keys }) => (await keys.get(NAME))?.value ?? null);
  if (typeof value !== 'object' || value === null || !('key' in value) || !('userId' in value)) return false;
  if (value.userId !== userId || !(value.key instanceof CryptoKey)) return false;
  vault = { userId, key: value.key };
  return true;
}

/** Closes the vault: what is sealed stays sealed until the same user signs in again. */
export async function closeVault(): Promise<void> {
  vault = null;
  await onDevice(undefined, ({ keys }) => keys.delete(NAME));
}

/** Seals plain data for the open vault's owner; null when none is open. */
export const seal = (value: unknown): Promise<Sealed | null> =>
  sealBytes(new TextEncoder().encode(JSON.stringify(value)));

/** The same for bytes: a photo that waits for the network. */
export async function sealBytes(plain: BufferSource): Promise<Sealed | null> {
  if (!vault) return null;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, vault.key, plain) };
}

/** Opens what `seal` made; null when it is another user's or damaged. */
export async function unseal(sealed: Sealed): Promise<unknown> {
  const plain = await unsealBytes(sealed);
  try {
    return plain === null ? null : (JSON.parse(new TextDecoder().decode(plain)) as unknown);
  } catch {
    return null;
  }
}

export async function unsealBytes(sealed: Sealed): Promise<ArrayBuffer | null> {
  if (!vault) return null;
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, vault.key, sealed.data);
  } catch {
    return null;
  }
}
