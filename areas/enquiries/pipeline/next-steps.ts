// Which steps lead on from where an enquiry stands, and what each must carry (enquiries.md 2.3). One meaning for the
// board, the dialog that asks, and the command that refuses.
import {
  actionLabels,
  isSeedStage,
  nextStage,
  type Place,
  type SpancoStatus,
  spancoStatuses,
  type UserAction,
  userActionsFrom,
} from '../enquiry/enquiry.states.ts';

export const exitNeeds = ['class', 'programme', 'dob', 'pincode'] as const;
type ExitNeed = (typeof exitNeeds)[number];

/** Ways a family was spoken with, as a step may name them; each is a channel of the follow-ups. */
export const stepContacts = ['CALL', 'VISIT', 'VIDEO', 'WHATSAPP', 'EMAIL'] as const;
export type StepContact = (typeof stepContacts)[number];

/** A stage as the settings have it. */
export interface StageSetting {
  readonly code: string;
  readonly status: string;
  readonly active: boolean;
  readonly enteredBy: string;
  readonly needsNote: boolean;
  readonly needsSubStatus: boolean;
  readonly needsFollowUp: boolean;
  readonly needsAppointment: boolean;
  readonly needsReason: boolean;
  readonly exitNeeds: readonly string[];
  readonly maxDays: number | null;
  readonly colour: string;
}

/** One way on: an action, and the stage it ends in. */
export interface NextStep {
  readonly action: UserAction;
  readonly to: string;
  readonly status: string;
}

export type Need =
  | 'contact'
  | 'withoutAppointment'
  | 'appointmentAt'
  | 'note'
  | 'classId'
  | 'programme'
  | 'childDob'
  | 'pincode'
  | 'subStatus'
  | 'nextFollowUpOn'
  | 'lostReasonId'
  | 'reason';

/** What is known of the child; a step further on may ask for the rest. */
export interface KnownOfChild {
  readonly classId: number | null;
  readonly programme: string | null;
  readonly childDob: string | null;
  readonly pincode: string | null;
}

/** An enquiry as a step needs it: a row of a list or the whole one. */
export interface MovingEnquiry extends KnownOfChild {
  readonly id: string;
  readonly enquiryCode?: string;
  readonly version: number;
  readonly childName: string;
  readonly stage: string;
  readonly spancoStatus: string;
}

/** What a button says: the added stage's own name, or the action. */
export const stepLabel = (step: NextStep): string => {
  if (step.action === 'enter') return step.to;
  return step.action === 'step-back' ? `Back to ${step.to}` : actionLabels[step.action];
};

const order: readonly string[] = spancoStatuses;
const rank = (status: string): number => order.indexOf(status);
const OPEN_BY_HAND = ['Suspect', 'Prospect', 'Approach', 'Negotiation'];

/** Every step a person may take; disabled stages are left out. */
export function stepsFrom(at: Place, stages: readonly StageSetting[]): NextStep[] {
  const byCode = new Map(stages.map((stage) => [stage.code, stage]));
  const known = userActionsFrom(at.stage, at.status).flatMap((action): NextStep[] => {
    if (action === 'step-back') return backSteps(at, stages);
    const to = nextStage(at, action);
    const stage = to === null ? undefined : byCode.get(to);
    return stage?.active ? [{ action, to: stage.code, status: stage.status }] : [];
  });
  const added = stages
    .filter((stage) => stage.active && !isSeedStage(stage.code) && mayEnter(at, stage))
    .map((stage): NextStep => ({ action: 'enter', to: stage.code, status: stage.status }));
  return [...known, ...added];
}

// The stages of the status before, whoever enters them: stepping back corrects.
function backSteps(at: Place, stages: readonly StageSetting[]): NextStep[] {
  const before = spancoStatuses[rank(at.status) - 1];
  return stages
    .filter(
      (stage) =>
        stage.active && stage.status === before && (stage.enteredBy !== 'SYSTEM' || rank(before) === 0),
    )
    .map((stage): NextStep => ({ action: 'step-back', to: stage.code, status: stage.status }));
}

function mayEnter(at: Place, stage: StageSetting): boolean {
  if (at.stage === stage.code) return false;
  if (stage.status === 'Lost') return at.status !== 'Lost' && at.status !== 'Order';
  return OPEN_BY_HAND.includes(at.status) && rank(stage.status) >= rank(at.status);
}

/** The steps that lead into a column of the board. */
export const stepsTo = (at: Place, status: string, stages: readonly StageSetting[]): NextStep[] =>
  stepsFrom(at, stages).filter((step) => step.status === status && step.action !== 'reschedule');

/** Why no step leads into a column; null when one does. */
export function whyNot(at: Place, status: SpancoStatus, stages: readonly StageSetting[]): string | null {
  if (stepsTo(at, status, stages).length > 0) return null;
  if (status === at.status) return 'It is here already';
  if (at.status === 'Order') return 'This child is admitted';
  if (at.status === 'Lost') return 'Revive it first: it comes back as Prospect';
  if (status === 'Negotiation' || status === 'Closing' || status === 'Order') return 'Comes from admissions';
  if (rank(status) < rank(at.status)) return 'Only one step back at a time';
  return 'Not from here';
}

/** What a step must carry: the dialog asks for exactly these. */
export function needsFor(
  step: NextStep,
  at: Place,
  around: { stages: readonly StageSetting[]; known: KnownOfChild },
): Need[] {
  const target = around.stages.find((stage) => stage.code === step.to);
  const lost = step.status === 'Lost';
  const needs = new Set<Need>(lost ? ['lostReasonId'] : ownNeeds(step, at));
  if (target?.needsNote) needs.add('note');
  if (target?.needsReason && !lost) needs.add('reason');
  if (target?.needsAppointment && !lost && step.action !== 'step-back') needs.add('appointmentAt');
  if (target?.needsSubStatus && !lost) needs.add('subStatus');
  if (target?.needsFollowUp && !lost && !needs.has('appointmentAt')) needs.add('nextFollowUpOn');
  if (!lost && step.action !== 'revive' && rank(step.status) > rank(at.status))
    for (const need of missingAtExit(at, around)) needs.add(need);
  return [...needs];
}

function ownNeeds({ action, status }: NextStep, at: Place): Need[] {
  // Whoever skips a step says what was to happen in it.
  const skipped: Need[] =
    at.status === 'Suspect' && rank(status) > rank('Prospect') ? ['contact', 'withoutAppointment'] : [];
  switch (action) {
    case 'converse':
      return ['contact'];
    case 'fix-appointment':
    case 'reschedule':
      return ['appointmentAt'];
    case 'counsel-online':
    case 'counsel-offline':
      return [...skipped, 'classId', 'programme', 'note'];
    case 'enter':
      return skipped;
    case 'step-back':
      return ['reason'];
    default:
      return [];
  }
}

function missingAtExit(
  at: Place,
  { stages, known }: { stages: readonly StageSetting[]; known: KnownOfChild },
): Need[] {
  const asked = stages.find((stage) => stage.code === at.stage)?.exitNeeds ?? [];
  const missing: Readonly<Record<ExitNeed, Need | null>> = {
    class: known.classId === null ? 'classId' : null,
    programme: known.programme === null ? 'programme' : null,
    dob: known.childDob === null ? 'childDob' : null,
    pincode: known.pincode === null ? 'pincode' : null,
  };
  return exitNeeds.flatMap((need) => (asked.includes(need) ? (missing[need] ?? []) : []));
}
