// The stage that a row of a file names: which ones a file may name, and what each must carry (the pipeline's own steps
// and needs, told by cell).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Place } from '../enquiry/enquiry.states.ts';
import {
  type KnownOfChild,
  type Need,
  type NextStep,
  needsFor,
  type StageSetting,
  stepsFrom,
} from '../pipeline/next-steps.ts';
import { stageSettings } from '../pipeline/stage-settings.server.ts';
import { type LostReason, lacks, lostReasons, type StepData } from '../pipeline/step-needs.server.ts';
import { chooseOneOf } from './choose-one-of.ts';
import type { UploadColumn } from './enquiry-import.contract.ts';

/** Where every captured enquiry stands first. */
export const FRESH: Place = { stage: 'Yet_to_call', status: 'Suspect' };
const CLOSING: readonly string[] = ['Close', 'Drop Off'];

export interface StageLists {
  readonly stages: readonly StageSetting[];
  /** Steps that a file may take, by the lower-case name of the stage. */
  readonly steps: ReadonlyMap<string, NextStep>;
  /** Status -> lower-case name -> name. */
  readonly subStatuses: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Lower-case name -> reason. */
  readonly reasons: ReadonlyMap<string, LostReason>;
}

/** The step of a row, as a check keeps it until it is saved. */
export interface UploadMove {
  to: string;
  data: StepData;
}

export async function stageListsOf(db: Db, franchiseeId: number): Promise<StageLists> {
  const stages = await stageSettings(db, franchiseeId);
  const subStatuses = await db
    .selectFrom('enquiry_sub_status')
    .select(['status', 'name'])
    .where('active', '=', true)
    .orderBy('position')
    .execute();
  const byStatus = Map.groupBy(subStatuses, ({ status }) => status);
  return {
    stages,
    steps: new Map(stepsOfFiles(stages).map((step) => [step.to.toLowerCase(), step])),
    subStatuses: new Map(
      [...byStatus].map(([status, some]) => [
        status,
        new Map(some.map(({ name }) => [name.toLowerCase(), name])),
      ]),
    ),
    reasons: new Map((await lostReasons(db)).map((reason) => [reason.name.toLowerCase(), reason])),
  };
}

// Open stages that a person may enter, and of the lost ones the two that stand in the design (enquiries.md 6).
export const stepsOfFiles = (stages: readonly StageSetting[]): NextStep[] =>
  stepsFrom(FRESH, stages).filter((step) => step.status !== 'Lost' || CLOSING.includes(step.to));

type Errors = Partial<Record<UploadColumn, string>>;
type Typed = (column: UploadColumn) => string;

export interface NamedStage {
  /** Null: nobody has called yet. */
  step: NextStep | null;
  closed: boolean;
  subStatus: string | null;
  reason: LostReason | undefined;
  competitor: string | null;
}

const COMPETITOR_MAX = 60;

/** Reads what a row says of its stage; what is wrong goes into `errors`. */
export function readStage(typed: Typed, lists: StageLists, errors: Errors): NamedStage {
  const stage = typed('stage');
  const fresh = stage === '' || stage.toLowerCase() === FRESH.stage.toLowerCase();
  const step = fresh ? null : (lists.steps.get(stage.toLowerCase()) ?? null);
  if (!fresh && !step) errors.stage = whyNoStage(stage, lists);
  const closed = step?.status === 'Lost';
  const subStatus = readSubStatus(typed, lists, { step, known: fresh || step !== null, errors });
  const closes = closed || errors.stage !== undefined;
  if (closed && typed('next_follow_up') !== '')
    errors.next_follow_up = `${step?.to} has no next follow-up. Leave this empty.`;
  for (const column of ['lost_reason', 'competitor'] as const)
    if (!closes && typed(column) !== '')
      errors[column] = `This goes with ${CLOSING.join(' or ')} alone. Name that stage, or leave this empty.`;
  const named = typed('lost_reason');
  const reason = lists.reasons.get(named.toLowerCase());
  if (closed && named !== '' && !reason)
    errors.lost_reason = chooseOneOf('reason', names(lists.reasons.values()));
  const competitor = typed('competitor') || null;
  if (competitor !== null && competitor.length > COMPETITOR_MAX)
    errors.competitor = `At most ${COMPETITOR_MAX} characters`;
  return { step, closed, subStatus, reason, competitor };
}

