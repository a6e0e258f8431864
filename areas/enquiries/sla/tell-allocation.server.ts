// Who hears of a lead: its owner when it comes and when it is late, the centre head when nobody has it.
import { formatTime } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { userCards } from '../../network/public.server.ts';
import { type Candidate, skipText } from '../allocation/allocation-words.ts';
import { centreHeads } from '../allocation/desk.server.ts';
import { childLabel } from '../enquiry/child-label.ts';

const SHORT = 30;
const short = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text);

interface LeadWords {
  id: string;
  code: string;
  child: string | null;
  guardian: string;
  klass: string | null;
  source: string;
  due: string | null;
  owner: string | null;
}

async function wordsOf(db: Db, franchiseeId: number, ids: readonly string[]): Promise<LeadWords[]> {
  const { rows } = await sql<LeadWords>`
    select e.id::text as id, e.enquiry_code as code, e.child_first_name as child, e.guardian_name as guardian,
      (select k.name from class k where k.id = e.class_id) as klass, (select s.name from enquiry_source s where s.id = e.source_id) as source,
      (select f.due_at from first_answer f where f.franchisee_id = e.franchisee_id and f.enquiry_id = e.id and f.cycle = e.cycle) as due, e.owner_id::text as owner
      from enquiry e where e.franchisee_id = ${franchiseeId} and e.id = any (${[...ids]}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** ENQ_ASSIGNED: each lead once to each owner. */
export async function tellOwners(
  db: Db,
  { franchiseeId }: { franchiseeId: number },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const lead of await wordsOf(db, franchiseeId, ids))
    if (lead.owner)
      await queueMessage(db, {
        kind: 'enquiries.assigned',
        franchiseeId,
        about: { userIds: [lead.owner] },
        values: {
          child: short(childLabel({ firstName: lead.child }, lead.guardian)),
          class: short(lead.klass ?? 'class open'),
          source: short(lead.source),
          time: lead.due ? formatTime(lead.due) : 'today’s end',
        },
        dedupeKey: `${lead.id}:${lead.owner}`,
        source: { kind: 'enquiry', id: lead.id },
      });
}

/** ENQ_UNALLOCATED: the centre head hears at most once an hour how many wait and why. */
export async function tellHeads(
  db: Db,
  { franchiseeId, now }: { franchiseeId: number; now: Date },
  reason: string,
): Promise<void> {
  const heads = await centreHeads(db, franchiseeId);
  if (heads.length === 0) return;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from enquiry where franchisee_id = ${franchiseeId} and is_open and owner_id is null`.execute(
    db,
  );
  const n = rows[0]?.n ?? 0;
  if (n === 0) return;
  await queueMessage(db, {
    kind: 'enquiries.unallocated',
    franchiseeId,
    about: { userIds: heads },
    values: { n, reason: reason.slice(0, 120) },
    dedupeKey: `${franchiseeId}:${now.toISOString().slice(0, 13)}`,
    source: { kind: 'franchisee', id: String(franchiseeId) },
  });
}

type LateStep = 'soon' | 'late' | 'twice';

/** ENQ_LATE: the owner at 80 %, owner and head at 100 % and 200 %; each once. */
export async function tellLate(
  db: Db,
  { franchiseeId }: { franchiseeId: number },
  late: { enquiryId: string; cycle: number; step: LateStep; workingMinutes: number },
): Promise<void> {
  const [lead] = await wordsOf(db, franchiseeId, [late.enquiryId]);
  if (!lead) return;
  const heads = late.step === 'soon' ? [] : await centreHeads(db, franchiseeId);
  const people = [...new Set([...(lead.owner ? [lead.owner] : []), ...heads])];
  if (people.length === 0) return;
  const soon = late.step === 'soon';
  await queueMessage(db, {
    kind: soon ? 'enquiries.due-soon' : 'enquiries.late',
    franchiseeId,
    about: { userIds: people },
    values: soon
      ? { code: lead.code, time: lead.due ? formatTime(lead.due) : '' }
      : { code: lead.code, min: late.workingMinutes },
    dedupeKey: `${lead.id}:${late.cycle}:${late.step}`,
    source: { kind: 'enquiry', id: lead.id },
  });
}

/** Why nobody could take a lead, in one line. */
export async function reasonOf(db: Db, one: { candidates: readonly Candidate[] }): Promise<string> {
  if (one.candidates.length === 0) return 'no rule holds for it';
  const names = await userCards(
    db,
    one.candidates.map((person) => person.user),
  );
  return one.candidates
    .flatMap((person) => skipText(names.get(person.user)?.name.split(' ')[0] ?? 'Somebody', person) ?? [])
    .join(', ');
}
