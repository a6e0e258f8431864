// Files of the season: prepared in the background as the person who asked, from the same conditions as the report. They
// are exports like any other (own, logged when downloaded, gone after their day); this screen shows those of B2S.
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import type { ExportColumn, ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { franchiseeLabels } from '../../network/public.server.ts';
import { allOf } from '../enquiry/enquiry-where.server.ts';
import { b2sContract } from './b2s.contract.ts';
import { memberPage, memberWhere } from './b2s-members.server.ts';
import { cohorts, outcomes } from './b2s-outcome.ts';
import { findSeason } from './b2s-season.server.ts';
import { type FileKind, fileKinds, memberFilters } from './b2s-shape.ts';

const PREFIX = 'enquiries.b2s-';
const contractOf = (kind: FileKind) => `${PREFIX}${kind}`;
const kindOf = (contract: string): FileKind =>
  (Object.keys(fileKinds) as FileKind[]).find((kind) => contractOf(kind) === contract) ?? 'members';

export const prepareFile = handle(b2sContract.prepareFile, async ({ db, actor, input }) => {
  const { file, format, ...filters } = input;
  const season = await findSeason(db, input.seasonId);
  return startExport(db, actor, {
    contract: contractOf(file),
    title: `${fileKinds[file]} · ${season.title}`.slice(0, 120),
    input: filters,
    format,
  });
});

export const rerunFile = handle(b2sContract.rerunFile, async ({ db, actor, input }) => {
  const old = ensureFound(
    await db
      .selectFrom('export_job')
      .select(['contract', 'title', 'format', 'input'])
      .where('id', '=', input.id)
      .where('user_id', '=', userIdOf(actor))
      .where('contract', 'like', `${PREFIX}%`)
      .executeTakeFirst(),
  );
  return startExport(db, actor, {
    contract: old.contract,
    title: old.title,
    input: filterShape.parse(old.input),
    format: old.format === 'csv' ? 'csv' : 'xlsx',
  });
});

export const listFiles = handle(b2sContract.files, async ({ db, actor, now }) => {
  const rows = await db
    .selectFrom('export_job')
    .select([
      'id',
      'contract',
      'title',
      'format',
      'state',
      'rows_done',
      'bytes',
      'error',
      'input',
      'created_at',
      'expires_on',
      'storage_key',
    ])
    .where('user_id', '=', userIdOf(actor))
    .where('contract', 'like', `${PREFIX}%`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  const today = todayIst(now);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      kind: kindOf(row.contract),
      title: row.title,
      filters: words(filterShape.parse(row.input)),
      format: row.format === 'csv' ? ('csv' as const) : ('xlsx' as const),
      rows: row.rows_done,
      bytes: row.bytes,
      state: stateOf(row, today),
      error: row.error,
      at: row.created_at,
      expiresOn: row.expires_on,
    })),
  };
});

type FileState = 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED' | 'CANCELLED' | 'EXPIRED';

function stateOf(
  row: { state: string; storage_key: string | null; expires_on: string },
  today: string,
): FileState {
  if (row.state === 'DONE') return row.storage_key && row.expires_on >= today ? 'READY' : 'EXPIRED';
  return z.enum(['QUEUED', 'RUNNING', 'FAILED', 'CANCELLED']).catch('FAILED').parse(row.state);
}

const filterShape = z.object({ seasonId: z.uuid(), ...memberFilters });
type Filters = z.output<typeof filterShape>;

/** The filters in a few words, for the list of files. */
function words({ kind, outcome, classId, centre, zoneId, lostReason, dueThisWeek }: Filters): string {
  const parts = [
    kind?.map((one) => cohorts[one]).join(', '),
    outcome?.map((one) => outcomes[one]).join(', '),
    classId && `${classId.length} ${classId.length === 1 ? 'class' : 'classes'}`,
    centre && `${centre.length} ${centre.length === 1 ? 'centre' : 'centres'}`,
    zoneId && 'one zone',
    lostReason && 'lost by reason',
    dueThisWeek && 'due this week',
  ];
  return parts.filter(Boolean).join(' · ') || 'Everything';
}

const text = (key: string, label: string): ExportColumn => ({ key, label, kind: 'text' });
const memberColumns: readonly ExportColumn[] = [
  text('centre', 'Centre'),
  text('childName', 'Child'),
  text('cohort', 'Cohort'),
  text('className', 'Class'),
  text('outcomeText', 'Outcome'),
  { key: 'outcomeOn', label: 'Since', kind: 'date' },
  text('ownerName', 'Owner'),
  { key: 'nextFollowUpOn', label: 'Next follow-up', kind: 'date' },
  text('enquiryCode', 'Enquiry'),
  text('lostReason', 'Lost because'),
];
const PAGE = 1000;

