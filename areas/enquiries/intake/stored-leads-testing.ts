// What the tests of lead intake look up behind the screens.
import assert from 'node:assert/strict';
import type { IntakeApp } from './intake-testing.ts';

export const GOOGLE = '04000000-0000-7000-8000-000000000005';

export interface StoredLead {
  id: string;
  state: string;
  verdict: string;
  result: string | null;
  reason: string | null;
  centre: number | null;
  form: string | null;
  enquiry: string | null;
}

/** Look-ups in the database of an app that `before` starts, and fresh numbers from `firstPhone` on. */
export function storedLeads(intake: () => IntakeApp, firstPhone: number) {
  let phone = firstPhone;
  const sql: IntakeApp['app']['sql'] = (text, values) => intake().app.sql(text, values);
  const count = async (what: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await sql<{ n: string }>(`select count(*) as n from ${what}`, values))[0]?.n);
  return {
    sql,
    count,
    nextPhone: (): string => {
      phone += 1;
      return `+91${phone}`;
    },
    enquiriesOf: (mobile: string) => count('enquiry where phone_norm = $1', [mobile]),
    lead: async (leadId: string): Promise<StoredLead> => {
      const [row] = await sql<StoredLead & Record<string, unknown>>(
        `select id, state, verdict, result, quarantine_reason as reason, routed_franchisee_id as centre, external_form as form, enquiry_id as enquiry from lead_intake where dedupe_key = $1`,
        [leadId],
      );
      assert.ok(row, `no lead ${leadId}`);
      return row;
    },
  };
}

/** What a parent answers on a Google form. */
export const answersOf = (mobile: string, name = 'Asha Rao') => ({
  FULL_NAME: name,
  PHONE_NUMBER: mobile,
  child_age: { question: "Child's age?", value: '3 years' },
});
