import { endOfMonth } from '@aangan/contract/period.ts';
import type { ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import { categories, type StaffCategory } from '../designation.record.ts';
import { attendanceContract } from './attendance.contract.ts';
import { isLocked, monthTitle } from './month-lock.server.ts';
import { readDays } from './read-days.server.ts';
import { totalsOf } from './staff-day.ts';

const monthOf = (input: Record<string, unknown>): string => String(input['month']);
const lastDay = (month: string): number => Number(endOfMonth(`${month}-01`).slice(8));

/** The muster roll as a sheet: a column for each day, totals in halves. */
export const musterExport: ExportSource = {
  endpoint: attendanceContract.export,
  columns: (input) => [
    { key: 'employeeCode', label: 'Employee code', kind: 'text' },
    { key: 'name', label: 'Name', kind: 'text' },
    { key: 'category', label: 'Category', kind: 'text' },
    ...Array.from({ length: lastDay(monthOf(input)) }, (_, n) => ({
      key: `d${n + 1}`,
      label: String(n + 1),
      kind: 'text',
    })),
    { key: 'P', label: 'Present (halves)', kind: 'integer' },
    { key: 'OD', label: 'On duty (halves)', kind: 'integer' },
    { key: 'L', label: 'Leave (halves)', kind: 'integer' },
    { key: 'unpaid', label: 'Leave without pay (halves)', kind: 'integer' },
    { key: 'A', label: 'Absent (halves)', kind: 'integer' },
    { key: 'WO', label: 'Week off (halves)', kind: 'integer' },
    { key: 'H', label: 'Holiday (halves)', kind: 'integer' },
    { key: 'payable', label: 'Payable (halves)', kind: 'integer' },
    { key: 'lateDays', label: 'Late (days)', kind: 'integer' },
  ],
  page: async (db, actor, input) => {
    const from = `${monthOf(input)}-01`;
    const stretch = { franchiseeId: chosenCentre(actor), from, to: endOfMonth(from) };
    const people = await readDays(db, stretch, new Date());
    return {
      rows: people.map((person) => {
        const { halves, unpaid, payable, lateDays } = totalsOf(person.days);
        return {
          employeeCode: person.employeeCode,
          name: person.name,
          category: categories[person.category as StaffCategory],
          ...Object.fromEntries(person.days.map((day, n) => [`d${n + 1}`, day.letter])),
          ...halves,
          unpaid,
          payable,
          lateDays,
        };
      }),
      next: null,
    };
  },
  about: async (db, actor, input) => {
    const month = monthOf(input);
    const locked = await isLocked(db, chosenCentre(actor), month);
    return [
      { what: 'Month', value: monthTitle(month) },
      { what: 'Locked', value: locked ? 'Yes' : 'No, days may still change' },
    ];
  },
};
