// What was said while a family is written down (enquiries.md 4, /forms/enquiry-form): saved once, logged once, as if it
// had been logged after.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { ist, workDesk } from '../follow-up/work-testing.ts';
import { enquiryContract } from './enquiry.contract.ts';

let desk: Awaited<ReturnType<typeof workDesk>>;
before(async () => {
  desk = await workDesk();
  desk.at('2026-11-18');
});
after(() => desk.app.close());

const family = async () => {
  const sources = await desk.app.sql<{ id: string }>(
    `select id from enquiry_source where name = 'Phone call'`,
  );
  return {
    guardianName: 'Meera Iyer',
    mobile: desk.nextPhone(),
    children: [{ firstName: 'Vivaan' }],
    sourceId: sources[0]?.id ?? '',
  };
};
const NOTE = 'Both at once, wants the morning';
interface Line {
  child: string;
  outcome: string;
  channel: string;
  direction: string;
  note: string | null;
  called: boolean;
}
const linesOf = (mobile: string) =>
  desk.app.sql<Line>(
    `select e.child_first_name as child, f.outcome, f.channel, f.direction, f.note, f.call_id is not null as called
       from follow_up f join enquiry e on e.franchisee_id = f.franchisee_id and e.id = f.subject_id
      where e.phone_norm = $1 order by f.at, e.enquiry_code`,
    [`+91${mobile}`],
  );

test('one talk about two children is a line of both and one call; a repeated save logs nothing more', async () => {
  const entry = {
    ...(await family()),
    children: [
      { id: '01935000-0000-7000-8000-00000000aa01', firstName: 'Vivaan' },
      { id: '01935000-0000-7000-8000-00000000aa02', firstName: 'Diya' },
    ],
    note: NOTE,
    nextFollowUpOn: '2026-11-24',
    said: { outcome: 'INTERESTED' as const, channel: 'CALL' as const },
  };
  const esha = desk.app.as('Esha');
  const saved = await esha.call(enquiryContract.capture, entry, { key: 'said-at-the-desk' });
  const line = { outcome: 'INTERESTED', channel: 'CALL', direction: 'IN', note: NOTE };
  const both = [
    { child: 'Vivaan', ...line, called: true },
    { child: 'Diya', ...line, called: false },
  ];
  assert.deepEqual(await linesOf(entry.mobile), both);
  for (const { enquiryCode, logged, nextFollowUpOn } of saved.enquiries) {
    assert.deepEqual([logged, nextFollowUpOn], [true, '2026-11-24']);
    const { stage, spancoStatus, subStatus, temperature } = await desk.get(enquiryCode);
    assert.deepEqual(
      [stage, spancoStatus, subStatus, temperature],
      ['In Conversation', 'Prospect', 'Interested', 'WARM'],
    );
  }
  // What waited on a device comes again by its key; a tab that lost its answer by the children's own ids.
  assert.deepEqual(await esha.call(enquiryContract.capture, entry, { key: 'said-at-the-desk' }), saved);
  const again = await esha.call(enquiryContract.capture, entry);
  assert.deepEqual(
    again.enquiries.map(({ verdict, logged }) => [verdict, logged]),
    [
      ['REPLAY', false],
      ['REPLAY', false],
    ],
  );
  assert.deepEqual(await linesOf(entry.mobile), both);
});

test('a visit that is agreed at once stands in the book; a family that asks again has the line on its enquiry', async () => {
  const entry = await family();
  const nextAt = ist('2026-11-20', '16:00').toISOString();
  const said = { outcome: 'APPOINTMENT' as const, channel: 'WHATSAPP' as const, nextAt };
  const esha = desk.app.as('Esha');
  const first = await esha.call(enquiryContract.capture, entry);
  const { enquiries } = await esha.call(enquiryContract.capture, { ...entry, said });
  const [one] = enquiries;
  assert.deepEqual(
    [one?.verdict, one?.logged, one?.nextFollowUpOn, one?.id],
    ['SAME', true, '2026-11-20', first.enquiries[0]?.id],
  );
  const { stage, appointmentAt } = await desk.get(one?.enquiryCode ?? '');
  assert.deepEqual([stage, appointmentAt], ['Appointment Fixed', nextAt]);
  assert.deepEqual(
    (await linesOf(entry.mobile)).map(({ outcome, channel }) => [outcome, channel]),
    [['APPOINTMENT', 'WHATSAPP']],
  );
});

test('what the outcome does not carry is asked for on its own field of the form, and nothing is saved', async () => {
  const entry = await family();
  const tried = async (more: object) => {
    const answer = await desk.app.as('Esha').raw(enquiryContract.capture, { ...entry, ...more });
    return Object.keys((answer.body as { fields?: object }).fields ?? {}).toSorted();
  };
  assert.deepEqual(await tried({ said: { outcome: 'INTERESTED' } }), ['nextFollowUpOn']);
  assert.deepEqual(await tried({ said: { outcome: 'APPOINTMENT' } }), ['said.nextAt']);
  const late = ist('2027-11-20').toISOString();
  assert.deepEqual(await tried({ said: { outcome: 'CALL_BACK', nextAt: late } }), ['said.nextAt']);
  const children = [{ firstName: 'Vivaan', classId: 3, programme: 'Regular' }, { firstName: 'Diya' }];
  const said = { outcome: 'COUNSELLED', channel: 'VISIT', withoutAppointment: true };
  assert.deepEqual(await tried({ children, said, note: NOTE }), ['children.1.classId']);
  assert.deepEqual(await tried({ said: { outcome: 'NO_ANSWER' } }), ['said.outcome']);
  const rows = await desk.app.sql('select from enquiry where phone_norm = $1', [`+91${entry.mobile}`]);
  assert.equal(rows.length, 0);
});

test('what is sent to another centre takes no line along', async () => {
  const entry = { ...(await family()), sendTo: BANER, nextFollowUpOn: '2026-11-24' };
  const saved = await desk.app
    .as('Asha', { centre: ANDHERI })
    .call(enquiryContract.capture, { ...entry, said: { outcome: 'DETAILS_SHARED' } });
  assert.deepEqual(
    saved.enquiries.map((one) => one.logged),
    [false],
  );
  assert.deepEqual(await linesOf(entry.mobile), []);
});
