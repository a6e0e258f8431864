import { stateTable } from '@aangan/web/ui/state-look.ts';
import { whys } from './allocation-words.ts';

stateTable('allocation', {
  RULE: ['success', whys.RULE],
  STICKY: ['success', whys.STICKY],
  DEFAULT: ['neutral', whys.DEFAULT],
  MANUAL: ['info', whys.MANUAL],
  REALLOCATION: ['info', whys.REALLOCATION],
  LEAVER: ['warning', whys.LEAVER],
  RECALL: ['danger', whys.RECALL],
  QUEUE: ['warning', whys.QUEUE],
  UNDO: ['neutral', whys.UNDO],
});
stateTable('reallocation', {
  QUEUED: ['info', 'Waits'],
  RUNNING: ['info', 'Runs'],
  DONE: ['success', 'Done'],
  CANCELLED: ['warning', 'Stopped'],
  UNDONE: ['neutral', 'Undone'],
  WAITING: ['info', 'Waits'],
  MOVED: ['success', 'Moved'],
  SKIPPED: ['warning', 'Stays'],
});

export const enquiriesText = (n: number): string => (n === 1 ? 'One enquiry' : `${n} enquiries`);

/** '12/30', or '12' where there is no limit. */
export const outOf = (n: number, limit: number | null): string =>
  limit === null ? String(n) : `${n}/${limit}`;

/** What running the rules again did, in one line. */
export const ruleRunText = (out: { given: number; waiting: number; reason: string | null }): string =>
  out.given + out.waiting === 0
    ? 'Every enquiry has an owner.'
    : `${out.given} got an owner${out.waiting > 0 ? `, ${out.waiting} still ${out.waiting === 1 ? 'waits' : 'wait'}${out.reason ? ` (${out.reason})` : ''}` : ''}.`;
