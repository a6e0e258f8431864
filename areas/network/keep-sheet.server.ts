import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { Call } from '@aangan/server/endpoint/handle.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';

const KEEP_DAYS = 30;

interface Sheet {
  /** Name of the operation that made it. */
  contract: string;
  /** `user`, `franchisee`: whom it is about, for the access log. */
  about: { kind: string; id: string };
  title: string;
  content: Buffer;
}

/** Keeps a PDF for 30 days where the person stands, so that the very person can open it, and logs that it was printed. */
export async function keepSheet(
  { db, actor, now, request }: Pick<Call<unknown>, 'db' | 'actor' | 'now' | 'request'>,
  { contract, about, title, content }: Sheet,
): Promise<{ fileId: string; name: string }> {
  await logAccess(
    db,
    actor,
    { action: 'PRINT', contract, subjectKind: about.kind, subjectId: about.id, purpose: 'administration' },
    request,
  );
  const today = todayIst(now);
  const name = `${title} ${today}.pdf`;
  const fileId = await saveFile(db, {
    franchiseeId: actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : (actor.centres[0] ?? 0)),
    name,
    kind: `${about.kind}-sheet`,
    mime: 'application/pdf',
    content,
    expiresOn: addDays(today, KEEP_DAYS),
  });
  return { fileId, name };
}
