// The step an outcome of a call or visit implies, and what it must carry: one meaning for the panel that asks and the
// command that refuses. It asks for no less than the same step taken on the board.

import type { Place, UserAction } from '../enquiry/enquiry.states.ts';
import type { Outcome } from '../enquiry/follow-up.contract.ts';
import {
  type KnownOfChild,
  type Need,
  type NextStep,
  needsFor,
  type StageSetting,
  stepsFrom,
} from './next-steps.ts';

interface Said {
  outcome: Outcome;
  channel: string;
}

/** Null: the line is written and the enquiry stays where it is. */
export function stepOfOutcome(
  at: Place,
  { outcome, channel }: Said,
  stages: readonly StageSetting[],
): NextStep | null {
  const wished: Partial<Record<Outcome, UserAction>> = {
    CALL_BACK: 'converse',
    DETAILS_SHARED: 'converse',
    INTERESTED: 'converse',
    APPOINTMENT: at.stage === 'Appointment Fixed' ? 'reschedule' : 'fix-appointment',
    COUNSELLED: channel === 'VISIT' ? 'counsel-offline' : 'counsel-online',
  };
  const action = wished[outcome];
  // A further talk with a family that has an appointment must not take the appointment away.
  if (!action || (action === 'converse' && at.stage !== 'Yet_to_call')) return null;
  return stepsFrom(at, stages).find((step) => step.action === action) ?? null;
}

/** The line itself is the contact that a step asks for. */
export const needsOfOutcome = (
  step: NextStep,
  at: Place,
  around: { stages: readonly StageSetting[]; known: KnownOfChild },
): Need[] => needsFor(step, at, around).filter((need) => need !== 'contact');
