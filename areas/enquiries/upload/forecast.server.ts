// What the save would do with each valid row of a centre, read-only: the same verdicts by the same family, also against the
// rows before it, and which blanks a row would fill where its child is here already.

import { nameKey } from '@aangan/contract/phone.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type Blank, blanks, type Filled } from '../enquiry/blanks.ts';
import type { CaptureContext, CaptureFamily } from '../enquiry/capture-types.ts';
import { type KnownChild, verdictOf } from '../enquiry/duplicate-verdict.ts';
import { fillsOf, saidOf } from '../enquiry/fill-blanks.server.ts';
import { householdsOf, valuesOf } from '../enquiry/households.server.ts';
import { type Namesakes, namesakesOf } from '../merge/namesakes.server.ts';
import { MAX_MATCHED, type UploadPreview } from './enquiry-import.contract.ts';
import { columnsOf } from './filled-columns.ts';
import type { ReadRow } from './read-row.server.ts';

type Values = Record<Blank, string | number | null>;

interface Stored extends KnownChild {
  household: string;
  code: string;
  blanks: Values;
}

type Foreseen = Pick<
  UploadPreview,
  'fresh' | 'siblings' | 'askedAgain' | 'possible' | 'closed' | 'matched' | 'fillable'
>;
type ValidRow = ReadRow & { row: number };

/** What the rows of one centre would do. */
export interface Forecast extends Foreseen {
  centre: number;
  ok: number;
  bad: number;
  known: number;
  consents: number;
  undatedConsents: number;
}

/** `known`: the numbers of other systems that are here already; such a row does nothing. */
export async function forecastOf(
  db: Db,
  context: CaptureContext,
  { valid, known, bad }: { valid: readonly ValidRow[]; known: ReadonlyMap<string, string>; bad: number },
): Promise<Forecast> {
  const rows = valid.filter(({ ref }) => ref === null || !known.has(ref));
  const households = await householdsOf(
    db,
    context.franchiseeId,
    rows.flatMap(({ family }) => valuesOf(family)),
  );
  const stored = await storedOf(db, context.franchiseeId, [...new Set(households.values())]);
  const namesakes = await namesakesOf(
    db,
    context,
    rows.map(({ family }) => family),
  );
  const plan = new Plan(context.academicYearId, { households, stored, namesakes });
  for (const row of rows) plan.add(row);
  return {
    ...plan.seen,
    centre: context.franchiseeId,
    ok: valid.length,
    bad,
    known: valid.length - rows.length,
    consents: valid.filter(({ family }) => family.consents?.on !== undefined).length,
    undatedConsents: valid.filter(({ family: { consents } }) => {
      const { whatsapp, sms, email, on } = consents ?? {};
      return (whatsapp || sms || email) && on === undefined;
    }).length,
  };
}

/** The whole file's, of all its centres. */
export function together(
  parts: readonly Forecast[],
  { unplaced, several }: { unplaced: number; several: boolean },
): UploadPreview {
  const sum = (of: (one: Forecast) => number) => parts.reduce((n, one) => n + of(one), 0);
  return {
    fresh: sum((one) => one.fresh),
    siblings: sum((one) => one.siblings),
    askedAgain: sum((one) => one.askedAgain),
    possible: sum((one) => one.possible),
    known: sum((one) => one.known),
    closed: sum((one) => one.closed),
    fillable: sum((one) => one.fillable),
    consents: sum((one) => one.consents),
    undatedConsents: sum((one) => one.undatedConsents),
    matched: parts
      .flatMap(({ matched }) => matched)
      .sort((a, b) => a.row - b.row)
      .slice(0, MAX_MATCHED),
    centres: several ? parts.map(({ centre, ok, bad }) => ({ franchiseeId: centre, ok, bad })) : [],
    unplaced,
  };
}

interface Known {
  households: Map<string, string>;
  stored: Map<string, Stored[]>;
  namesakes: Namesakes;
}

class Plan {
  readonly seen: Foreseen = {
    fresh: 0,
    siblings: 0,
    askedAgain: 0,
    possible: 0,
    closed: 0,
    matched: [],
    fillable: 0,
  };
  private readonly yearId: number;
  private readonly known: Known;

  constructor(yearId: number, known: Known) {
    this.yearId = yearId;
    this.known = known;
  }

