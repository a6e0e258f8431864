import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { fileUrl, findFile, releaseFile, useFile } from '@aangan/server/files/files.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { profileContract } from '../profile.contract.ts';
import { asSystem } from '../session/as-system.server.ts';

const MOST_BYTES = 2 * 1024 * 1024;
const SUBJECT = 'user-photo';

/** Sets or removes the photo; only a picture that the user brought. Its place and camera data went at the upload. */
export const savePhoto = handleApart(profileContract.photo, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    const { fileID } = call.input;
    const old = await db
      .selectFrom('app_user')
      .select('photo_file_id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (fileID !== null) {
      const file = ensureFound(await ownFile(db, fileID, userId));
      await useFile(db, {
        franchiseeId: file,
        fileId: fileID,
        area: 'shell',
        subjectKind: SUBJECT,
        subjectId: userId,
        accept: ['jpg', 'png', 'webp'],
        maxBytes: MOST_BYTES,
      });
    }
    await db.updateTable('app_user').set({ photo_file_id: fileID }).where('id', '=', userId).execute();
    if (old.photo_file_id && old.photo_file_id !== fileID) {
      const before = await findFile(db, old.photo_file_id);
      if (before)
        await releaseFile(db, {
          franchiseeId: before.franchiseeId,
          fileId: old.photo_file_id,
          subjectKind: SUBJECT,
          subjectId: userId,
        });
    }
    return {};
  }),
);

/** The centre of a file that this user uploaded. */
async function ownFile(db: Db, fileId: string, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('file')
    .select('franchisee_id')
    .where('id', '=', fileId)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  return row?.franchisee_id;
}

export async function photoUrlOf(db: Db, fileId: string | null, now: Date): Promise<string | null> {
  const file = fileId === null ? undefined : await findFile(db, fileId);
  return file ? fileUrl({ franchiseeId: file.franchiseeId, fileId: file.id }, now) : null;
}
