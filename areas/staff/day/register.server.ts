import { endOfMonth, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFound } from '@aangan/server/work/ensure.ts';
import { attendanceContract } from './attendance.contract.ts';
import { isLocked, monthTitle } from './month-lock.server.ts';
import { punchesOf, readDays } from './read-days.server.ts';
import { totalsOf } from './staff-day.ts';

export const registerOfDay = handle(attendanceContract.day, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const { day } = input;
  const locked = await isLocked(db, franchiseeId, day.slice(0, 7));
  const stretch = { franchiseeId, from: day, to: day };
  const [people, all] = await Promise.all([readDays(db, stretch, now), punchesOf(db, stretch)]);
  const punches = Map.groupBy(all, ({ staffId }) => staffId);
  const open = !locked && day <= todayIst(now) && mayCall(actor, attendanceContract.mark);
  return {
    day,
    locked,
    rows: people.map(({ days, userId, ...person }) => ({
      ...person,
      on: ensureFound(days[0]),
      punches: punches.get(person.staffId) ?? [],
      can: { mark: open && (userId === null || userId !== actor.userId) },
    })),
  };
});

export const musterOfMonth = handle(attendanceContract.month, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const from = `${input.month}-01`;
  const to = endOfMonth(from);
  const locked = await isLocked(db, franchiseeId, input.month);
  const people = await readDays(db, { franchiseeId, from, to }, now);
  const keeps = mayCall(actor, attendanceContract.lockMonth);
  return {
    month: input.month,
    locked,
    rows: people.map(({ days, ...person }) => ({
      ...person,
      letters: days.map(({ letter }) => letter),
      totals: totalsOf(days),
    })),
    can: { lock: keeps && !locked && to < todayIst(now), unlock: keeps && locked },
  };
});

export const evidenceOfDay = handle(attendanceContract.evidence, async ({ db, actor, input, now }) => {
  const { staffId, day } = input;
  const stretch = { franchiseeId: chosenCentre(actor), from: day, to: day, staffId };
  return ensureFound((await readDays(db, stretch, now))[0]?.days[0]);
});

export const exportMuster = handle(attendanceContract.export, ({ db, actor, input }) => {
  const { format, ...rest } = input;
  return startExport(db, actor, {
    contract: attendanceContract.export.name,
    title: `Attendance of staff, ${monthTitle(input.month)}`,
    input: rest,
    format,
  });
});
