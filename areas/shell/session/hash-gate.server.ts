import { Worker } from 'node:worker_threads';
import { refuse } from '@aangan/contract/refusal.ts';
import type { HashAnswer, HashWork } from './hash-worker.server.ts';

// Two at a time for the whole process: a storm of sign-ins may not take both cores from everybody else. Threads of their
// own, because those that Node shares out cannot stand back behind the thread that answers requests.
const AT_ONCE = 2;
const QUEUE = 50;

interface Hasher {
  worker: Worker;
  ended: boolean;
  /** Whoever waits for its answer. */
  asked: { answer: (answer: HashAnswer) => void; fail: (error: Error) => void } | null;
}

let started = 0;
const idle: Hasher[] = [];
const waiting: ((hasher: Hasher) => void)[] = [];

function startHasher(): Hasher {
  const worker = new Worker(new URL('./hash-worker.server.ts', import.meta.url));
  const hasher: Hasher = { worker, ended: false, asked: null };
  worker.on('message', (answer: HashAnswer) => hasher.asked?.answer(answer));
  // Its end follows at once and says so to whoever waits.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    hasher.ended = true;
    hasher.asked?.fail(new Error('The thread that hashes passwords ended'));
  });
  return hasher;
}

async function takeHasher(): Promise<Hasher> {
  const free = idle.pop();
  if (free) return free.ended ? startHasher() : free;
  if (started < AT_ONCE) {
    started += 1;
    return startHasher();
  }
  if (waiting.length >= QUEUE) throw refuse('server.busy', { retryAfter: 2 });
  return new Promise((resolve) => waiting.push(resolve));
}

function giveBack(hasher: Hasher): void {
  const next = waiting.shift();
  if (next) {
    next(hasher.ended ? startHasher() : hasher);
    return;
  }
  // A process that has nothing else to do may end.
  hasher.worker.unref();
  idle.push(hasher);
}

async function gated(work: HashWork): Promise<HashAnswer> {
  const hasher = await takeHasher();
  try {
    const answer = await new Promise<HashAnswer>((resolve, reject) => {
      hasher.asked = { answer: resolve, fail: reject };
      hasher.worker.ref();
      hasher.worker.postMessage(work);
    });
    if ('problem' in answer) throw new Error(answer.problem);
    return answer;
  } finally {
    hasher.asked = null;
    giveBack(hasher);
  }
}

const normal = (password: string): string => password.normalize('NFKC');

/** Stores as the library's own text form (parameters and salt inside). */
export async function hashPassword(password: string): Promise<string> {
  const answer = await gated({ password: normal(password) });
  return 'hash' in answer ? answer.hash : '';
}

// Its word matters to nobody, only its cost: an unknown account takes as long as a known one (promise S5).
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$6+tjlMww440Xy9FYbS8kcg$3E9+8kz2B//b8uaKkFUBnzfIZTa2qjEDIp1+wsgNkBg';

/** Whether the password belongs to the hash. Without a hash it works as long and answers no. */
export async function passwordIs(stored: string | null, password: string): Promise<boolean> {
  const answer = await gated({ password: normal(password), stored: stored ?? NOBODY });
  return stored !== null && 'right' in answer && answer.right;
}
