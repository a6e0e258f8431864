import { call } from '@aangan/web/api/call.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { auditContract as contract } from '../engine/audit.contract.ts';
import { keepPack, questionsOf, readOps, withQuestions, withSignoff } from './audit-store.web.ts';
import { withOps } from './kept-ops.ts';

/** Puts an audit on this device: its form and questions, what the audit before found, and the own answers. */
export async function takeAlong(id: string): Promise<void> {
  try {
    // The screen that opens it without a network stays on the device with it.
    await import('./run-audit.tsx');
    const [audit, kept] = [await call(contract.get, { id }), await readOps(id)];
    const known = new Map(withOps(questionsOf(audit), kept).map((one) => [one.id, one]));
    const done = await keepPack({
      audit: withSignoff(withQuestions(audit, known), kept),
      readAt: Date.now(),
    });
    if (done) notice.ok(`${audit.number} opens without a network on this device.`);
    else notice.warn('This browser keeps nothing on the device. Use it with a network.');
  } catch (error) {
    notice.error(error);
  }
}
