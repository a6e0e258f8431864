import { maskEmail } from '@aangan/contract/email.ts';
import { type RawBuilder, sql } from 'kysely';
import type { AskedColumn, AskedValues } from './asked-columns.ts';

/** How each is read, over the alias `e`, as a member of one row of the list. */
const READS: Readonly<Record<AskedColumn, RawBuilder<unknown>>> = {
  email: sql`e.email_norm`,
  language: sql`(select h.language from enquiry_household h where h.franchisee_id = e.franchisee_id and h.id = e.household_id)`,
  touches: sql`(select count(*)::int from enquiry_touch t where t.franchisee_id = e.franchisee_id and t.enquiry_id = e.id)`,
  code: sql`(select l.label from enquiry_source_link l where l.franchisee_id = e.franchisee_id and l.id = e.source_link_id)`,
  answerMinutes: sql`(select round(f.working_s / 60.0)::int from first_answer f where f.franchisee_id = e.franchisee_id and f.enquiry_id = e.id and f.cycle = e.cycle)`,
};

/** To select beside the columns of every list; nothing where nothing is asked for, so that it costs nothing. */
export const askedSql = (asked: readonly AskedColumn[]): RawBuilder<unknown> =>
  sql.join([sql``, ...asked.map((one) => sql`${READS[one]} as ${sql.ref(`asked_${one}`)}`)], sql`, `);

/** What the database gave for the columns asked for. */
export interface AskedRow {
  asked_email?: string | null;
  asked_language?: string;
  asked_touches?: number;
  asked_code?: string | null;
  asked_answerMinutes?: number | null;
}

/** Undefined where nothing was asked for. */
export function askedOf(row: AskedRow): AskedValues | undefined {
  const { asked_email: email } = row;
  const values = {
    ...(email === undefined ? {} : { emailMasked: email === null ? null : maskEmail(email) }),
    ...(row.asked_language === undefined ? {} : { language: row.asked_language }),
    ...(row.asked_touches === undefined ? {} : { touches: row.asked_touches }),
    ...(row.asked_code === undefined ? {} : { codeLabel: row.asked_code }),
    ...(row.asked_answerMinutes === undefined ? {} : { answerMinutes: row.asked_answerMinutes }),
  };
  return Object.keys(values).length > 0 ? values : undefined;
}
