import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { Call } from '@aangan/server/endpoint/handle.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';

const KEEP_DAYS = 30;
const mimes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type MadeFormat = keyof typeof mimes;

export interface Made {
  /** Without its ending. */
  title: string;
  kind: 'role-sheet' | 'access-review';
  format: MadeFormat;
  content: Buffer;
  /** What the access log says of it. */
  contract: string;
  subject: { kind: string; id: string | null };
  rows: number;
  purpose: string;
}

/** Keeps a document that was made on request for 30 days, and notes who has it. */
export async function keepMade(
  { db, actor, now, request }: Pick<Call<unknown>, 'db' | 'actor' | 'now' | 'request'>,
  made: Made,
): Promise<{ fileId: string; name: string }> {
  await logAccess(
    db,
    actor,
    {
      action: made.format === 'pdf' ? 'PRINT' : 'EXPORT',
      contract: made.contract,
      subjectKind: made.subject.kind,
      subjectId: made.subject.id,
      n: made.rows,
      purpose: made.purpose,
    },
    request,
  );
  const name = `${made.title}.${made.format}`;
  // Kept where the person stands, so that the very person can open it.
  const fileId = await saveFile(db, {
    franchiseeId: actor.franchiseeId ?? HEAD_OFFICE,
    name,
    kind: made.kind,
    mime: mimes[made.format],
    content: made.content,
    expiresOn: addDays(todayIst(now), KEEP_DAYS),
  });
  return { fileId, name };
}
