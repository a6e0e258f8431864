// A page of its own for the tests of the offline queue: the real queue, vault and database in a real browser, against a
// server that loses requests and answers as a test tells it to.
import { command, type Endpoint } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { connect } from '../api/connection.ts';
import { callOffline, discardWaiting, sendWaiting, waitingNow } from './offline-queue.ts';
import { openVault, reopenVault } from './vault.ts';

const mark = command({
  module: '@signed-in',
  scope: 'own',
  write: false,
  name: 'mark.save',
  summary: 'Marks one thing (tests).',
  idempotent: true,
  offline: true,
  input: z.strictObject({ run: z.string(), n: z.int() }),
  output: z.object({ n: z.int() }),
});

connect({
  token: () => 'pps_test',
  context: () => ({ franchiseeId: 2, academicYearId: 2026, roleId: null }),
});

const tools = {
  open: (userId: string, key: string) => openVault(userId, key),
  reopen: (userId: string) => reopenVault(userId),
  /** Gives 'sent', 'waits' or the refusal's code. */
  add: async (run: string, n: number): Promise<string> => {
    try {
      const done = await callOffline(mark, { run, n }, { title: `Mark ${n}` });
      return done.waits ? 'waits' : 'sent';
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'broken';
    }
  },
  send: () => sendWaiting(),
  discard: (id: string) => discardWaiting(id),
  waiting: () => waitingNow().map(({ id, state, tries, title }) => ({ id, state, tries, title })),
  /** Whether an operation with these marks may wait. */
  mayWait: async (name: string, marked: Partial<Pick<Endpoint, 'offline'>>): Promise<boolean> => {
    try {
      await callOffline(
        { ...mark, name, offline: marked.offline ?? false },
        { run: 'money', n: 1 },
        { title: name },
      );
      return true;
    } catch (error) {
      return !(error instanceof Error && /may not wait offline/.test(error.message));
    }
  },
};

export type QueueTools = typeof tools;
Object.assign(window, { queueTools: tools });
