import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { recordConsent } from '../../communication/public.server.ts';
import { serviceEnquiryContract as contract } from './service-enquiry.contract.ts';
import { type ChildOfWish, childAt, writeEnquiry } from './write-enquiry.server.ts';

type Input = ParsedInputOf<typeof contract.create>;

export const createEnquiry = handle(contract.create, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const child = input.who === 'ENROLLED' ? await enrolledChild(db, franchiseeId, input) : newChild(input);
  if (input.nextOn && input.nextOn < todayIst(now))
    throw refuse('input.invalid', { fields: { nextOn: 'Today or later' } });
  const made = await writeEnquiry(db, {
    franchiseeId,
    yearId: chosenYear(actor),
    child,
    wish: input,
    pincode: input.pincode,
    address: input.address,
    sourceId: input.sourceId,
    ownerId: userIdOf(actor),
    nextOn: input.nextOn ?? todayIst(now),
    ofAdmission: null,
  });
  if (input.note)
    await db
      .insertInto('service_enquiry_log')
      .values({ franchisee_id: franchiseeId, service_enquiry_id: made.id, kind: 'NOTE', text: input.note })
      .execute();
  if (input.who === 'NEW')
    await recordConsent(db, {
      franchiseeId,
      subjectKind: 'CONTACT',
      subjectId: made.id,
      answers: [{ purpose: 'CONTACT_NOTICE', answer: 'YES' }],
      method: 'CENTRE_DESK',
    });
  return made;
});

async function enrolledChild(db: Db, franchiseeId: number, input: Input): Promise<ChildOfWish> {
  if (!input.studentId) throw refuse('input.invalid', { fields: { studentId: 'Choose the child' } });
  return childAt(db, franchiseeId, input.studentId);
}

function newChild(input: Input): ChildOfWish {
  const { childName, guardianName, mobile, consent } = input;
  if (childName && guardianName && mobile && consent)
    return {
      studentId: null,
      studentAdmissionId: null,
      name: childName,
      dob: input.dob ?? null,
      guardianName,
      mobile,
      email: input.email ?? null,
    };
  const missing = Object.entries({ childName, guardianName, mobile }).filter(([, value]) => !value);
  throw refuse('input.invalid', {
    fields: {
      ...Object.fromEntries(missing.map(([name]) => [name, 'Fill this in'])),
      ...(consent ? {} : { consent: 'Ask the family first' }),
    },
  });
}

const fact = z.object({
  studentAdmissionId: z.string(),
  studentId: z.string(),
  academicYearId: z.int(),
  wantedFrom: z.string(),
  stopText: z.string().nullable(),
});

/**
 * `services.open-service-enquiry`: a confirmed admission wants the bus. Once per admission; where the centre offers no
 * transport this year the wish stays on the admission alone.
 */
export const openFromAdmission: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ data, row, work, finish }) => {
    const wish = fact.parse(data);
    await work(row.franchiseeId, async (db) => {
      await openTransportWish(db, row.franchiseeId, wish);
      await finish(db);
    });
  },
};

async function openTransportWish(db: Db, franchiseeId: number, wish: z.output<typeof fact>): Promise<void> {
  const { rows } = await sql<{ serviceId: string; startsOn: string; endsOn: string }>`
    select o.service_id as "serviceId", o.starts_on as "startsOn", o.ends_on as "endsOn" from service_offering o
      join service s on s.id = o.service_id join service_category c on c.id = s.category_id and c.service_type = 'TRANSPORT'
     where o.franchisee_id = ${franchiseeId} and o.academic_year_id = ${wish.academicYearId} and o.active and o.ends_on >= ${wish.wantedFrom}
       and not exists (select from service_enquiry e where e.franchisee_id = o.franchisee_id and e.service_id = o.service_id
         and e.academic_year_id = o.academic_year_id and e.student_id = ${wish.studentId})
     order by s.name limit 1`.execute(db);
  const [offering] = rows;
  if (!offering) return;
  const child = await childAt(db, franchiseeId, wish.studentId);
  await writeEnquiry(db, {
    franchiseeId,
    yearId: wish.academicYearId,
    // Age is the centre's to judge: the family asked for it on the form.
    child: { ...child, dob: null },
    wish: {
      serviceId: offering.serviceId,
      wantedFrom: wish.wantedFrom < offering.startsOn ? offering.startsOn : wish.wantedFrom,
      direction: 'BOTH',
      stopText: wish.stopText,
    },
    ownerId: null,
    nextOn: todayIst(new Date()),
    ofAdmission: wish.studentAdmissionId,
  });
}
