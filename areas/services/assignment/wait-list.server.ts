import { weekdayMask } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { refuseServices } from '../services.refusals.ts';
import { moveEnquiry, notPending, openAssignment, withdrawAssignment } from './assignment-row.server.ts';
import { seatsLeft, seatsView } from './seats.server.ts';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';
import { offeringOf, serviceOf } from './service-choice.server.ts';

/** Puts a child on the wait list of a full offering; a draft that found no seat is withdrawn. */
export const joinWaitList = handle(contract.join, async ({ db, input, now }) => {
  const enquiry = await lockRow(db, 'service_enquiry', input.enquiryId);
  const open = await openAssignment(db, enquiry);
  ensure(!open || open.status === 'DRAFT', () => notPending(open?.status ?? 'DRAFT'));
  const [service, offering] = [await serviceOf(db, enquiry.service_id), await offeringOf(db, enquiry)];
  ensure(offering.waitlist, () =>
    refuseServices('service.no-wait-list', { details: { service: service.name } }),
  );
  const days = {
    startsOn: open?.starts_on ?? enquiry.wanted_from,
    endsOn: open?.ends_on ?? enquiry.wanted_to ?? offering.ends_on,
    weekdays: open?.weekdays ?? weekdayMask(service.weekdays),
  };
  const asked = { enquiryId: enquiry.id, now };
  ensure((await seatsLeft(db, offering, days, asked)) === 0, () => refuseServices('service.not-full'));
  if (open) await withdrawAssignment(db, open, { reason: 'Waits for a seat', action: 'cancel' });
  await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'wait' });
  await db
    .insertInto('service_waitlist')
    .values({
      franchisee_id: enquiry.franchisee_id,
      offering_id: offering.id,
      service_enquiry_id: enquiry.id,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return { place: (await seatsView(db, offering, days, asked)).place ?? 1 };
});
