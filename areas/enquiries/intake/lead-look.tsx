import { stateTable } from '@aangan/web/ui/state-look.ts';
import type { ReplayOutcome } from './lead-intake.contract.ts';
import { leadStates, quarantineReasons } from './lead-words.ts';

stateTable('lead', {
  DONE: ['success', leadStates.DONE],
  ROUTED: ['info', leadStates.ROUTED],
  PARSED: ['info', leadStates.PARSED],
  FETCHING: ['info', leadStates.FETCHING],
  QUARANTINED: ['warning', leadStates.QUARANTINED],
  RETRY: ['warning', leadStates.RETRY],
  DEAD: ['danger', leadStates.DEAD],
  REJECTED: ['danger', leadStates.REJECTED],
  IGNORED: ['neutral', leadStates.IGNORED],
});
stateTable('lead-channel', {
  OK: ['success', 'Works'],
  QUIET: ['neutral', 'Nothing yet'],
  RED: ['danger', 'Look at it'],
  PAUSED: ['warning', 'Paused'],
});

const leads = (n: number): string => (n === 1 ? '1 lead' : `${n} leads`);

/** '14 replayed: 12 created, 2 asked again.' */
export function outcomeText(out: ReplayOutcome, verb = 'replayed'): string {
  const parts = [
    out.created > 0 ? `${out.created} created` : '',
    out.askedAgain > 0 ? `${out.askedAgain} asked again` : '',
    out.waiting > 0
      ? `${out.waiting} still ${out.waiting === 1 ? 'waits' : 'wait'}${out.reason ? ` (${quarantineReasons[out.reason].toLowerCase()})` : ''}`
      : '',
    out.skipped > 0 ? `${out.skipped} left as they are` : '',
  ].filter(Boolean);
  return `${leads(out.replayed)} ${verb}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
}