const names = (some: Iterable<{ name: string }>): string[] => [...some].map(({ name }) => name);

function whyNoStage(typed: string, { stages, steps }: StageLists): string {
  const stage = stages.find(({ code }) => code.toLowerCase() === typed.toLowerCase());
  const possible = [FRESH.stage, ...[...steps.values()].map((step) => step.to)];
  if (!stage) return chooseOneOf('stage', possible);
  if (stage.enteredBy === 'SYSTEM') return `${stage.code} comes from admissions.`;
  if (!stage.active) return `${stage.code} is not used any more. ${chooseOneOf('', possible)}`;
  return `${stage.code} is set on the enquiry itself. A file may say ${CLOSING.join(' or ')}.`;
}

function readSubStatus(
  typed: Typed,
  lists: StageLists,
  { step, known, errors }: { step: NextStep | null; known: boolean; errors: Errors },
): string | null {
  const sub = typed('sub_status');
  if (sub === '' || !known) return null;
  if (step?.status === 'Lost') {
    errors.sub_status = `${step.to} has no sub-status. Leave this empty.`;
    return null;
  }
  const ofStatus = lists.subStatuses.get(step?.status ?? FRESH.status);
  const found = ofStatus?.get(sub.toLowerCase());
  if (found === undefined)
    errors.sub_status = chooseOneOf(`sub-status of ${step?.to ?? FRESH.stage}`, ofStatus?.values() ?? []);
  return found ?? null;
}

// What a person on the board hands over in other ways than a file: that the family was spoken with stands in its stage.
const TOLD_BY_STAGE: readonly Need[] = ['contact', 'withoutAppointment'];

const COLUMN_OF: Readonly<
  Record<Exclude<Need, 'contact' | 'withoutAppointment'> | 'competitor', UploadColumn>
> = {
  appointmentAt: 'next_follow_up',
  nextFollowUpOn: 'next_follow_up',
  note: 'remarks',
  reason: 'remarks',
  classId: 'class',
  programme: 'programme',
  childDob: 'child_dob',
  pincode: 'pincode',
  subStatus: 'sub_status',
  lostReasonId: 'lost_reason',
  competitor: 'competitor',
};

/** What the step must carry; `data` is all that is known of the child. */
export const needsOf = (step: NextStep, data: StepData, stages: readonly StageSetting[]): Need[] =>
  needsFor(step, FRESH, { stages, known: knownOf(data) }).filter((need) => !TOLD_BY_STAGE.includes(need));

const knownOf = (data: StepData): KnownOfChild => ({
  classId: data.classId ?? null,
  programme: data.programme ?? null,
  childDob: data.childDob ?? null,
  pincode: data.pincode ?? null,
});

/** By cell what a row's stage needs and the row does not have. */
export function lackingCells(
  { step, reason }: NamedStage,
  data: StepData,
  { lists, now }: { lists: StageLists; now: Date },
): Errors {
  if (!step) return {};
  const errors: Errors = {};
  for (const [need, text] of Object.entries(
    lacks(needsOf(step, data, lists.stages), data, { now, reason }),
  )) {
    const column = need in COLUMN_OF ? COLUMN_OF[need as keyof typeof COLUMN_OF] : undefined;
    if (column) errors[column] ??= `${step.to} needs this. ${textOf(need, text, lists)}`;
  }
  return errors;
}

const textOf = (need: string, text: string, lists: StageLists): string =>
  need === 'lostReasonId'
    ? chooseOneOf('', names(lists.reasons.values()))
    : need === 'competitor'
      ? 'Name the other school.'
      : need === 'appointmentAt'
        ? 'Give the day and time of the visit, DD-MM-YYYY HH:MM, in the next 90 days.'
        : `${text.replace(/\.$/, '')}.`;
