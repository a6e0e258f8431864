// Films of head office and of Andheri: short plates of colour that really play, one archived, one shared, watched by its people.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { openFileStore } from '@aangan/server/files/file-store.ts';
import type { Client } from 'pg';
import { drawnPicture } from '../../../db/demo/drawn-picture.ts';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { slugOf } from '../video/video.states.ts';

const HEAD_OFFICE = 1;
const LENGTH_S = 4;
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nRain, rain, come again.\n';

// biome-ignore format: a table
const FILMS: readonly [string, number, string, 'READY' | 'ARCHIVED', boolean][] = [
  ['Rain and puddles', HEAD_OFFICE, 'rhyme, monsoon', 'READY', true],
  ['Ten little fingers', HEAD_OFFICE, 'rhyme, numbers', 'READY', true],
  ['Hand washing step by step', HEAD_OFFICE, 'health', 'READY', true],
  ['Clay shapes', HEAD_OFFICE, 'activity', 'READY', false],
  ['Colours of the garden', HEAD_OFFICE, 'science', 'READY', false],
  ['Story of the red kite', HEAD_OFFICE, 'story', 'READY', true],
  ['Morning stretch', HEAD_OFFICE, 'outdoor', 'READY', false],
  ['Counting beads', HEAD_OFFICE, 'numbers', 'READY', false],
  ['Old welcome song', HEAD_OFFICE, 'rhyme', 'ARCHIVED', false],
  ['Sports morning at Andheri', ANDHERI, 'event', 'READY', false],
  ['Puppet theatre', ANDHERI, 'event, story', 'READY', true],
  ['Annual day rehearsal', ANDHERI, 'event', 'ARCHIVED', false],
];

interface DemoFile {
  id: string;
  name: string;
  mime: string;
  content: Buffer;
}

/** The film, its poster and its captions. */
function filesOf(n: number): DemoFile[] {
  const [name, franchiseeId, , , captioned] = FILMS[n] as (typeof FILMS)[number];
  const file = (ending: string, mime: string, content: Buffer): DemoFile => {
    const fileName = `${slugOf(name)}.${ending}`;
    return { id: demoUuid('video-file', franchiseeId, fileName), name: fileName, mime, content };
  };
  const film = readFileSync(join(import.meta.dirname, 'videos', `plate-${(n % 4) + 1}.webm`));
  return [
    file('webm', 'video/webm', film),
    file('png', 'image/png', drawnPicture(n, 320, 180)),
    ...(captioned ? [file('vtt', 'text/vtt', Buffer.from(CAPTIONS))] : []),
  ];
}

/** Bytes for the rows that were planted without them. For a server that is looked at in tests. */
export async function writeVideoBytes(filesDir: string): Promise<void> {
  const store = await openFileStore(filesDir);
  for (const n of FILMS.keys()) for (const { id, content } of filesOf(n)) await store.write(id, content);
}

/** `filesDir`: where the bytes go; without it there are rows alone (tests). */
export async function writeVideos(client: Client, today: Day, filesDir: string | null): Promise<void> {
  if (filesDir !== null) await writeVideoBytes(filesDir);
  const { head, teachers } = teamAt(ANDHERI);
  for (const [n, [name, franchiseeId, tags, status]] of FILMS.entries()) {
    const by = franchiseeId === HEAD_OFFICE ? headOffice.operations.id : head.id;
    const slug = slugOf(name);
    const id = demoUuid('video', slug);
    const files = filesOf(n);
    const [film, poster, captions] = files;
    await insertRows(
      client,
      'file',
      files.map((file) => ({
        franchisee_id: franchiseeId,
        id: file.id,
        name: file.name,
        bytes: file.content.length,
        sha256: `\\x${createHash('sha256').update(file.content).digest('hex')}`,
        mime: file.mime,
        kind: 'upload',
        state: 'CLEAN',
        storage_key: file.id,
        uploaded_at: `${addDays(today, -9)}T10:00:00+05:30`,
        created_by: by,
      })),
    );
    await insertRows(client, 'video', [
      {
        franchisee_id: franchiseeId,
        id,
        name,
        slug,
        tags,
        status,
        description: n % 3 === 0 ? 'Play it once, then ask the children what they saw.' : null,
        file_id: film?.id,
        poster_file_id: poster?.id,
        bytes: film?.content.length,
        duration_ms: LENGTH_S * 1000,
        width: 320,
        height: 180,
        uploaded_by: by,
        created_at: `${addDays(today, -n - 1)}T10:0${n % 10}:00+05:30`,
      },
    ]);
    if (captions)
      await insertRows(client, 'video_caption', [
        { franchisee_id: franchiseeId, video_id: id, lang: 'en', file_id: captions.id },
      ]);
    await insertRows(
      client,
      'file_use',
      files.map((file) => ({
        franchisee_id: franchiseeId,
        file_id: file.id,
        area: 'curriculum',
        subject_kind: 'VIDEO',
        subject_id: id,
      })),
    );
    const seen = [head, ...teachers].slice(0, (n * 2) % 5);
    for (const [m, { id: userId }] of seen.entries())
      await insertRows(client, 'watch', [
        {
          franchisee_id: ANDHERI,
          user_id: userId,
          video_id: id,
          intervals: [[0, Math.min(LENGTH_S, m + 1)]],
          seconds: Math.min(LENGTH_S, m + 1),
          last_position: Math.min(LENGTH_S, m + 1),
          completed: m + 1 >= LENGTH_S,
          last_at: `${addDays(today, -1)}T11:00:00+05:30`,
        },
      ]);
  }
  // Opened by /videoplayer/rain-and-puddles/demoRainAndPuddles0001
  await client.query(
    `insert into public_link (token_hash, purpose, franchisee_id, subject_kind, subject_id, issued_by, expires_at, max_expires_at)
     values ($1, 'video.public', $2, 'video', $3, $4, now() + interval '30 days', now() + interval '180 days')`,
    [
      createHash('sha256').update('demoRainAndPuddles0001').digest(),
      HEAD_OFFICE,
      demoUuid('video', 'rain-and-puddles'),
      headOffice.operations.id,
    ],
  );
}
