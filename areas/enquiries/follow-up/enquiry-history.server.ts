import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { genderLabels, temperatureLabels } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';

const UUID = /^[0-9a-f-]{36}$/i;
const PEOPLE = ['owner_id', 'qualified_by'] as const;
const wordsFor = (column: string, labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => [`${column} ${value}`, label] as const);
const WORDS = [...wordsFor('temperature', temperatureLabels), ...wordsFor('child_gender', genderLabels)];

/** The names of those who had the enquiry, and words for codes. */
async function wordsOf(
  db: Db,
  valuesOf: (column: string) => readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(PEOPLE.flatMap((column) => valuesOf(column)))].filter((id) => UUID.test(id));
  if (ids.length === 0) return new Map(WORDS);
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map<string, string>([
    ...WORDS,
    ...rows.flatMap((row) =>
      PEOPLE.map((column) => [`${column} ${row.id}`, `${row.first_name} ${row.last_name}`.trim()] as const),
    ),
  ]);
}

/** The change history of one enquiry, for the tab of the working screen. */
export function registerEnquiryHistory(): void {
  registerHistory('enquiry', {
    module: enquiryModules.enquiry,
    tables: [{ table: 'enquiry', title: 'Enquiry', by: null }],
    labels: wordsOf,
    columns: {
      spanco_status: 'Status',
      stage_code: 'Stage',
      sub_status: 'Sub-status',
      next_follow_up_on: 'Next follow-up',
      next_follow_up_at: 'Time of the next follow-up',
      child_dob: 'Date of birth',
      which_child_at: 'Which child is meant, asked since',
      no_show_of: 'Missed visit of',
      sla_due_at: 'First answer due',
      revive_on: 'Try again on',
      first_attempt_at: 'First attempt',
      last_attempt_at: 'Last attempt',
      first_contact_at: 'First contact',
      last_contact_at: 'Last contact',
      // Follow from what stands beside them.
      owner_since: null,
      stage_since: null,
      intent_at: null,
      reached: null,
      follow_up_group: null,
      last_activity_at: null,
    },
    ensureVisible: visibleRow('enquiry'),
  });
}
