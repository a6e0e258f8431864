import { gradeContract } from '@aangan/areas/academics/grade-book/grade.contract.ts';
import { benchId, PLANT_CLASS, PLANT_GRADES } from '../plant-class.ts';
import { readRequest, type Scenario } from '../scenario.ts';

const CHOICE = `
  select (select json_agg(json_build_object('id', s.id, 'label', k.name || ' ' || s.name) order by k.position, s.class_id, s.name) from section s join class k on k.id = s.class_id
           where s.franchisee_id = $1 and s.academic_year_id = $3 and s.active) as sections,
    (select json_agg(json_build_object('id', t.id, 'name', t.name, 'entryFrom', coalesce(o.entry_from, t.entry_from), 'entryTo', coalesce(o.entry_to, t.entry_to), 'toOn', coalesce(o.to_on, t.to_on)) order by t.term_no)
       from section s join term_map t on t.academic_year_id = s.academic_year_id and t.class_id = s.class_id left join term_override o on o.term_map_id = t.id and o.franchisee_id = $1 where s.franchisee_id = $1 and s.id = $2) as terms,
    (select json_agg(json_build_object('parameterId', p.id, 'name', p.name, 'guidance', p.guidance, 'skill', k.name, 'subSkill', g.name, 'required', a.required) order by k.position, k.name, g.position, g.name, p.position, p.name)
       from section s join skill_assignment a on a.academic_year_id = s.academic_year_id and a.class_id = s.class_id and a.term_no = 1 join skill_parameter p on p.id = a.parameter_id
       join sub_skill g on g.id = p.sub_skill_id join skill k on k.id = g.skill_id where s.franchisee_id = $1 and s.id = $2) as competencies,
    (select json_agg(json_build_object('id', l.id, 'rank', l.rank, 'label', l.label, 'labelHi', l.label_hi, 'descriptor', l.descriptor, 'colour', l.colour) order by l.rank)
       from rating_level l where l.scale_id = (select a.scale_id from section s join skill_assignment a on a.academic_year_id = s.academic_year_id and a.class_id = s.class_id and a.term_no = 1 where s.franchisee_id = $1 and s.id = $2 limit 1)) as levels`;
const CHILDREN = `
  select e.id as "enrolmentId", s.name, case when e.section_id = l.section_id then e.roll_no end as "rollNo", y.reason as "tooEarly", e.joined_on > t.to_on - 30 as lately, t.id as term
    from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
    join term_map t on t.academic_year_id = e.academic_year_id and t.class_id = e.class_id and t.term_no = 1
    left join too_early y on y.franchisee_id = $1 and y.enrolment_id = e.id and y.term_map_id = t.id
   where l.franchisee_id = $1 and l.section_id = $2 and l.from_on <= current_date and (l.before_on is null or l.before_on > current_date) and e.joined_on <= current_date
     and coalesce(e.left_on, 'infinity') >= current_date and e.status not in ('CANCELLED', 'WITHDRAWN', 'TRANSFERRED')
   order by "rollNo" nulls last, s.name, s.id`;
const CELLS = `select e.enrolment_id as "enrolmentId", e.parameter_id as "parameterId", e.level_id as "levelId", e.not_observed as "notObserved", e.version
    from grade_entry e where e.franchisee_id = $1 and e.term_map_id = $2 and e.enrolment_id = any ($3::uuid[]) order by e.enrolment_id, e.parameter_id`;

interface Child {
  enrolmentId: string;
  term: string;
}

export const gradeGrid: Scenario = {
  name: 'grades',
  title: 'Grade grid of 25 x 28',
  prepare: PLANT_CLASS + PLANT_GRADES,
  request: () => readRequest(gradeContract.sheet, { sectionId: benchId('section1') }),
  floor: async ({ pool, query, centre, year }) => {
    const sectionId = query['sectionId'];
    const client = await pool.connect();
    try {
      const choice = await client.query({ name: 'grades', text: CHOICE, values: [centre, sectionId, year] });
      const { rows } = await client.query<Child>({
        name: 'graded',
        text: CHILDREN,
        values: [centre, sectionId],
      });
      const termId = rows[0]?.term ?? null;
      const cells = await client.query({
        name: 'cells',
        text: CELLS,
        values: [centre, termId, rows.map(({ enrolmentId }) => enrolmentId)],
      });
      const { sections, terms, competencies, levels } = choice.rows[0];
      return {
        sections,
        sectionId,
        terms,
        termId,
        sheet: null,
        closed: null,
        levels,
        competencies,
        children: rows.map(({ term: _term, ...child }) => child),
        cells: cells.rows,
        can: { save: true, submit: true, proof: false, return: false },
      };
    } finally {
      client.release();
    }
  },
};
