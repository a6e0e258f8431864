// Heights and weights of Andheri: every child at the beginning of the year, most again this month, some with advice.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import { aad, seal } from '@aangan/server/work/seal.ts';
import type { Client } from 'pg';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

export async function writeChildHealth(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const { rows: children } = await client.query<{ id: string; months: number; teacher: string | null }>(
    `select e.id, (extract(year from age($3::date, s.date_of_birth)) * 12 + extract(month from age($3::date, s.date_of_birth)))::int as months, p.user_id as teacher
       from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
       left join section_teacher t on t.franchisee_id = e.franchisee_id and t.section_id = e.section_id and t.part = 'CLASS_TEACHER'
       left join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id
      where e.franchisee_id = $1 and e.academic_year_id = $2 and e.status = 'ACTIVE' and e.section_id is not null order by e.id`,
    [ANDHERI, year, today],
  );
  const rows = children.flatMap(({ id, months, teacher }, n): Row[] => {
    const rng = rngOf(`health ${id}`);
    const height = Math.min(1380, 780 + months * 5 + rng.int(-40, 40));
    // The scale of a school shows steps of 100 g.
    const weight = Math.min(39_000, 8_000 + Math.round(months * 1.7) * 100 + rng.int(-12, 12) * 100);
    const at = (measuredOn: Day, late: boolean): Row => {
      const rowId = demoUuid('health', id, measuredOn);
      const advice = late && n % 9 === 0 ? JSON.stringify({ advice: 'Show the teeth to a dentist' }) : null;
      return {
        franchisee_id: ANDHERI,
        id: rowId,
        enrolment_id: id,
        measured_on: measuredOn,
        height_mm: late ? height : height - rng.int(10, 40),
        weight_g: late ? weight : weight - rng.int(2, 9) * 100,
        vision: 'OK',
        dental: advice ? 'CHECK' : 'OK',
        hearing: late ? 'OK' : 'NOT_DONE',
        private:
          advice && `\\x${seal(advice, aad('health_remark', 'private', ANDHERI, rowId)).toString('hex')}`,
        written_by: teacher,
      };
    };
    return [at(addDays(today, -120), false), ...(rng.chance(0.8) ? [at(addDays(today, -10), true)] : [])];
  });
  await insertRows(client, 'health_remark', rows);
}
