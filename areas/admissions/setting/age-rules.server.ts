import { formatDate } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { stateCode } from '../../network/public.server.ts';
import { type AgeRule, type AgeVerdict, ageCheck } from '../form/age-check.ts';
import { refuseAdmission } from '../refusals.ts';

interface AgeKey {
  franchiseeId: number;
  yearId: number;
  classId: number;
}

/** The centre's own rule, else the network's for its state, else the network's, else the class's own ages on 1 June. */
export async function ageRuleOf(db: Db, key: AgeKey): Promise<AgeRule> {
  const state = await stateCode(db, key.franchiseeId);
  const row = await db
    .selectFrom('age_rule')
    .selectAll()
    .where('franchisee_id', 'in', [1, key.franchiseeId])
    .where('academic_year_id', '=', key.yearId)
    .where('class_id', '=', key.classId)
    .where((eb) => eb.or([eb('state_code', 'is', null), ...(state ? [eb('state_code', '=', state)] : [])]))
    .orderBy(sql`franchisee_id = ${key.franchiseeId} desc, state_code is null`)
    .limit(1)
    .executeTakeFirst();
  if (row)
    return {
      id: row.id,
      basis: row.basis,
      cutOffOn: row.cut_off_on,
      minMonths: row.min_months,
      maxMonths: row.max_months,
      relaxDays: row.relax_days,
      maxBlocks: row.max_blocks,
    };
  const own = await db
    .selectFrom('class')
    .select(['age_from_months', 'age_to_months', 'rolling'])
    .where('id', '=', key.classId)
    .executeTakeFirstOrThrow();
  return {
    id: null,
    basis: own.rolling ? 'JOINING' : 'CUT_OFF',
    cutOffOn: own.rolling ? null : `${key.yearId}-06-01`,
    minMonths: own.age_from_months,
    maxMonths: own.age_to_months,
    relaxDays: 30,
    maxBlocks: false,
  };
}

export interface AgeOfApplicant extends AgeVerdict {
  /** True when the rule holds, or somebody else approved an exception for this class. */
  allowed: boolean;
  relaxDays: number;
}

/** The verdict on an applicant, with an approved exception. Null while the date of birth is not known. */
export async function ageOfApplicant(
  db: Db,
  key: AgeKey & { applicantId: string; dateOfBirth: string | null; joinsOn: string },
): Promise<AgeOfApplicant | null> {
  if (!key.dateOfBirth) return null;
  const rule = await ageRuleOf(db, key);
  const verdict = ageCheck(rule, key.dateOfBirth, key.joinsOn);
  const allowed = verdict.ok || (await hasException(db, key));
  return { ...verdict, allowed, relaxDays: rule.relaxDays };
}

async function hasException(db: Db, key: AgeKey & { applicantId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('exception_request')
    .select('id')
    .where('franchisee_id', '=', key.franchiseeId)
    .where('applicant_id', '=', key.applicantId)
    .where('what', '=', 'AGE')
    .where('status', '=', 'APPROVED')
    .where(sql<boolean>`(detail ->> 'classId')::int = ${key.classId}`)
    .executeTakeFirst();
  return row !== undefined;
}

export const daysText = (n: number): string => `${n} ${n === 1 ? 'day' : 'days'}`;

/** 409 with the days missing and the class that would fit. */
export async function refuseAge(
  db: Db,
  key: AgeKey & { childName: string; dateOfBirth: string; joinsOn: string },
  verdict: AgeOfApplicant,
) {
  const classes = await db
    .selectFrom('class')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('position', 'desc')
    .execute();
  const wanted = classes.find((one) => one.id === key.classId)?.name ?? '';
  let fitting: string | null = null;
  for (const one of classes) {
    if (fitting || one.id === key.classId) continue;
    const other = ageCheck(await ageRuleOf(db, { ...key, classId: one.id }), key.dateOfBirth, key.joinsOn);
    if (other.ok && !other.over) fitting = one.name;
  }
  const advice = [
    fitting ? `${fitting} fits.` : '',
    verdict.relaxable ? 'An exception can be asked for.' : '',
  ]
    .filter(Boolean)
    .join(' ');
  return refuseAdmission('age.not-eligible', {
    details: {
      child: key.childName,
      short: daysText(verdict.shortDays),
      class: wanted,
      on: formatDate(verdict.on),
      advice,
      relaxable: verdict.relaxable,
      fitting,
    },
  });
}
