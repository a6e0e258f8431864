// Documents of the cameras of four centres: most verified, two that end within a month, some waiting or rejected.
import { createHash } from 'node:crypto';
import { type CctvKind, cctvKinds } from '@aangan/areas/audits/cctv/cctv-document.states.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { openFileStore } from '@aangan/server/files/file-store.ts';
import type { Client } from 'pg';
import { drawnPicture } from '../../../db/demo/drawn-picture.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

// Centre, document, state, day from which it counts, days it counts for, cameras, note.
// biome-ignore format: a table
const DOCUMENTS = [
  [2, 'INSTALLATION_CERTIFICATE', 'VERIFIED', -340, 730, 8, null],
  [2, 'CAMERA_LAYOUT', 'VERIFIED', -200, null, 8, 'Ground floor and gate.'],
  [2, 'RECORDER_HEALTH_REPORT', 'VERIFIED', -75, 92, null, 'All eight channels record.'],
  [2, 'RETENTION_DECLARATION', 'SUBMITTED', -4, 365, null, 'Thirty days, then overwritten.'],
  [2, 'MAINTENANCE_CONTRACT', 'VERIFIED', -345, 365, 8, null],
  [2, 'NOTICE_PHOTO', 'REJECTED', -12, null, null, 'At the main door.'],
  [3, 'INSTALLATION_CERTIFICATE', 'VERIFIED', -120, 730, 6, null],
  [3, 'CAMERA_LAYOUT', 'VERIFIED', -120, null, 6, null],
  [3, 'RECORDER_HEALTH_REPORT', 'SUBMITTED', -2, 92, null, null],
  [3, 'RETENTION_DECLARATION', 'VERIFIED', -380, 365, null, null],
  [3, 'VENDOR_KYC', 'VERIFIED', -120, null, null, 'PAN and GST of the installer.'],
  [3, 'NOTICE_PHOTO', 'VERIFIED', -90, null, null, null],
  [4, 'INSTALLATION_CERTIFICATE', 'VERIFIED', -500, 730, 10, null],
  [4, 'CAMERA_LAYOUT', 'SUBMITTED', -1, null, 10, 'With the new toddler room.'],
  [4, 'MAINTENANCE_CONTRACT', 'VERIFIED', -100, 365, 10, null],
  [5, 'INSTALLATION_CERTIFICATE', 'VERIFIED', -60, 730, 4, null],
  [5, 'NOTICE_PHOTO', 'SUBMITTED', -3, null, null, null],
  [5, 'OTHER', 'VERIFIED', -60, null, null, 'Letter of the building society.'],
] as const;

const fileOf = (n: number, kind: CctvKind) => ({
  id: demoUuid('cctv-file', n),
  name: `${cctvKinds[kind].toLowerCase().replaceAll(' ', '-')}.png`,
  content: drawnPicture(n, 320, 200),
});

/** Bytes for the rows that were planted without them. For a server that is looked at in tests. */
export async function writeCctvBytes(filesDir: string): Promise<void> {
  const store = await openFileStore(filesDir);
  for (const [n, [, kind]] of DOCUMENTS.entries()) {
    const { id, content } = fileOf(n, kind);
    await store.write(id, content);
  }
}

/** `filesDir`: where the bytes go; without it there are rows alone (tests). */
export async function writeCctvDocuments(client: Client, today: Day, filesDir: string | null): Promise<void> {
  if (filesDir !== null) await writeCctvBytes(filesDir);
  for (const [n, [franchiseeId, kind, status, from, counts, cameras, note]] of DOCUMENTS.entries()) {
    const place = { franchisee_id: franchiseeId, id: demoUuid('cctv-document', n) };
    const by = teamAt(franchiseeId).head.id;
    const begins = addDays(today, from);
    const at = `${begins}T11:${String(10 + n)}:00+05:30`;
    const file = fileOf(n, kind);
    const rejected = status === 'REJECTED';
    await insertRows(client, 'file', [
      {
        franchisee_id: franchiseeId,
        id: file.id,
        name: file.name,
        bytes: file.content.length,
        sha256: `\\x${createHash('sha256').update(file.content).digest('hex')}`,
        mime: 'image/png',
        kind: 'upload',
        state: 'CLEAN',
        storage_key: file.id,
        uploaded_at: at,
        created_by: by,
      },
    ]);
    await insertRows(client, 'cctv_document', [
      {
        ...place,
        kind,
        status,
        period_from: begins,
        period_to: begins,
        valid_to: counts === null ? null : addDays(begins, counts),
        cameras,
        retention_days: kind === 'RETENTION_DECLARATION' ? 30 : null,
        note,
        uploaded_by: by,
        created_at: at,
        decided_by: status === 'SUBMITTED' ? null : headOffice.operations.id,
        decided_at: status === 'SUBMITTED' ? null : `${addDays(begins, 1)}T15:00:00+05:30`,
        reason: rejected ? 'The notice cannot be read. Take the photo in daylight.' : null,
      },
    ]);
    await insertRows(client, 'cctv_document_file', [
      { franchisee_id: franchiseeId, document_id: place.id, file_id: file.id, position: 0 },
    ]);
    await insertRows(client, 'file_use', [
      {
        franchisee_id: franchiseeId,
        file_id: file.id,
        area: 'audits',
        subject_kind: 'cctv_document',
        subject_id: place.id,
      },
    ]);
  }
}
