import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import type { StageSetting } from './next-steps.ts';

/** A stage as steps and forms need it. */
export const settingColumns = [
  'code',
  'status',
  'active',
  'entered_by as enteredBy',
  'needs_note as needsNote',
  'needs_sub_status as needsSubStatus',
  'needs_follow_up as needsFollowUp',
  'needs_appointment as needsAppointment',
  'needs_reason as needsReason',
  'exit_needs as exitNeeds',
  'max_days as maxDays',
  'colour',
] as const;

/** Stages in the order of the pipeline: the network's and, with a centre, that centre's own. */
export async function stageSettings(db: Db, franchiseeId: number | null): Promise<StageSetting[]> {
  let stages = db.selectFrom('enquiry_stage').select(settingColumns);
  if (franchiseeId !== null) stages = stages.where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId]);
  return stages
    .orderBy(sql`array_position(${[...spancoStatuses]}::text[], status)`)
    .orderBy('position')
    .orderBy('code')
    .execute();
}

const facts = (db: Db) => db.selectFrom('enquiry_stage').select(['code', 'sets_intent', 'sets_walk_in']);

/** What entering a stage makes true of an enquiry. */
export const stageFacts = (db: Db, code: string) => facts(db).where('code', '=', code).executeTakeFirst();

export const factsOfStages = async (db: Db) =>
  new Map((await facts(db).execute()).map((stage) => [stage.code, stage]));
