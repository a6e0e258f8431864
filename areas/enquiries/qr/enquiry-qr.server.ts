import { randomUUID } from 'node:crypto';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { type CodeRow, enquiryQrContract } from './enquiry-qr.contract.ts';

/** The printed address; its key credits the source. */
export const pathOf = (franchiseeId: number, key: string | null): string =>
  `/enquiry-form/${franchiseeId}${key ? `?mid=${key}` : ''}`;

const SHOWN = 200;
const STANDARD = 'Standard';

export const listCodes = handle(enquiryQrContract.list, async ({ db, actor, input, now, ports }) => {
  const centre = actor.franchiseeId ?? input.centre ?? null;
  const codes = await codesOf(db, centre, todayIst(now));
  const standard = await standardCodes(db, actor, centre);
  const rows = [...standard, ...codes.slice(0, SHOWN)];
  const labels = await franchiseeLabels(
    db,
    rows.map((row) => row.franchiseeId),
  );
  return {
    origin: ports.origin,
    rows: rows.map((row) => ({ ...row, centreName: labels.get(row.franchiseeId) ?? '' })),
    more: codes.length > SHOWN,
  };
});

type Row = Omit<CodeRow, 'centreName'>;

const COUNTS = sql`coalesce(d.scans, 0)::int as scans, coalesce(d.opens, 0)::int as opens, coalesce(d.starts, 0)::int as starts, coalesce(d.submits, 0)::int as submits,
  coalesce(e.n, 0)::int as enquiries, coalesce(e.visits, 0)::int as visits, coalesce(e.admitted, 0)::int as admitted`;
const WON = sql`count(*) as n, count(*) filter (where e.walk_in_at is not null) as visits, count(*) filter (where e.spanco_status = 'Order') as admitted`;
const OPENED = sql`sum(scans) as scans, sum(opens) as opens, sum(starts) as starts, sum(submits) as submits`;

async function codesOf(db: Db, centre: number | null, today: Day): Promise<Row[]> {
  const { rows } = await sql<Row & { key: string }>`
    with l as materialized (select * from enquiry_source_link l where ${centre === null ? sql`true` : sql`l.franchisee_id = ${centre}`}
      order by l.created_at desc, l.id limit ${SHOWN + 1})
    select l.id, l.version, l.franchisee_id as "franchiseeId", l.key, l.label, l.placement, l.source_id as "sourceId", s.name as "sourceName", l.campaign, l.language,
      l.expires_on as "expiresOn", case when not l.active then 'PAUSED' when l.expires_on < ${today}::date then 'EXPIRED' else 'ACTIVE' end as state, ${COUNTS}
      from l join enquiry_source s on s.id = l.source_id
      left join lateral (select ${OPENED} from enquiry_qr_day where franchisee_id = l.franchisee_id and link_id = l.id) d on true
      left join lateral (select ${WON} from enquiry e where e.franchisee_id = l.franchisee_id and e.source_link_id = l.id and e.follow_up_group <> 'NONE') e on true
     order by l.created_at desc, l.id`.execute(db);
  return rows.map(({ key, ...row }) => ({ ...row, path: pathOf(row.franchiseeId, key) }));
}

/** The address without a key, which every centre has from its first day. */
async function standardCodes(db: Db, actor: Actor, centre: number | null): Promise<Row[]> {
  const { rows } = await sql<Pick<Row, 'franchiseeId' | 'scans' | 'opens' | 'starts' | 'submits'>>`
    select f.id as "franchiseeId", coalesce(d.scans, 0)::int as scans, coalesce(d.opens, 0)::int as opens, coalesce(d.starts, 0)::int as starts, coalesce(d.submits, 0)::int as submits
      from franchisee f left join lateral (select ${OPENED} from enquiry_qr_day where franchisee_id = f.id and link_id is null) d on true
     where ${centre === null ? sql`not f.is_head_office and f.status in ('ACTIVE', 'SUSPENDED') and coalesce(d.opens, 0) > 0` : sql`f.id = ${centre}`}
       ${actor.wholeNetwork || centre !== null ? sql`` : sql`and f.id = any (${[...actor.centres]}::int[])`}
     order by f.id limit ${SHOWN}`.execute(db);
  const won = await standardWon(
    db,
    rows.map((row) => row.franchiseeId),
  );
  return rows.map((row) => ({
    id: null,
    version: 0,
    label: STANDARD,
    placement: null,
    sourceId: sourceIds.qr,
    sourceName: 'QR code',
    campaign: null,
    language: 'en' as const,
    expiresOn: null,
    state: 'ACTIVE' as const,
    path: pathOf(row.franchiseeId, null),
    ...row,
    ...(won.get(row.franchiseeId) ?? { enquiries: 0, visits: 0, admitted: 0 }),
  }));
}

/** Enquiries of the QR source without a code of their own. */
async function standardWon(db: Db, centres: readonly number[]) {
  const { rows } = await sql<{ id: number; enquiries: number; visits: number; admitted: number }>`
    select e.franchisee_id as id, count(*)::int as enquiries, (count(*) filter (where e.walk_in_at is not null))::int as visits, (count(*) filter (where e.spanco_status = 'Order'))::int as admitted
      from enquiry e where e.franchisee_id = any (${[...centres]}::int[]) and e.source_id = ${sourceIds.qr} and e.source_link_id is null and e.follow_up_group <> 'NONE' group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export const createCode = handle(enquiryQrContract.create, async ({ db, actor, input }) => {
  const centreId = chosenCentre(actor);
  const made = await db
    .insertInto('enquiry_source_link')
    .values({
      franchisee_id: centreId,
      id: randomUUID(),
      label: input.label,
      placement: input.placement,
      source_id: input.sourceId,
      campaign: input.campaign ?? null,
      language: input.language,
      expires_on: input.expiresOn ?? null,
    })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
  return { id: made.id, path: pathOf(centreId, made.key) };
});

export const setCodeActive = handle(enquiryQrContract.setActive, async ({ db, actor, input, version }) => {
  const code = ensureFound(
    await db
      .selectFrom('enquiry_source_link')
      .select('franchisee_id')
      .where('id', '=', input.id)
      .where(inChosenCentre(actor, 'franchisee_id'))
      .executeTakeFirst(),
  );
  const saved = await db
    .updateTable('enquiry_source_link')
    .set({ active: input.active })
    .where('franchisee_id', '=', code.franchisee_id)
    .where('id', '=', input.id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  ensureFresh(saved ? 1 : 0);
  return { id: input.id, version: saved?.version ?? version };
});
