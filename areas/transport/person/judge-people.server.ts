// Whether somebody may drive or ride along: verified, and the verified documents still run (areas/transport.md 1, decision 4).
import { type Day, daysBetween, formatDate } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Readiness } from '../vehicle/readiness.ts';
import {
  type DocumentKind,
  documentKinds,
  type EscortRole,
  type PersonStatus,
  personNeeds,
  personStatusLabels,
  type VendorStatus,
  vendorStatusLabels,
} from './escort.states.ts';

export interface JudgedPerson {
  readonly id: string;
  readonly name: string;
  readonly readiness: Readiness;
  readonly reasons: string[];
}
interface Row {
  readonly id: string;
  readonly name: string;
  readonly role: EscortRole;
  readonly status: PersonStatus;
  readonly vendorStatus: VendorStatus;
  /** Last day of the newest verified document of each kind; null: without an end. */
  readonly ends: Partial<Record<DocumentKind, Day | null>>;
}

const SOON_DAYS = 30;

function judge({ role, status, vendorStatus, ends, ...row }: Row, today: Day): JudgedPerson {
  const stops: string[] = [];
  const warns: string[] = [];
  if (status !== 'VERIFIED') stops.push(personStatusLabels[status]);
  if (vendorStatus !== 'VERIFIED')
    stops.push(
      `The vendor is ${vendorStatus === 'PENDING' ? 'not verified yet' : vendorStatusLabels[vendorStatus].toLowerCase()}`,
    );
  for (const kind of personNeeds(role)) {
    const title = documentKinds[kind];
    // A medical certificate only warns.
    const into = kind === 'MEDICAL' ? warns : stops;
    const end = ends[kind];
    if (end === undefined) into.push(`${title} is not recorded`);
    else if (end !== null && end < today) into.push(`${title} ended on ${formatDate(end)}`);
    else if (end !== null && daysBetween(today, end) <= SOON_DAYS)
      warns.push(`${title} ends on ${formatDate(end)}`);
  }
  const readiness = stops.length > 0 ? 'BLOCKED' : warns.length > 0 ? 'WARN' : 'READY';
  return { ...row, readiness, reasons: [...stops, ...warns] };
}

/** People of one centre by id. */
export async function judgePeople(
  db: Db,
  at: { franchiseeId: number; today: Day; ids: readonly string[] },
): Promise<ReadonlyMap<string, JudgedPerson>> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.role, p.status, v.status as "vendorStatus",
           coalesce((select jsonb_object_agg(d.kind, d.ends_on) from (
             select distinct on (kind) kind, ends_on from escort_document
              where franchisee_id = p.franchisee_id and person_id = p.id and status = 'VERIFIED'
              order by kind, ends_on desc nulls first) d), '{}') as ends
      from escort_person p join escort_vendor v on v.franchisee_id = p.franchisee_id and v.id = p.vendor_id
     where p.franchisee_id = ${at.franchiseeId} and p.id = any (${[...at.ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, judge(row, at.today)]));
}