  add(one: ValidRow): void {
    const { family, row } = one;
    const [child = {}] = family.children;
    const { household, fresh } = this.householdOf(family, `row ${row}`);
    const here = this.known.stored.get(household) ?? [];
    const key = child.firstName ? nameKey(child.firstName) : null;
    const { verdict, id, ambiguous } = verdictOf({ nameKey: key, dob: child.dob ?? null }, this.yearId, here);
    const childName = [child.firstName, child.lastName].filter(Boolean).join(' ') || family.guardianName;
    if (verdict === 'SAME') {
      this.seen.askedAgain += 1;
      const match = here.find((other) => other.id === id);
      if (!match?.code) return;
      const filled: Filled[] = ambiguous ? [] : [...this.fill(match, family), ...fresh];
      const fills = columnsOf(filled);
      if (fills.length > 0) this.seen.fillable += 1;
      this.seen.matched.push({ row, childName, enquiryCode: match.code, fills, ambiguous });
      return;
    }
    if (family.closed) this.seen.closed += 1;
    const elsewhere =
      verdict === 'NEW' &&
      this.known.namesakes.elsewhere(
        { key, dob: child.dob ?? null },
        { household, guardianName: family.guardianName, pincode: family.pincode },
      );
    if (verdict === 'POSSIBLE' || elsewhere) this.seen.possible += 1;
    else if (verdict === 'SIBLING') this.seen.siblings += 1;
    else this.seen.fresh += 1;
    this.remember(one, { household, key });
  }

  /** Its family by any of its numbers, and those that the family would get. */
  private householdOf(
    family: CaptureFamily,
    ifNone: string,
  ): { household: string; fresh: ('mobile' | 'alternate_mobile')[] } {
    const { households } = this.known;
    const household =
      valuesOf(family)
        .map((value) => households.get(value))
        .find((found) => found !== undefined) ?? ifNone;
    const fresh = [
      ...(households.has(family.mobile) ? [] : (['mobile'] as const)),
      ...((family.alternateMobiles ?? []).every((value) => households.has(value))
        ? []
        : (['alternate_mobile'] as const)),
    ];
    for (const value of valuesOf(family)) if (!households.has(value)) households.set(value, household);
    return { household, fresh };
  }

  private fill(match: Stored, family: CaptureFamily): Blank[] {
    const said = saidOf(family, family.children[0] ?? {});
    const fills = fillsOf(match.blanks, said);
    for (const blank of fills) match.blanks[blank] = said[blank];
    return fills;
  }

  // Later rows of the file meet it as the save will: it has no code yet.
  private remember({ family, row }: ValidRow, { household, key }: { household: string; key: string | null }) {
    const [child = {}] = family.children;
    const dob = child.dob ?? null;
    const id = `row ${row}`;
    const fresh: Stored = {
      id,
      household,
      code: '',
      yearId: this.yearId,
      nameKey: key,
      dob,
      open: !family.closed,
      lastActivityAt: '9999',
      blanks: saidOf(family, child),
    };
    this.known.stored.set(household, [...(this.known.stored.get(household) ?? []), fresh]);
    if (key === null) return;
    const { guardianName: guardian, pincode = null } = family;
    this.known.namesakes.add({ id, key, household, guardian, dob, pincode });
  }
}

async function storedOf(
  db: Db,
  franchiseeId: number,
  households: readonly string[],
): Promise<Map<string, Stored[]>> {
  const { rows } = await sql<Omit<Stored, 'blanks'> & Values>`
    select e.id, e.household_id as household, e.enquiry_code as code, e.academic_year_id as "yearId", e.child_name_key as "nameKey", e.child_dob as dob,
      e.is_open as open, e.last_activity_at as "lastActivityAt", ${sql.raw(blanks.map((blank) => `e.${blank}`).join(', '))}
      from enquiry e where e.franchisee_id = ${franchiseeId} and e.household_id = any (${households}::uuid[])
       and e.merged_into is null and e.erased_at is null and e.moved_to is null order by e.is_open desc, e.last_activity_at desc`.execute(
    db,
  );
  const all = rows.map(
    ({ id, household, code, yearId, nameKey: key, dob, open, lastActivityAt, ...values }): Stored => ({
      ...{ id, household, code, yearId, nameKey: key, dob, open, blanks: values },
      lastActivityAt: new Date(lastActivityAt).toISOString(),
    }),
  );
  return Map.groupBy(all, ({ household }) => household);
}
