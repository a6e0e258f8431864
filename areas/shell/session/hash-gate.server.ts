import { refuse } from '@aangan/contract/refusal.ts';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default variant), 19 MiB, 2 passes, 1 lane: about 20 ms (promise S8). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Two at a time for the whole process: a storm of sign-ins may not take both cores from everybody else.
const AT_ONCE = 2;
const QUEUE = 50;
let running = 0;
const waiting: (() => void)[] = [];

async function gated<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) throw refuse('server.busy', { retryAfter: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const normal = (password: string): string => password.normalize('NFKC');

/** Stores as the library's own text form (parameters and salt inside). */
export const hashPassword = (password: string): Promise<string> => gated(() => hash(normal(password), COST));

// Its word matters to nobody, only its cost: an unknown account takes as long as a known one (promise S5).
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$6+tjlMww440Xy9FYbS8kcg$3E9+8kz2B//b8uaKkFUBnzfIZTa2qjEDIp1+wsgNkBg';

/** Whether the password belongs to the hash. Without a hash it works as long and answers no. */
export async function passwordIs(stored: string | null, password: string): Promise<boolean> {
  const right = await gated(() => verify(stored ?? NOBODY, normal(password)));
  return stored !== null && right;
}
