// A thread of its own that hashes passwords, one after the other (promise S8). Started by hash-gate.server.ts.
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** argon2id (the library's default variant), 19 MiB, 2 passes, 1 lane: about 20 ms (promise S8). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** `stored` absent: hash it anew. */
export interface HashWork {
  password: string;
  stored?: string;
}
export type HashAnswer = { hash: string } | { right: boolean } | { problem: string };

// On Linux the priority belongs to the thread, so everybody else's work goes first; a free core still hashes at full
// speed, and on a busy machine a sign-in takes half a second longer. Elsewhere it would slow the whole server down.
const STEPS_BACK = 15;
const LAST = 19;
if (process.platform === 'linux') os.setPriority(0, Math.min(os.getPriority(0) + STEPS_BACK, LAST));

function work({ password, stored }: HashWork): HashAnswer {
  try {
    return stored === undefined
      ? { hash: hashSync(password, COST) }
      : { right: verifySync(stored, password) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'The password could not be hashed' };
  }
}

parentPort?.on('message', (asked: HashWork) => parentPort?.postMessage(work(asked)));
