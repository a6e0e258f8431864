import { z } from 'zod';

/**
 * The specification's local storage (3; shell.md 2.2): exactly these twelve keys. All of it is display cache except
 * `token`; the server trusts none of it. A damaged value counts as absent.
 */
const role = z.object({ id: z.number(), role: z.string() });
const franchisee = z.object({ id: z.number(), companyName: z.string() });
const endPoint = z.object({ module: z.string(), method: z.string() });

const shapes = {
  token: z.string().min(1).max(400),
  me: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    franchisee: franchisee.nullable(),
    superAdmin: z.boolean(),
    modulesAuth: z.array(z.string()),
    student: z.object({ studentAdmissionID: z.string() }).optional(),
    roles: z.array(role),
  }),
  superadmin: z.boolean(),
  access: z.array(
    z.object({
      id: z.number(),
      role: z.string(),
      description: z.string(),
      systemEndPoints: z.array(endPoint),
    }),
  ),
  roles: z.array(role),
  role,
  menu: z.unknown(),
  menuShow: z.boolean(),
  hasEnquiryAccess: z.union([z.literal(0), z.literal(1)]),
  wowKitOrderItems: z
    .array(z.object({ productID: z.union([z.string(), z.number()]), quantity: z.number() }))
    .max(200),
  franchisee,
  academicYear: z.object({ id: z.number(), academicYear: z.string() }),
};

export type StorageKey = keyof typeof shapes;
export type Stored<K extends StorageKey> = z.infer<(typeof shapes)[K]>;

export const STORAGE_KEYS = Object.keys(shapes) as readonly StorageKey[];

const LIMIT = 256 * 1024;
const MENU_LIMIT = 60 * 1024;
// Blocked or full storage: the sign-in then lasts as long as this tab.
const memory = new Map<string, string>();
// A tab that looks with another person's eyes: only the token is this browser's.
let apart = false;
const isApart = (key: StorageKey): boolean => apart && key !== 'token';

/** From now on this tab keeps what it learns of the session to itself. */
export function keepApart(): void {
  apart = true;
}

function raw(key: StorageKey): string | null {
  try {
    if (isApart(key)) return memory.get(key) ?? null;
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** A stored value, or null when it is absent, damaged or larger than 256 kB. */
export const readStored = <K extends StorageKey>(key: K): Stored<K> | null => parseStored(key, raw(key));

/** The same of a text that the storage held, as an event of another tab brings it. */
export function parseStored<K extends StorageKey>(key: K, text: string | null): Stored<K> | null {
  if (text === null || text.length > LIMIT) return null;
  try {
    const value: unknown = key === 'token' ? text : JSON.parse(text);
    const verdict = shapes[key].safeParse(value);
    return verdict.success ? (verdict.data as Stored<K>) : null;
  } catch {
    return null;
  }
}

/** Keeps a value; a menu above 60 kB is not cached. */
export function writeStored<K extends StorageKey>(key: K, value: Stored<K>): void {
  const text = key === 'token' ? String(value) : JSON.stringify(value);
  if (key === 'menu' && text.length > MENU_LIMIT) {
    removeStored(key);
    return;
  }
  memory.set(key, text);
  if (isApart(key)) return;
  try {
    localStorage.setItem(key, text);
  } catch {
    keepsNothing = true;
  }
}

export function removeStored(key: StorageKey): void {
  memory.delete(key);
  if (!isApart(key)) removeKept(key);
}

function removeKept(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing can be there.
  }
}

/** Clears the twelve keys. */
export function clearStored(): void {
  memory.clear();
  STORAGE_KEYS.forEach(removeKept);
}

/** Whether this browser still has a sign-in: another tab may have removed it a moment ago. */
export function isSignInKept(): boolean {
  try {
    return keepsNothing ? memory.has('token') : localStorage.getItem('token') !== null;
  } catch {
    return memory.has('token');
  }
}

let keepsNothing = false;
/** True when this browser refused to keep the sign-in. */
export const storageRefused = (): boolean => keepsNothing;
