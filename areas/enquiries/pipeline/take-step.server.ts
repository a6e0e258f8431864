// A step that a person takes: allowed from here, carrying what the stage asks for, with the facts it sets.
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import {
  isBskLevelTwo,
  isSystemAction,
  isUserAction,
  type Place,
  type UserAction,
} from '../enquiry/enquiry.states.ts';
import { type EnquiryData, lockEnquiry, placeOf, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { ensureNoLiveForm } from './live-forms.server.ts';
import { logStepContact } from './log-step-contact.server.ts';
import { type NextStep, needsFor, type StageSetting, stepsFrom } from './next-steps.ts';
import { stageSettings } from './stage-settings.server.ts';
import { changesOfStep, childChanges, knownOf, withKnown } from './step-changes.server.ts';
import { ensureCarried } from './step-needs.server.ts';

export const moveStage = handle(enquiryContract.moveStage, async ({ db, input, actor, now, version }) => {
  const row = await lockEnquiry(db, input.id, version);
  const at = placeOf(row);
  const stages = await stageSettings(db, row.franchisee_id);
  const step = stepNamed(at, stages, input);
  await ensureFree(db, row, step);
  const data = withKnown(row, input);
  const needs = needsFor(step, at, { stages, known: knownOf(row) });
  await ensureCarried(db, needs, data, { now });
  const changes = {
    ...(await changesOfStep(db, step, data, { row, now })),
    ...(await childChanges(db, input, { row, now })),
  };
  if (input.contact)
    await logStepContact(db, row, {
      step,
      data,
      by: actor.userId,
      now,
      nextOn: changes.next_follow_up_on ?? null,
    });
  const saved = await saveEnquiry(db, row, changes, {
    action: step.action,
    to: { stage: step.to, status: step.status },
    via: 'USER',
    by: actor.userId,
    now,
    reason: input.reason ?? input.note,
  });
  const next = changes.next_follow_up_on === undefined ? row.next_follow_up_on : changes.next_follow_up_on;
  return {
    id: row.id,
    version: saved.version,
    spancoStatus: saved.status,
    stage: saved.stage,
    nextFollowUpOn: next ?? null,
    bskLevelTwo: isBskLevelTwo({ stage: saved.stage, spancoStatus: saved.status }),
  };
});

interface Wanted {
  action: string;
  toStage?: string | null | undefined;
}

/** The step that is meant; refuses one that is not possible from here, with what is. */
function stepNamed(at: Place, stages: readonly StageSetting[], wanted: Wanted): NextStep {
  const possible = stepsFrom(at, stages);
  const list = [...new Set(possible.map((step) => step.to))].join(', ') || 'no other stage';
  if (!isUserAction(wanted.action))
    throw refuseEnquiry(isSystemAction(wanted.action) ? 'enquiry.system-stage' : 'enquiry.step-not-allowed', {
      details: { stage: at.stage, list },
    });
  const toSystem =
    wanted.action === 'enter' &&
    stages.some((stage) => stage.code === wanted.toStage && stage.enteredBy === 'SYSTEM');
  const fitting = possible.filter(
    (step) => step.action === wanted.action && (!wanted.toStage || step.to === wanted.toStage),
  );
  if (fitting.length === 0 && toSystem) throw refuseEnquiry('enquiry.system-stage');
  const [step] = fitting;
  if (!step) throw refuseEnquiry('enquiry.step-not-allowed', { details: { stage: at.stage, list } });
  return step;
}

const FROM_DOCUMENTS: ReadonlySet<string> = new Set(['Negotiation', 'Closing']);

/** What a live paper of admissions forbids: closing, and stepping back from the stage it brought. */
async function ensureFree(db: Db, row: EnquiryData, step: NextStep): Promise<void> {
  const back: UserAction = 'step-back';
  if (step.status === 'Lost' || (step.action === back && FROM_DOCUMENTS.has(row.spanco_status)))
    await ensureNoLiveForm(db, row);
  // What went to another centre lives on there.
  if (step.action === 'revive' && row.moved_to !== null) throw refuseEnquiry('enquiry.moved');
}
