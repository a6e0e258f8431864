import { currentYear } from '@aangan/contract/period.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { registersOf } from '../../academics/public.server.ts';
import { teacherProgress } from './teacher-progress.listing.ts';

const today = istDay(sql`now()`);

export const { handlers } = serveListing(teacherProgress, {
  from: sql`staff s join franchisee f on f.id = s.franchisee_id
    cross join lateral (select count(*)::int as modules, count(*) filter (where e.status = 'COMPLETED')::int as completed,
        count(*) filter (where e.status <> 'COMPLETED' and e.due_on < ${today})::int as overdue, min(e.progress_bp) filter (where e.status <> 'COMPLETED') as progress
      from teacher_enrollment e where e.franchisee_id = s.franchisee_id and e.staff_id = s.id and e.status not in ('REJECTED', 'WITHDRAWN', 'LAPSED')) n`,
  alias: 's',
  // Staff have no year: it is that of the registers.
  only: () => sql`s.status = 'APPROVED' and s.category = 'TEACHING'`,
  columns: {
    teacher: 's.name',
    employeeCode: 's.employee_code',
    centre: 'f.company_name',
    modules: 'n.modules',
    completed: 'n.completed',
    overdue: 'n.overdue',
    progress: 'n.progress',
    registers: sql`0`,
    state: sql`(case when n.overdue > 0 then 'OVERDUE' when n.modules = 0 then 'NONE' when n.completed < n.modules then 'OPEN' else 'DONE' end)`,
    staffId: 's.id',
  },
  map: async (rows, { db, actor }) => {
    const kept = await registersOf(db, {
      staffIds: rows.map(({ staffId }) => staffId),
      yearId: actor.academicYearId ?? currentYear(new Date()),
    });
    return rows.map((row) => ({ ...row, registers: kept.get(row.staffId) ?? 0 }));
  },
  can: () => ({}),
});