/** Members by conditions; a calling list is those who are neither achieved nor lost. */
const members = (calls: boolean): ExportSource => ({
  endpoint: b2sContract.prepareFile,
  columns: () => memberColumns,
  page: async (db, actor, input, after) => {
    const filters = filterShape.parse(input);
    const wanted = calls
      ? { ...filters, outcome: filters.outcome ?? ['NOT_CONTACTED' as const, 'CONTACTED' as const] }
      : filters;
    const where = await memberWhere(db, actor, wanted, todayIst(new Date()));
    const page = await memberPage(db, where, { after, limit: PAGE });
    const labels = await franchiseeLabels(
      db,
      page.rows.map((row) => row.franchiseeId),
    );
    return {
      rows: page.rows.map((row) => ({
        ...row,
        centre: labels.get(row.franchiseeId) ?? '',
        cohort: cohorts[row.kind],
        outcomeText: outcomes[row.outcome],
      })),
      next: page.next,
    };
  },
});

interface CentreLine {
  id: number;
  target: number | null;
  members: number;
  committed: number;
  confirmed: number;
  joined: number;
  lost: number;
}

const centres: ExportSource = {
  endpoint: b2sContract.prepareFile,
  columns: () => [
    text('centre', 'Centre'),
    ...(['target', 'members', 'committed', 'confirmed', 'joined', 'lost'] as const).map((key) => ({
      key,
      label: key.charAt(0).toUpperCase() + key.slice(1),
      kind: 'integer',
    })),
  ],
  page: async (db, actor, input) => {
    const filters = filterShape.parse(input);
    const where = await memberWhere(db, actor, filters, todayIst(new Date()));
    const { rows } = await sql<CentreLine>`
      select m.franchisee_id as id, (select sum(t.seats)::int from b2s_target t where t.franchisee_id = m.franchisee_id and t.season_id = ${filters.seasonId}) as target,
        count(*)::int as members, (count(*) filter (where m.outcome = 'COMMITTED'))::int as committed, (count(*) filter (where m.outcome = 'CONFIRMED'))::int as confirmed,
        (count(*) filter (where m.outcome = 'JOINED'))::int as joined, (count(*) filter (where m.outcome = 'LOST'))::int as lost
        from b2s_member m where ${allOf(where)} group by 1 order by 1`.execute(db);
    const labels = await franchiseeLabels(
      db,
      rows.map((row) => row.id),
    );
    return { rows: rows.map((row) => ({ ...row, centre: labels.get(row.id) ?? '' })), next: null };
  },
};

interface Change {
  id: string;
  at: string;
  centre: number;
  child: string;
  from: string | null;
  to: string;
}

/** Each step of a member, from the change audit. */
const changes: ExportSource = {
  endpoint: b2sContract.prepareFile,
  columns: () => [
    text('day', 'Day'),
    text('centre', 'Centre'),
    text('child', 'Child'),
    text('from', 'From'),
    text('to', 'To'),
  ],
  page: async (db, actor, input, after) => {
    const where = await memberWhere(db, actor, filterShape.parse(input), todayIst(new Date()));
    const { rows } = await sql<Change>`
      select r.id::text as id, r.at, m.franchisee_id as centre, coalesce(nullif(trim(concat(e.child_first_name, ' ', e.child_last_name)), ''), s.name, '') as child,
        r.diff -> 'outcome' ->> 0 as "from", r.diff -> 'outcome' ->> 1 as "to"
        from record_change r join b2s_member m on m.franchisee_id = r.franchisee_id and m.id::text = r.row_key
        left join enquiry e on e.franchisee_id = m.franchisee_id and e.id = m.enquiry_id
        left join enrolment n on n.franchisee_id = m.franchisee_id and n.id = m.enrolment_id left join student s on s.franchisee_id = n.franchisee_id and s.id = n.student_id
       where ${allOf(where)} and r.table_name = 'b2s_member' and r.op = 'U' and r.diff ? 'outcome' ${after ? sql`and r.id < ${after}::bigint` : sql``}
       order by r.id desc limit ${PAGE + 1}`.execute(db);
    const labels = await franchiseeLabels(
      db,
      rows.map((row) => row.centre),
    );
    const name = (outcome: string | null) =>
      Object.entries(outcomes).find(([key]) => key === outcome)?.[1] ?? '';
    return {
      rows: rows.slice(0, PAGE).map((row) => ({
        day: formatDate(todayIst(row.at)),
        centre: labels.get(row.centre) ?? '',
        child: row.child,
        from: name(row.from),
        to: name(row.to),
      })),
      next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null,
    };
  },
};

export const b2sExports: Readonly<Record<string, ExportSource>> = {
  [contractOf('members')]: members(false),
  [contractOf('calls')]: members(true),
  [contractOf('centres')]: centres,
  [contractOf('changes')]: changes,
};
