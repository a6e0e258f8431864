// What centres do all day, as browsers do it: payments recorded under a key that is repeated until an answer comes, lists
// and a dashboard read between.
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentContract } from '@aangan/areas/finance/payment/payment.contract.ts';
import type { BenchRequest } from '../scenario.ts';

export interface LoadOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  accounts: readonly string[];
  today: string;
  reads: readonly BenchRequest[];
  workers: number;
}

export interface Phase {
  readonly seconds: number;
  readonly perSecond: number;
  /** Answers that a client without repetition would have seen as a failure, by status; 'none': the connection broke. */
  readonly failed: Readonly<Record<string, number>>;
  /** Longest time without any acknowledged payment (s). */
  readonly longestGap: number;
}

export interface Load {
  /** References of every payment that was answered with 200, and when. */
  readonly acknowledged: Map<string, number>;
  /** Figures of the time `work` takes. */
  during(work: () => Promise<unknown>): Promise<Phase>;
  stop(): Promise<void>;
}

const RUN = `DRILL${process.pid}`;
const PATIENCE_MS = 90_000;
const WRITES_OF = 3; // one of so many calls

/** Prefix of every payment of this drill. */
export const referencePrefix = RUN;

export function startLoad(options: LoadOptions): Load {
  const acknowledged = new Map<string, number>();
  let going = true;
  let calls = 0;
  let answered = 0;
  const failed: Record<string, number> = {};
  const acks: number[] = [];

  const fail = (how: string): false => {
    failed[how] = (failed[how] ?? 0) + 1;
    return false;
  };
  const ask = async (path: string, init: RequestInit): Promise<boolean> => {
    try {
      const answer = await fetch(`${options.url}${path}`, { ...init, signal: AbortSignal.timeout(15_000) });
      const text = await answer.text();
      if (answer.status === 200) return true;
      if (answer.status < 500 && answer.status !== 429)
        throw new Error(`The drill asked wrongly: ${answer.status} ${text.slice(0, 300)}`);
      return fail(String(answer.status));
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('The drill')) throw error;
    }
    return fail('none');
  };
  const pay = async (n: number) => {
    const reference = `${RUN}X${n}`;
    const init = {
      method: 'POST',
      headers: {
        ...options.headers,
        'content-type': 'application/json',
        'idempotency-key': `drill-${RUN}-${String(n).padStart(8, '0')}`,
      },
      body: JSON.stringify({
        feeAccountId: options.accounts[n % options.accounts.length],
        mode: 'UPI',
        amount: 100_000,
        payerName: 'Drill',
        receivedOn: options.today,
        reference,
      }),
    };
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(100)) {
      if (!(await ask(paymentContract.recordOffline.path, init))) continue;
      acknowledged.set(reference, Date.now());
      acks.push(Date.now());
      return;
    }
    throw new Error(`No answer for ${reference} within ${PATIENCE_MS / 1000} s`);
  };
  const read = (n: number) => {
    const { path, method, body, headers } = options.reads[n % options.reads.length] as BenchRequest;
    return ask(path, { method, headers: { ...options.headers, ...headers }, ...(body ? { body } : {}) });
  };
  const work = async () => {
    while (going) {
      calls += 1;
      const n = calls;
      await (n % WRITES_OF === 0 ? pay(n) : read(n));
      answered += 1;
    }
  };
  const workers = Promise.all(Array.from({ length: options.workers }, work));
  workers.catch(() => undefined); // thrown again by stop()

  return {
    acknowledged,
    during: async (of) => {
      const [from, before, broken] = [Date.now(), answered, { ...failed }];
      await of();
      const seconds = (Date.now() - from) / 1000;
      const inside = [from, ...acks.filter((at) => at > from), Date.now()];
      const gaps = inside.slice(1).map((at, n) => at - (inside[n] ?? at));
      return {
        seconds,
        perSecond: (answered - before) / seconds,
        failed: Object.fromEntries(
          Object.entries(failed)
            .map(([how, n]) => [how, n - (broken[how] ?? 0)] as const)
            .filter(([, n]) => n > 0),
        ),
        longestGap: Math.max(...gaps) / 1000,
      };
    },
    stop: async () => {
      going = false;
      await workers;
    },
  };
}
