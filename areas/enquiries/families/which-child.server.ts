// A family of several open children asked again and gave no name: the newest was noted, a person says who was meant.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import { lockEnquiry, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { joinFamiliesContract } from './join-families.contract.ts';

export const whichChild = handle(joinFamiliesContract.whichChild, async ({ db, input, now }) => {
  const row = await lockEnquiry(db, input.id);
  if (input.meantId === row.id) {
    await saveEnquiry(db, row, { which_child_at: null });
    return { enquiryCode: row.enquiry_code };
  }
  const meant = await lockEnquiry(db, input.meantId);
  if (meant.household_id !== row.household_id || meant.franchisee_id !== row.franchisee_id)
    throw refuseEnquiry('enquiry.not-found');
  // The arrival is noted with the child that was meant as well; touches are never taken away.
  await sql`insert into enquiry_touch (franchisee_id, enquiry_id, at, source_id, medium, campaign, note, mid_unknown, position)
    select franchisee_id, ${meant.id}::uuid, at, source_id, medium, campaign, note, mid_unknown, position from enquiry_touch
     where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}::uuid order by at desc limit 1`.execute(
    db,
  );
  const soon = nextWorkingDay(addDays(todayIst(now), -1));
  await saveEnquiry(db, meant, {
    ...(meant.is_open && (meant.next_follow_up_on ?? soon) >= soon ? { next_follow_up_on: soon } : {}),
  });
  await saveEnquiry(db, row, { which_child_at: null });
  return { enquiryCode: meant.enquiry_code };
});
