// A child is brought to a place instead of its stop: for longer, for one day, or no more; and named people alone receive it there.
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { weekdayMask, weekdayOf } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { studentsByName } from '../../students/public.server.ts';
import { peopleOf } from '../trip/receivers.server.ts';
import {
  type Assigned,
  check,
  childOf,
  columnsOf,
  ensureNotPast,
  isOver,
  lockAssigned,
  lockChild,
  set,
  type Wanted,
  write,
} from './destination-rules.server.ts';
import { studentDestinationContract as contract } from './student-destination.contract.ts';
import { destinationListing } from './student-destination.listing.server.ts';

const MOST = 20;

export const getDestination = handle(contract.get, async ({ db, actor, input }) =>
  ensureFound(await destinationListing.row({ db, actor }, input.id)),
);

export const findChildren = handle(contract.children, async ({ db, actor, input }) => {
  const found = await studentsByName(db, { franchiseeId: chosenCentre(actor), words: input.q, limit: MOST });
  return { rows: found.map(({ id, name, detail }) => ({ id, label: `${name} · ${detail}` })) };
});

export const peopleOfChild = handle(contract.people, async ({ db, input }) => {
  const child = ensureFound(await childOf(db, input.studentId, null));
  const people = await peopleOf(db, {
    franchiseeId: child.franchiseeId,
    studentIds: [input.studentId],
    day: input.on,
  });
  return { rows: people.map(({ id, name, relation, refused }) => ({ id, name, relation, refused })) };
});

export const assignDestination = handle(contract.add, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const child = await childOf(db, input.studentId, franchiseeId);
  ensure(child, () =>
    refuse('input.invalid', { fields: { studentId: 'Choose a child that is enrolled here' } }),
  );
  ensureNotPast(input.fromOn, todayIst(now), 'fromOn');
  await lockChild(db, input.studentId);
  const want: Wanted = {
    franchiseeId,
    enrolmentId: child.enrolmentId,
    studentId: input.studentId,
    destinationId: input.destinationId,
    direction: input.direction,
    days: weekdayMask(input.days),
    from: input.fromOn,
    to: input.toOn ?? null,
    oneDay: false,
    receivers: input.receivers ?? [],
    without: null,
  };
  await check(db, want);
  return { id: await write(db, want) };
});

const wantedFrom = (row: Assigned) => ({
  franchiseeId: row.franchisee_id,
  enrolmentId: row.enrolment_id,
  studentId: row.student_id,
  direction: row.direction,
});

export const changeDestination = handle(contract.change, async ({ db, input, version, now }) => {
  const today = todayIst(now);
  const row = await lockAssigned(db, input.id, version);
  ensure(!isOver(row, today) && !row.one_day, () => refuse('row.wrong-state'));
  ensureNotPast(input.fromOn, today, 'fromOn');
  const want: Wanted = {
    ...wantedFrom(row),
    destinationId: input.destinationId,
    days: weekdayMask(input.days),
    from: input.fromOn,
    to: input.toOn ?? null,
    oneDay: false,
    receivers: input.receivers ?? [],
    without: row.id,
  };
  await check(db, want);
  if (row.from_on >= input.fromOn) {
    await set(db, row, columnsOf(want));
    return { id: row.id };
  }
  const last = addDays(input.fromOn, -1);
  if (row.to_on === null || row.to_on > last) await set(db, row, { to_on: last });
  return { id: await write(db, want) };
});

export const changeOneDay = handle(contract.oneDay, async ({ db, input, now }) => {
  const row = await lockAssigned(db, input.id);
  ensureNotPast(input.on, todayIst(now), 'on');
  const want: Wanted = {
    ...wantedFrom(row),
    destinationId: input.destinationId,
    days: weekdayMask([weekdayOf(input.on)]),
    from: input.on,
    to: input.on,
    oneDay: true,
    receivers: input.receivers ?? [],
    without: null,
  };
  await check(db, want);
  const said = await db
    .selectFrom('student_destination')
    .selectAll()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('student_id', '=', row.student_id)
    .where('direction', '=', row.direction)
    .where('one_day', '=', true)
    .where('from_on', '=', input.on)
    .executeTakeFirst();
  if (!said) return { id: await write(db, want) };
  await set(db, said, columnsOf(want));
  return { id: said.id };
});

export const endDestination = handle(contract.end, async ({ db, input, version, now }) => {
  const today = todayIst(now);
  const row = await lockAssigned(db, input.id, version);
  ensure(!isOver(row, today), () => refuse('row.wrong-state'));
  ensure(input.on >= addDays(today, -1), () =>
    refuse('input.invalid', { fields: { on: 'The days that are over stay as they were' } }),
  );
  ensure(row.to_on === null || input.on <= row.to_on, () =>
    refuse('input.invalid', { fields: { on: `Its last day is ${formatDate(row.to_on ?? today)} already` } }),
  );
  await set(db, row, { to_on: input.on < row.from_on ? addDays(row.from_on, -1) : input.on });
  return {};
});
