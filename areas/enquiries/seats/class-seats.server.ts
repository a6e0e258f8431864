// Selling with seats (enquiries.md 11.2): what is free here, and next door when it is not.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { seatsLeft, waitingByClass } from '../../admissions/public.server.ts';
import { franchiseeLabel } from '../../network/public.server.ts';
import { classSeatsContract } from './class-seats.contract.ts';

interface Neighbour {
  id: number;
  name: string;
  km: number;
}

interface Of {
  franchiseeId: number;
  yearId: number;
}

/** Only counts cross to the neighbours: their free seats of each class. */
async function nextEndpoint(db: Db, of: Of, now: Date) {
  const { rows } =
    await sql<Neighbour>`select id, name, km::float8 as km from centre_neighbours(${of.franchiseeId})`.execute(
      db,
    );
  return withCentres(
    db,
    rows.map((row) => row.id),
    'enquiry.seats-near',
    async () => {
      const found = [];
      for (const { id, name, km } of rows)
        found.push({
          centre: franchiseeLabel(id, name),
          km,
          left: await seatsLeft(db, { franchiseeId: id, yearId: of.yearId }, now),
        });
      return found;
    },
  );
}

async function placeOf(db: Db, id: string) {
  const row = ensureFound(
    await db
      .selectFrom('enquiry')
      .select(['franchisee_id', 'academic_year_id', 'class_id'])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .executeTakeFirst(),
  );
  return { franchiseeId: row.franchisee_id, yearId: row.academic_year_id, classId: row.class_id };
}

export const classSeats = handle(classSeatsContract.list, async ({ db, actor, input, now }) => {
  const of = input.enquiryId
    ? await placeOf(db, input.enquiryId)
    : { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor), classId: null };
  const left = await seatsLeft(db, of, now);
  const waiting = await waitingByClass(db, of);
  const near = await nextEndpoint(db, of, now);
  return {
    rows: (await classes(db)).map((one) => ({
      classId: one.id,
      className: one.name,
      left: left.get(one.id) ?? null,
      waiting: waiting.get(one.id) ?? 0,
      wished: one.id === of.classId,
      near: near.flatMap(({ centre, km, left: there }) => {
        const n = there.get(one.id);
        return n === undefined ? [] : [{ centre, km, left: n }];
      }),
    })),
  };
});
