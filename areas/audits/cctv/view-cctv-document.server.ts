import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { cctvDocumentContract as contract } from './cctv-document.contract.ts';
import { type CctvKind, type CctvStatus, neededKinds } from './cctv-document.states.ts';

export const checklist = handle(contract.checklist, async ({ db, actor, now }) => {
  // A verified document counts until a newer one is verified; where there is none, the newest upload tells how far it is.
  const { rows } = await sql<{ kind: CctvKind; id: string; status: CctvStatus; validTo: string | null }>`
    select distinct on (kind) kind, id, status, valid_to as "validTo" from cctv_document
     where franchisee_id = ${actor.franchiseeId} and superseded_at is null
     order by kind, status = 'VERIFIED' desc, created_at desc`.execute(db);
  const today = todayIst(now);
  return {
    kinds: neededKinds.map((kind) => {
      const found = rows.find((row) => row.kind === kind);
      const validTo = found?.validTo ?? null;
      return {
        kind,
        id: found?.id ?? null,
        status: found?.status ?? null,
        validTo,
        expired: validTo !== null && validTo < today,
      };
    }),
  };
});

export const viewDocument = handle(contract.view, async ({ db, actor, input, now }) => {
  const row = ensureFound(
    await db
      .selectFrom('cctv_document as d')
      .leftJoin('app_user as u', 'u.id', 'd.uploaded_by')
      .leftJoin('app_user as v', 'v.id', 'd.decided_by')
      .selectAll('d')
      .select([personName('u').as('uploader'), personName('v').as('decider')])
      .where('d.id', '=', input.id)
      .executeTakeFirst(),
  );
  const { franchisee_id: franchiseeId } = row;
  const { rows: files } = await sql<{ id: string; name: string }>`
    select f.id, f.name from cctv_document_file x join file f on f.franchisee_id = x.franchisee_id and f.id = x.file_id
     where x.franchisee_id = ${franchiseeId} and x.document_id = ${row.id} order by x.position`.execute(db);
  const decides =
    row.status === 'SUBMITTED' && row.uploaded_by !== actor.userId && mayCall(actor, contract.verify);
  return {
    id: row.id,
    version: row.version,
    centre: (await franchiseeLabels(db, [franchiseeId])).get(franchiseeId) ?? '',
    kind: row.kind as CctvKind,
    status: row.status as CctvStatus,
    periodFrom: row.period_from,
    periodTo: row.period_to,
    validTo: row.valid_to,
    expired: row.valid_to !== null && row.valid_to < todayIst(now),
    superseded: row.superseded_at !== null,
    cameras: row.cameras,
    retentionDays: row.retention_days,
    note: row.note,
    reason: row.reason,
    uploadedBy: row.uploader,
    uploadedAt: row.created_at,
    decidedBy: row.decider,
    decidedAt: row.decided_at,
    files: files.map(({ id, name }) => ({
      id,
      name,
      url: `${fileUrl({ franchiseeId, fileId: id }, now)}&inline=1`,
    })),
    can: {
      edit: row.status !== 'VERIFIED' && mayCall(actor, contract.edit),
      verify: decides,
      reject: decides,
    },
  };
});
