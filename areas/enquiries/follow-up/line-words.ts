import { outcomeLabels, outcomes } from '../enquiry/follow-up.contract.ts';
import { stageLabel } from '../enquiry/stage-label.ts';

/** A line of the timeline in words: 'Call: No answer', 'Asked: Website', or the step. */
export function lineWords({ kind, what }: { kind: string; what: string }): string {
  if (kind === 'touch') return `Asked: ${what}`;
  if (kind === 'stage') return what.split(' → ').map(stageLabel).join(' → ');
  if (kind !== 'follow-up') return what;
  const [channel = '', code = ''] = what.split(' · ');
  const outcome = outcomes.find((one) => one === code);
  return `${channel.charAt(0)}${channel.slice(1).toLowerCase()}: ${outcome ? outcomeLabels[outcome].label.replace(' at…', '') : code}`;
}
