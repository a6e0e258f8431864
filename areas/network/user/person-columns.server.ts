import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type * as z from 'zod';
import { refuse } from '../network-refusals.ts';
import type { userContract } from './user.contract.ts';

export type Person = z.output<typeof userContract.update.input>['changes'];

/** Contract names to columns; undefined = untouched, null = cleared. */
export function columnsOf(person: Person) {
  const columns = {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    email_norm: person.email,
    mobile: person.mobile,
    mobile_norm: person.mobile,
    employee_code: person.employeeCode,
    department_id: person.departmentId,
    designation: person.designation,
    reports_to: person.reportsToId,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Omit<
    typeof columns,
    'first_name'
  > & { first_name?: string };
}

/** Living users have one e-mail and one mobile each; the index decides a race, this says which field it was. */
export async function ensureFree(db: Db, person: Person, but: string | null): Promise<void> {
  for (const [column, value, code, field] of [
    ['email_norm', person.email, 'user.email-used', 'email'],
    ['mobile_norm', person.mobile, 'user.mobile-used', 'mobile'],
  ] as const) {
    if (!value) continue;
    const other = await db
      .selectFrom('app_user')
      .select('id')
      .where(column, '=', value)
      .where('state', '<>', 'DISABLED')
      .$if(but !== null, (qb) => qb.where('id', '<>', but ?? ''))
      .executeTakeFirst();
    if (other)
      throw refuse(code, {
        fields: {
          [field]:
            column === 'email_norm'
              ? 'This address belongs to another user.'
              : 'This number belongs to another user.',
        },
      });
  }
}
