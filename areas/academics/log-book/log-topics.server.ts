import type { Day } from '@aangan/contract/period.ts';
import { mondayOf } from '@aangan/contract/weekday.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classGroupOf } from '../structure/network-lists.server.ts';
import type { PlacedSection } from '../structure/sections.server.ts';
import { termFor } from '../term/term.server.ts';
import type { LogTopic } from './log-book.contract.ts';
import { choicesOf } from './log-topic.record.ts';

/**
 * The topics of a section on a day. A topic of the week or the term is asked until the teacher answered it once in that
 * time on another day.
 */
export async function topicsOf(
  db: Db,
  section: PlacedSection,
  { staffId, onDate }: { staffId: string; onDate: Day },
): Promise<LogTopic[]> {
  const rows = await db
    .selectFrom('log_topic')
    .select(['id', 'name', 'prompt', 'frequency', 'answer', 'choices', 'required', 'class_group_id'])
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('name')
    .execute();
  const monday = mondayOf(onDate);
  const term = await termFor(db, section, onDate);
  const since = { DAILY: null, WEEKLY: monday, TERM: term?.fromOn ?? monday };
  const topics: LogTopic[] = [];
  for (const { class_group_id: groupId, choices, required, ...row } of rows) {
    if (groupId !== null) {
      const group = await classGroupOf(db, groupId);
      const holds =
        group?.classIds.includes(section.classId) &&
        (group.centreIds.length === 0 || group.centreIds.includes(section.franchiseeId));
      if (!holds) continue;
    }
    const from = since[row.frequency];
    const done =
      from !== null && (await answeredSince(db, section, { staffId, onDate, topicId: row.id, from }));
    topics.push({ ...row, choices: choicesOf(choices), required: required && !done });
  }
  return topics;
}

async function answeredSince(
  db: Db,
  { franchiseeId, id }: PlacedSection,
  { staffId, onDate, topicId, from }: { staffId: string; onDate: Day; topicId: string; from: Day },
): Promise<boolean> {
  const { rows } = await sql`
    select from log_book_answer a join log_book_entry e on e.franchisee_id = a.franchisee_id and e.id = a.entry_id
     where e.franchisee_id = ${franchiseeId} and e.staff_id = ${staffId} and e.section_id = ${id} and a.topic_id = ${topicId}
       and e.on_date >= ${from}::date and e.on_date < ${onDate}::date limit 1`.execute(db);
  return rows.length > 0;
}

/** What is wrong with an answer of a topic's kind; null when it fits. */
export function answerProblem({ answer, choices }: LogTopic, value: string): string | null {
  if (answer === 'YES_NO' && value !== 'YES' && value !== 'NO') return 'Choose yes or no';
  if (answer === 'NUMBER' && !/^\d{1,6}([.]\d{1,2})?$/.test(value)) return 'Enter a number';
  return answer === 'CHOICE' && !choices.includes(value) ? 'Choose one of the list' : null;
}
