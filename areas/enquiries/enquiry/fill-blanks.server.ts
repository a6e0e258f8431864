// What arrives about a child that is here already fills what is blank here, a name with its key and a class with its
// category, and never replaces what somebody wrote.

import { nameKey } from '@aangan/contract/phone.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { slices } from '../slices.ts';
import { type Blank, blanks } from './blanks.ts';
import type { CaptureChild, CaptureFamily } from './capture-types.ts';

type Values = Readonly<Record<Blank, string | number | null>>;

/** What an arrival says of it. */
export const saidOf = (family: CaptureFamily, child: CaptureChild): Values => ({
  child_first_name: child.firstName ?? null,
  child_last_name: child.lastName ?? null,
  child_dob: child.dob ?? null,
  child_gender: child.gender ?? null,
  class_id: child.classId ?? null,
  programme: child.programme ?? null,
  session_wish: child.sessionWish ?? null,
  email_norm: family.email ?? null,
  pincode: family.pincode ?? null,
});

/** What is blank in `stored` and said by the arrival. */
export const fillsOf = (stored: Values, said: Values): Blank[] =>
  blanks.filter((blank) => stored[blank] === null && said[blank] !== null);

export interface Arrival {
  id: string;
  family: CaptureFamily;
  child: CaptureChild;
}

interface Fill {
  values: Record<Blank, string | number | null>;
  key: string | null;
  category: string | null;
}

/**
 * Fills the blanks of these enquiries, of two arrivals for one enquiry by the earlier; gives what each of them filled. The
 * rows are locked first: what a counsellor saves in the same moment stands before they are looked at, or finds them newer.
 */
export async function fillBlanks<A extends Arrival>(
  db: Db,
  franchiseeId: number,
  { arrivals, categoryOf }: { arrivals: readonly A[]; categoryOf: (classId: number) => string | null },
): Promise<Map<A, Blank[]>> {
  const { rows } = await sql<Values & { id: string }>`
    select id, ${sql.raw(blanks.join(', '))} from enquiry
     where franchisee_id = ${franchiseeId} and id = any (${[...new Set(arrivals.map(({ id }) => id))]}::uuid[]) order by id for update`.execute(
    db,
  );
  const stored = new Map<string, Record<Blank, string | number | null>>(
    rows.map(({ id, ...values }) => [id, values]),
  );
  const fills = new Map<string, Fill>();
  const filled = new Map<A, Blank[]>();
  for (const arrival of arrivals) {
    const has = stored.get(arrival.id);
    const said = saidOf(arrival.family, arrival.child);
    const own = has ? fillsOf(has, said) : [];
    filled.set(arrival, own);
    if (!has || own.length === 0) continue;
    const fill = fills.get(arrival.id) ?? { values: nothing(), key: null, category: null };
    for (const blank of own) {
      has[blank] = said[blank];
      fill.values[blank] = said[blank];
      if (blank === 'child_first_name') fill.key = nameKey(String(said[blank]));
      if (blank === 'class_id') fill.category = categoryOf(Number(said[blank]));
    }
    fills.set(arrival.id, fill);
  }
  await write(db, franchiseeId, fills);
  return filled;
}

const nothing = (): Fill['values'] => ({
  child_first_name: null,
  child_last_name: null,
  child_dob: null,
  child_gender: null,
  class_id: null,
  programme: null,
  session_wish: null,
  email_norm: null,
  pincode: null,
});

// Each stands in the change audit by itself, also those of a file: this is the history of what a counsellor reads.
async function write(db: Db, franchiseeId: number, fills: ReadonlyMap<string, Fill>): Promise<void> {
  const rows = [...fills].map(([id, { values, key, category }]) => ({ id, ...values, key, category }));
  for (const some of slices(rows))
    await sql`
      update enquiry e set child_first_name = coalesce(e.child_first_name, x.child_first_name), child_name_key = case when e.child_first_name is null and x.key is not null then x.key else e.child_name_key end,
        child_last_name = coalesce(e.child_last_name, x.child_last_name), child_dob = coalesce(e.child_dob, x.child_dob), child_gender = coalesce(e.child_gender, x.child_gender),
        class_id = coalesce(e.class_id, x.class_id), class_category = case when e.class_id is null and x.class_id is not null then x.category else e.class_category end,
        programme = coalesce(e.programme, x.programme), session_wish = coalesce(e.session_wish, x.session_wish), email_norm = coalesce(e.email_norm, x.email_norm), pincode = coalesce(e.pincode, x.pincode)
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
          as x (id uuid, child_first_name text, child_last_name text, child_dob date, child_gender text, class_id int, programme text, session_wish text, email_norm text, pincode text, key text, category text)
       where e.franchisee_id = ${franchiseeId} and e.id = x.id`.execute(db);
}
