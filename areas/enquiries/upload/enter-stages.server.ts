// Taking the steps that the rows of a file name, once the rows are enquiries: with the pipeline's own rules and writes.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { inBulk } from '../enquiry/capture-writes.server.ts';
import { limitsOf } from '../enquiry/limits.server.ts';
import type { Limits } from '../enquiry/limits-setting.ts';
import { type EnquiryData, saveEnquiries } from '../enquiry/move-stage.server.ts';
import type { NextStep, StageSetting } from '../pipeline/next-steps.ts';
import { factsOfStages, stageSettings } from '../pipeline/stage-settings.server.ts';
import { changesWith, type StepFacts } from '../pipeline/step-changes.server.ts';
import { type LostReason, lacks, lostReasons } from '../pipeline/step-needs.server.ts';
import { FRESH, needsOf, stepsOfFiles, type UploadMove } from './upload-stage.server.ts';

export interface Entering {
  id: string;
  move: UploadMove;
}

interface Desk {
  franchiseeId: number;
  now: Date;
  by: string | null;
}

interface Rules {
  stages: readonly StageSetting[];
  steps: ReadonlyMap<string, NextStep>;
  facts: ReadonlyMap<string, NonNullable<StepFacts['stage']>>;
  reasons: ReadonlyMap<string, LostReason>;
  limits: Limits;
}

/** Takes the step of each row, as a person would on the board. Throws a refusal when one is not possible any more. */
export async function enterStages(db: Db, at: Desk, entering: readonly Entering[]): Promise<void> {
  if (entering.length === 0) return;
  const stages = await stageSettings(db, at.franchiseeId);
  const rules: Rules = {
    stages,
    steps: new Map(stepsOfFiles(stages).map((step) => [step.to, step])),
    facts: await factsOfStages(db),
    reasons: new Map((await lostReasons(db)).map((reason) => [reason.id, reason])),
    limits: await limitsOf(db, at.franchiseeId),
  };
  const rows = await db
    .selectFrom('enquiry')
    .selectAll()
    .where('franchisee_id', '=', at.franchiseeId)
    .where(
      'id',
      'in',
      entering.map(({ id }) => id),
    )
    .execute();
  const moves = new Map(entering.map(({ id, move }) => [id, move]));
  const moved = rows.flatMap((row) => {
    const move = moves.get(row.id);
    return move ? [taken(row, move, at, rules)] : [];
  });
  await inBulk(db, moved.length, () => saveEnquiries(db, at.franchiseeId, moved));
}

function taken(row: EnquiryData, { to, data }: UploadMove, { now, by }: Desk, rules: Rules) {
  const step = rules.steps.get(to);
  if (!step)
    throw refuseEnquiry('enquiry.step-not-allowed', {
      details: { stage: FRESH.stage, list: [...rules.steps.keys()].join(', ') },
    });
  const reason = data.lostReasonId ? rules.reasons.get(data.lostReasonId) : undefined;
  // The settings may ask for more than they did when the file was checked.
  const fields = lacks(needsOf(step, data, rules.stages), data, { now, reason });
  if (Object.keys(fields).length > 0) throw refuseEnquiry('enquiry.step-needs', { fields });
  return {
    row,
    changes: changesWith(
      step,
      data,
      { row, now },
      { stage: rules.facts.get(to), reason, limits: rules.limits },
    ),
    step: {
      action: step.action,
      to: { stage: step.to, status: step.status },
      via: 'UPLOAD' as const,
      by,
      now,
      reason: data.reason ?? data.note,
    },
  };
}
