// Whether somebody may drive or ride along: verified, and the verified documents still run (areas/transport.md 1, decision 4).
import { type Day, formatDate } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type Cover, coverOf, EXPIRED_WORDS, type Period } from '../vehicle/paper-cover.ts';
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
  /** Days of the verified documents of each kind. */
  readonly papers: Partial<Record<DocumentKind, Period[]>>;
}

const SOON_DAYS = 30;

/** "Driving licence ended on …"; undefined while it holds and nothing is due. */
function wordsOf(kind: DocumentKind, cover: Cover): string | undefined {
  const title = documentKinds[kind];
  if (cover.status === 'VALID') return undefined;
  if (cover.status === 'EXPIRED')
    return cover.words === EXPIRED_WORDS.missing
      ? `${title} is not recorded`
      : `${title} ${cover.words.charAt(0).toLowerCase()}${cover.words.slice(1)}`;
  return `${title} ends on ${cover.endsOn === null ? '' : formatDate(cover.endsOn)}`;
}

function judge({ role, status, vendorStatus, papers, ...row }: Row, today: Day): JudgedPerson {
  const stops: string[] = [];
  const warns: string[] = [];
  if (status !== 'VERIFIED') stops.push(personStatusLabels[status]);
  if (vendorStatus !== 'VERIFIED')
    stops.push(
      `The vendor is ${vendorStatus === 'PENDING' ? 'not verified yet' : vendorStatusLabels[vendorStatus].toLowerCase()}`,
    );
  for (const kind of personNeeds(role)) {
    const cover = coverOf(papers[kind] ?? [], today, SOON_DAYS);
    const words = wordsOf(kind, cover);
    // A medical certificate only warns.
    if (words !== undefined) (cover.status === 'EXPIRED' && kind !== 'MEDICAL' ? stops : warns).push(words);
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
           coalesce((select jsonb_object_agg(d.kind, d.days) from (
             select kind, jsonb_agg(jsonb_build_object('startsOn', coalesce(starts_on, '2000-01-01'), 'endsOn', ends_on)) as days
               from escort_document where franchisee_id = p.franchisee_id and person_id = p.id and status = 'VERIFIED'
              group by kind) d), '{}') as papers
      from escort_person p join escort_vendor v on v.franchisee_id = p.franchisee_id and v.id = p.vendor_id
     where p.franchisee_id = ${at.franchiseeId} and p.id = any (${[...at.ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, judge(row, at.today)]));
}
