// An open enquiry goes on at another centre and ends here, for a reason that counts in no loss rate (enquiries.md D23); a
// child of the skill programme is handed over when its appointment is fixed (D17).
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { isBskLevelTwo } from '../enquiry/enquiry.states.ts';
import { type EnquiryData, lockEnquiry, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { goOnElsewhere } from './go-on-elsewhere.server.ts';
import { mayWorkAt } from './may-work-at.server.ts';
import { pipelineContract } from './pipeline.contract.ts';

export const moveCentre = handle(pipelineContract.moveCentre, async ({ db, input, actor, now, version }) => {
  const row = await lockEnquiry(db, input.id, version);
  ensureCanGo(row, input.franchiseeId);
  if (!(await mayWorkAt(db, actor, input.franchiseeId))) throw refuse('context.foreign');
  const { fresh, there } = await goOnElsewhere(db, row, {
    target: input.franchiseeId,
    by: actor.userId,
    reason: input.reason,
    now,
  });
  return { id: fresh.id, enquiryCode: fresh.enquiryCode, centre: there.label };
});

/** Level one qualified the child; the centre gets it with the appointment, and who qualified it is kept. */
export const handOver = handle(pipelineContract.handOver, async ({ db, input, actor, now, version }) => {
  const row = await lockEnquiry(db, input.id, version);
  ensureCanGo(row, input.franchiseeId);
  if (row.programme !== 'BSK' || !isBskLevelTwo({ stage: row.stage_code, spancoStatus: row.spanco_status }))
    throw refuseEnquiry('enquiry.not-level-two');
  const { fresh, there } = await goOnElsewhere(db, row, {
    target: input.franchiseeId,
    by: actor.userId,
    reason: 'Handed over with its appointment',
    now,
    keep: { qualified_by: row.owner_id ?? actor.userId, intent_at: row.intent_at },
    there: async ({ id }) => {
      const begun = await lockEnquiry(db, id);
      if (begun.stage_code !== 'Yet_to_call' || row.appointment_at === null) return;
      await saveEnquiry(
        db,
        begun,
        {
          sub_status: 'Appointment fixed',
          appointment_at: row.appointment_at,
          next_follow_up_on: row.next_follow_up_on,
          next_follow_up_at: row.next_follow_up_at,
        },
        {
          action: 'fix-appointment',
          via: 'SYSTEM',
          by: actor.userId,
          now,
          reason: 'Handed over by level one',
        },
      );
    },
  });
  return { id: fresh.id, enquiryCode: fresh.enquiryCode, centre: there.label };
});

function ensureCanGo(row: EnquiryData, target: number): void {
  if (row.franchisee_id === target)
    throw refuseEnquiry('enquiry.same-centre', { fields: { franchiseeId: 'Choose another centre' } });
  if (!row.is_open) throw refuseEnquiry('follow-up.closed');
}
