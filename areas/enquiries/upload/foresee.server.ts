// What the save would do with each sound row of a centre, read-only: the same verdicts by the same family, also against the
// rows before it, and which blanks a row would fill where its child is here already.

import { nameKey } from '@aangan/contract/phone.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type Blank, blanks, type Filled } from '../enquiry/blanks.ts';
import type { CaptureContext } from '../enquiry/capture-types.ts';
import { type KnownChild, verdictOf } from '../enquiry/duplicate-verdict.ts';
import { fillsOf, saidOf } from '../enquiry/fill-blanks.server.ts';
import { householdsOf, valuesOf } from '../enquiry/households.server.ts';
import { type Namesakes, namesakesOf } from '../merge/namesakes.server.ts';
import type { DryRunOutcome } from './enquiry-upload.contract.ts';
import { columnsOf } from './filled-columns.ts';
import type { UploadFamily } from './read-upload.server.ts';
import type { SoundRow } from './save-rows.server.ts';

type Values = Record<Blank, string | number | null>;

interface Stored extends KnownChild {
  household: string;
  code: string;
  blanks: Values;
}

export type Foreseen = Pick<
  DryRunOutcome,
  'fresh' | 'siblings' | 'askedAgain' | 'possible' | 'closed' | 'matched' | 'fillable'
>;

export async function foresee(db: Db, context: CaptureContext, rows: readonly SoundRow[]): Promise<Foreseen> {
  const households = await householdsOf(
    db,
    context.franchiseeId,
    rows.flatMap(({ family }) => valuesOf(family)),
  );
  const stored = await storedOf(db, context.franchiseeId, [...new Set(households.values())]);
  const namesakes = await namesakesOf(
    db,
    context,
    rows.map(({ family: { capturedAt: _, ...family } }) => family),
  );
  const plan = new Forecast(context.academicYearId, { households, stored, namesakes });
  for (const row of rows) plan.add(row);
  return plan.seen;
}

interface Known {
  households: Map<string, string>;
  stored: Map<string, Stored[]>;
  namesakes: Namesakes;
}

class Forecast {
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

  add(one: SoundRow): void {
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
    family: UploadFamily,
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

  private fill(match: Stored, family: UploadFamily): Blank[] {
    const said = saidOf({ ...family, capturedAt: undefined }, family.children[0] ?? {});
    const fills = fillsOf(match.blanks, said);
    for (const blank of fills) match.blanks[blank] = said[blank];
    return fills;
  }

  // Later rows of the file meet it as the save will: it has no code yet.
  private remember({ family, row }: SoundRow, { household, key }: { household: string; key: string | null }) {
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
      blanks: saidOf({ ...family, capturedAt: undefined }, child),
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
