import { randomUUID } from 'node:crypto';
import { chosenCentre, ensureFound, ensureFresh } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { enquiryQrContract } from './enquiry-qr.contract.ts';

/** The printed address; its key credits the source. */
const pathOf = (franchiseeId: number, key: string | null): string =>
  `/enquiry-form/${franchiseeId}${key ? `?mid=${key}` : ''}`;

export const listCodes = handle(enquiryQrContract.list, async ({ db, actor, ports }) => {
  const centreId = chosenCentre(actor);
  const centre = ensureFound(await franchisee(db, centreId));
  const { rows } = await sql<{
    id: string;
    version: number;
    key: string;
    label: string;
    placement: 'GATE';
    source: string;
    campaign: string | null;
    language: string;
    expires: string | null;
    active: boolean;
    n: number;
    admitted: number;
  }>`
    select l.id, l.version, l.key, l.label, l.placement, s.name as source, l.campaign, l.language, l.expires_on as expires, l.active,
      (select count(*)::int from enquiry e where e.franchisee_id = l.franchisee_id and e.source_link_id = l.id) as n,
      (select count(*)::int from enquiry e where e.franchisee_id = l.franchisee_id and e.source_link_id = l.id and e.spanco_status = 'Order') as admitted
      from enquiry_source_link l join enquiry_source s on s.id = l.source_id where l.franchisee_id = ${centreId} order by l.created_at desc, l.id limit 200`.execute(
    db,
  );
  return {
    centreName: centre.companyName,
    standardPath: pathOf(centreId, null),
    origin: ports.origin,
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      label: row.label,
      placement: row.placement,
      sourceName: row.source,
      campaign: row.campaign,
      language: row.language,
      expiresOn: row.expires,
      active: row.active,
      path: pathOf(centreId, row.key),
      enquiries: row.n,
      admitted: row.admitted,
    })),
  };
});

export const createCode = handle(enquiryQrContract.create, async ({ db, actor, input }) => {
  const centreId = chosenCentre(actor);
  const made = await db
    .insertInto('enquiry_source_link')
    .values({
      franchisee_id: centreId,
      id: input.id ?? randomUUID(),
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
  const centreId = chosenCentre(actor);
  ensureFound(
    await db
      .selectFrom('enquiry_source_link')
      .select('id')
      .where('franchisee_id', '=', centreId)
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const saved = await db
    .updateTable('enquiry_source_link')
    .set({ active: input.active })
    .where('franchisee_id', '=', centreId)
    .where('id', '=', input.id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  ensureFresh(saved ? 1 : 0);
  return { id: input.id, version: saved?.version ?? version };
});
