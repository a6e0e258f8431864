// One household per number: the unique key of household_contact decides, so two simultaneous forms meet in one.
import { randomUUID } from 'node:crypto';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface FamilyContacts {
  readonly mobile: string;
  readonly alternateMobiles?: readonly string[] | undefined;
  readonly email?: string | null | undefined;
  readonly language: string;
  readonly preferredTime?: string | null | undefined;
  /** A known family may have to stay as it is: its new number waits for addFamilyContacts. */
  readonly ifKnown?: 'FILL' | 'SKIP' | undefined;
}

/**
 * The household of each family, made where none is known; existing ones are locked until the transaction ends. Of what the
 * family can be reached by only the first number is kept here, which decides; addFamilyContacts adds the rest.
 */
export async function resolveHouseholds(
  db: Db,
  franchiseeId: number,
  families: readonly FamilyContacts[],
): Promise<string[]> {
  const known = await householdsOf(db, franchiseeId, families.flatMap(valuesOf));
  const made = new Set<string>();
  const waiting = new Map<string, string>();
  const wanted = new Map<string, { household: string; family: FamilyContacts }>();
  for (const family of families) {
    const before = valuesOf(family)
      .map((value) => known.get(value))
      .find((id) => id !== undefined);
    const household = before ?? randomUUID();
    if (!before) made.add(household);
    const here = known.has(family.mobile);
    for (const value of valuesOf(family)) if (!known.has(value)) known.set(value, household);
    if (family.ifKnown && !here && !made.has(household)) waiting.set(family.mobile, household);
    else if (!waiting.has(family.mobile) && !wanted.has(family.mobile))
      wanted.set(family.mobile, { household, family });
  }
  await addContacts(
    db,
    franchiseeId,
    [...wanted].map(([value, { household }]) => ({ kind: 'PHONE', value, household, position: 1 })),
  );
  // Read again: a form sent in the same moment may have won a number, then its household is the one.
  const settled = await householdsOf(db, franchiseeId, [...wanted.keys()]);
  const householdIds = families.map(
    (family) => settled.get(family.mobile) ?? waiting.get(family.mobile) ?? '',
  );
  await makeHouseholds(
    db,
    franchiseeId,
    [...wanted.values()].filter(
      ({ household, family }) => made.has(household) && settled.get(family.mobile) === household,
    ),
  );
  await lockHouseholds(
    db,
    franchiseeId,
    householdIds.filter((id) => !made.has(id)),
  );
  return householdIds;
}

/** Adds what else a family can be reached by; gives the numbers that were not known to anybody here. */
export async function addFamilyContacts<F extends FamilyContacts>(
  db: Db,
  franchiseeId: number,
  families: readonly { family: F; household: string }[],
): Promise<Map<F, ('mobile' | 'alternate_mobile')[]>> {
  const contacts = families.flatMap(({ family: { mobile, alternateMobiles, email, ifKnown }, household }) => [
    ...(ifKnown ? [{ kind: 'PHONE', value: mobile, household, position: 2 }] : []),
    ...(alternateMobiles ?? []).map((value, n) => ({ kind: 'PHONE', value, household, position: n + 2 })),
    ...(email ? [{ kind: 'EMAIL', value: email, household, position: 1 }] : []),
  ]);
  const added = new Set(await addContacts(db, franchiseeId, contacts));
  return new Map(
    families.map(({ family }) => [
      family,
      [
        ...(added.delete(family.mobile) ? (['mobile'] as const) : []),
        ...((family.alternateMobiles ?? []).filter((value) => added.delete(value)).length > 0
          ? (['alternate_mobile'] as const)
          : []),
      ],
    ]),
  );
}

/** All that it can be reached by, its mobile first. */
export const valuesOf = ({
  mobile,
  alternateMobiles = [],
  email,
}: Pick<FamilyContacts, 'mobile' | 'alternateMobiles' | 'email'>): string[] =>
  [mobile, ...alternateMobiles, email].filter((value): value is string => !!value);

/**
 * The households that are reached by these numbers and e-mails. One look at the unique key for each: as a list of values
 * Postgres may walk through all contacts of the centre, which took a second for a thousand rows of a file.
 */
export async function householdsOf(
  db: Db,
  franchiseeId: number,
  values: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ value: string; household: string }>`
    select v.value, c.household_id as household from unnest(${[...new Set(values)]}::text[]) v (value)
      cross join lateral (select household_id from household_contact where franchisee_id = ${franchiseeId}
        and kind = case when v.value like '%@%' then 'EMAIL' else 'PHONE' end and value_norm = v.value limit 1) c`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.value, row.household]));
}

/** Gives those that nobody had. */
async function addContacts(
  db: Db,
  franchiseeId: number,
  contacts: readonly { kind: string; value: string; household: string; position: number }[],
): Promise<string[]> {
  if (contacts.length === 0) return [];
  // One order for all writers, or two batches could wait for each other.
  const { rows } = await sql<{ value: string }>`
    insert into household_contact (franchisee_id, household_id, kind, value_norm, position)
    select ${franchiseeId}::int, household, kind, value, position
      from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as x (kind text, value text, household uuid, position smallint)
     order by kind, value on conflict (franchisee_id, kind, value_norm) do nothing returning value_norm as value`.execute(
    db,
  );
  return rows.map(({ value }) => value);
}

async function makeHouseholds(
  db: Db,
  franchiseeId: number,
  wanted: readonly { household: string; family: FamilyContacts }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const rows = [...new Map(wanted.map((one) => [one.household, one])).values()].map(
    ({ household, family }) => ({
      id: household,
      language: family.language,
      preferred_time: family.preferredTime ?? null,
    }),
  );
  await sql`insert into enquiry_household (franchisee_id, id, language, preferred_time)
    select ${franchiseeId}::int, id, language, preferred_time from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, language text, preferred_time text)`.execute(
    db,
  );
}

async function lockHouseholds(db: Db, franchiseeId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select id from enquiry_household where franchisee_id = ${franchiseeId} and id = any (${[...new Set(ids)]}::uuid[]) order by id for update`.execute(
    db,
  );
}
