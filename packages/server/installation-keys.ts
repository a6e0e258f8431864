// The keys an installation seals and signs with. They come from the environment or from a file of the first node; the
// database holds a mark of them, so that a node with other keys refuses to start instead of writing what the others
// cannot read.
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Keys } from './work/seal.ts';

/** A connection or a pool, whichever the caller has. */
interface Connection {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

interface Marks {
  seal_key_mark: string | null;
  sign_key_mark: string | null;
}

const FILE = 'secrets.json';

/**
 * The keys of this installation: AANGAN_SEAL_KEY and AANGAN_SIGN_KEY (64 hex characters each), else those of
 * `<dataDir>/secrets.json`, which is made (0600) at the very first start only. Throws, saying what to do, when the database belongs to
 * other keys or when its keys are not here.
 */
export async function installationKeys(
  db: Connection,
  dataDir: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Keys> {
  const { rows } = await db.query<Marks>('select seal_key_mark, sign_key_mark from installation');
  const stored = storedKeys(dataDir);
  const sealKey = env['AANGAN_SEAL_KEY'] || stored?.sealKey;
  const signKey = env['AANGAN_SIGN_KEY'] || stored?.signKey;
  const marked = rows[0]?.seal_key_mark !== null || rows[0]?.sign_key_mark !== null;
  if (marked && (!sealKey || !signKey)) throw new Error(missing(dataDir));
  const keys = { sealKey: sealKey || newKey(), signKey: signKey || newKey() };
  // Only what was made here is written; a key of the environment stays there.
  if (!sealKey || !signKey)
    writeKeys(dataDir, {
      ...stored,
      ...(sealKey ? {} : { sealKey: keys.sealKey }),
      ...(signKey ? {} : { signKey: keys.signKey }),
    });
  await checkMarks(db, keys);
  return keys;
}

async function checkMarks(db: Connection, keys: Keys): Promise<void> {
  const [seal, sign] = [markOf('seal', keys.sealKey), markOf('sign', keys.signKey)];
  const { rows } = await db.query<Marks>('select * from mark_installation_keys($1, $2)', [seal, sign]);
  if (rows[0]?.seal_key_mark !== seal) throw new Error(other('AANGAN_SEAL_KEY', 'seal key'));
  if (rows[0]?.sign_key_mark !== sign) throw new Error(other('AANGAN_SIGN_KEY', 'sign key'));
}

function markOf(purpose: string, key: string): string {
  if (!/^[0-9a-f]{64}$/i.test(key))
    throw new Error(`AANGAN_${purpose.toUpperCase()}_KEY must be 64 hex characters`);
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`aangan ${purpose} key`).digest('hex');
}

function storedKeys(dataDir: string): Partial<Keys> | undefined {
  const file = path.join(dataDir, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys>) : undefined;
}

const newKey = () => randomBytes(32).toString('hex');

function writeKeys(dataDir: string, keys: Partial<Keys>): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path.join(dataDir, FILE), `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
}

const missing = (dataDir: string) =>
  `The keys of this installation are not on this node, and without them nothing it sealed can be read.\n` +
  `Give AANGAN_SEAL_KEY and AANGAN_SIGN_KEY as the first node has them (its ${FILE}), or put that file into ${dataDir}.`;
const other = (variable: string, name: string) =>
  `The ${name} of this node is not the ${name} of this installation: what one node writes, the others could not read.\n` +
  `Give ${variable} as the first node has it (its ${FILE}).`;
