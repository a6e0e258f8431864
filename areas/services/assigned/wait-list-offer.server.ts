// A free seat for who waits: a person offers it, it is kept until the offer ends, then the next child is asked.
import { formatDateTime } from '@aangan/contract/period.ts';
import { weekdayMask } from '@aangan/contract/weekday.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { leaveWaitList, moveEnquiry } from '../assignment/assignment-row.server.ts';
import { seatsLeft } from '../assignment/seats.server.ts';
import { type Enquiry, serviceOf } from '../assignment/service-choice.server.ts';
import { tellFamily } from '../assignment/tell-family.server.ts';
import { refuseServices } from '../services.refusals.ts';
import { servicesSettings } from '../services.settings.ts';
import { assignedServiceContract as contract } from './assigned-service.contract.ts';

const waitingOf = (db: Db, enquiry: Enquiry) =>
  db
    .selectFrom('service_waitlist')
    .selectAll()
    .where('franchisee_id', '=', enquiry.franchisee_id)
    .where('service_enquiry_id', '=', enquiry.id)
    .where('status', 'in', ['WAITING', 'OFFERED'])
    .executeTakeFirst()
    .then(ensureFound);

export const offerSeat = handle(contract.offer, async ({ db, input, now }) => {
  const enquiry = await lockRow(db, 'service_enquiry', input.enquiryId);
  const waiting = await waitingOf(db, enquiry);
  ensure(waiting.status === 'WAITING', () => refuseServices('service.offered-already'));
  // Two offers of the last seat wait for each other here.
  const offering = await lockRow(db, 'service_offering', waiting.offering_id);
  const service = await serviceOf(db, enquiry.service_id);
  const days = {
    startsOn: enquiry.wanted_from,
    endsOn: enquiry.wanted_to ?? offering.ends_on,
    weekdays: weekdayMask(service.weekdays),
  };
  const left = await seatsLeft(db, offering, days, { enquiryId: enquiry.id, now });
  ensure(left === null || left > 0, () =>
    refuseServices('service.full', { details: { seats: offering.seats } }),
  );
  const hours = await readSetting(db, 'services', servicesSettings.offerHours, enquiry.franchisee_id);
  const until = new Date(now.getTime() + hours * 3_600_000);
  await db
    .updateTable('service_waitlist')
    .set({ status: 'OFFERED', offered_at: now, offer_until: until })
    .where('franchisee_id', '=', waiting.franchisee_id)
    .where('id', '=', waiting.id)
    .execute();
  await tellFamily(db, enquiry, {
    kind: 'services.waitlist-offer',
    values: { service: service.name, until: formatDateTime(until.toISOString()) },
    key: `offer:${waiting.id}:${until.toISOString()}`,
  });
  return { until: until.toISOString() };
});

export const leaveList = handle(contract.leave, async ({ db, input }) => {
  const enquiry = await lockRow(db, 'service_enquiry', input.enquiryId);
  await waitingOf(db, enquiry);
  await leaveWaitList(db, enquiry, 'LEFT');
  if (enquiry.status === 'WAITLISTED')
    await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'unwait', reason: input.reason });
  return {};
});

/** Hourly: an offer nobody took is over; the child keeps its place behind those who still wait. */
export const offerJob: JobDeclaration = {
  name: 'services.offer-expire',
  title: 'End offers of free seats that nobody took',
  schedule: '20 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 300,
  run: async (tools) => {
    const over = await tools.work(null, async (db) => {
      const { rows } = await sql<{ franchiseeId: number; id: string }>`
        select franchisee_id as "franchiseeId", id from service_waitlist where status = 'OFFERED' and offer_until < ${tools.now.toISOString()}::timestamptz
         order by offer_until, franchisee_id, id limit 500`.execute(db);
      return rows;
    });
    return eachPart(
      over,
      ({ id }) => `offer ${id}`,
      ({ franchiseeId, id }) =>
        tools.work(franchiseeId, async (db) => {
          const done =
            await sql`update service_waitlist set status = 'WAITING', joined_at = ${tools.now.toISOString()}::timestamptz, offer_until = null
            where franchisee_id = ${franchiseeId} and id = ${id} and status = 'OFFERED' and offer_until < ${tools.now.toISOString()}::timestamptz`.execute(
              db,
            );
          return Number(done.numAffectedRows ?? 0n);
        }),
    );
  },
};
