// Who speaks what at each centre, and families that were handed over to somebody who speaks their language.
import { addDays } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { Client } from 'pg';
import { type Clock, deskTime } from '../../../db/demo/moment.ts';
import type { Region } from '../../../db/demo/names.ts';
import { moreCounsellors, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER, type Centre, centres } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { asOwner, insertRows } from '../../../db/demo/rows.ts';
import { logTalk } from './enquiry-talk.ts';

/** Of the regions that families of a city come from. */
const LANGUAGE: Partial<Record<Region, string>> = {
  MARATHI: 'mr',
  GUJARATI: 'gu',
  TELUGU: 'te',
  KANNADA: 'kn',
  HINDI: 'hi',
};
const { sneha, imran, pooja } = moreCounsellors;

/** Those of the two large centres; elsewhere everybody speaks the city's own language. */
const SPEAK: Readonly<Record<string, readonly string[]>> = {
  [sneha.id]: ['en', 'mr', 'gu'],
  [imran.id]: ['en', 'hi'],
  [pooja.id]: ['en', 'mr', 'gu'],
};

function spokenBy(centre: Centre): { user: string; languages: readonly string[] }[] {
  const { head, counsellors } = teamAt(centre.id);
  const [own] = Object.entries(centre.city.mix).sort((a, b) => b[1] - a[1])[0] ?? ['HINDI'];
  const local = LANGUAGE[own as Region] ?? 'hi';
  const usual = [...new Set(['en', 'hi', local])];
  return [
    ...[head, ...counsellors].map(({ id }) => ({ user: id, languages: usual })),
    ...[sneha, imran, pooja]
      .filter((one) => one.franchiseeId === centre.id)
      .map(({ id }) => ({ user: id, languages: SPEAK[id] ?? usual })),
  ];
}

export const writeSpeakers = (client: Client): Promise<number> =>
  insertRows(
    client,
    'spoken_language',
    centres.flatMap((centre) =>
      spokenBy(centre).map(({ user, languages }) => ({
        franchisee_id: centre.id,
        id: demoUuid('spoken language', centre.id, user),
        user_id: user,
        languages,
      })),
    ),
  );

interface HandedOver {
  centre: number;
  language: string;
  at: Date;
  /** When whoever got the family talked to it; absent: it waits, or nobody speaks its language. */
  talked?: Date;
  note: string;
}

const handedOver = (clock: Clock): HandedOver[] => [
  {
    centre: ANDHERI,
    language: 'gu',
    at: deskTime(clock, 3, '11:20'),
    talked: deskTime(clock, 3, '15:40'),
    note: 'The grandmother was on the phone.',
  },
  {
    centre: BANER,
    language: 'gu',
    at: deskTime(clock, 2, '12:05'),
    talked: deskTime(clock, 2, '17:15'),
    note: 'Asked for somebody who speaks Gujarati.',
  },
  {
    centre: ANDHERI,
    language: 'ta',
    at: deskTime(clock, 2, '16:25'),
    note: 'Understood only the name of the school.',
  },
  {
    centre: ANDHERI,
    language: 'gu',
    at: deskTime(clock, 1, '17:50'),
    note: 'The mother prefers Gujarati.',
  },
];

/** By the product's own outcome Language; until then nobody had asked for the family's language. */
export async function writeHandedOver(client: Client, database: Database, clock: Clock): Promise<void> {
  for (const one of handedOver(clock)) {
    const found = await familyFor(client, one);
    if (!found) continue;
    const { id: enquiryId, by } = found;
    const { centre, language, note, at, talked } = one;
    await logTalk(database, { centre, enquiryId, by, at, outcome: 'LANGUAGE', language, note });
    const { rows } = await client.query<{ owner: string }>(
      'select owner_id as owner from enquiry where franchisee_id = $1 and id = $2',
      [centre, enquiryId],
    );
    const owner = rows[0]?.owner;
    if (talked && owner)
      await logTalk(database, {
        centre,
        enquiryId,
        by: owner,
        at: talked,
        outcome: 'INTERESTED',
        note: 'Wants to bring the child for a morning.',
        nextOn: addDays(clock.today, 2),
        durationS: 260,
      });
  }
}

/** One that is known to speak the language, else one of whom nobody asked. */
async function familyFor(
  client: Client,
  { centre, language, at }: HandedOver,
): Promise<{ id: string; by: string } | undefined> {
  const by = teamAt(centre).counsellors[0]?.id ?? '';
  const { rows } = await client.query<{ id: string; household: string }>(
    `select e.id, e.household_id as household from enquiry e join enquiry_household h on h.franchisee_id = e.franchisee_id and h.id = e.household_id
      where e.franchisee_id = $1 and e.owner_id = $2 and e.is_open and e.spanco_status in ('Suspect', 'Prospect') and e.appointment_at is null and e.academic_year_id = 2026
        and h.language in ($3, 'en') and e.merged_into is null and e.captured_at < $4 and e.last_activity_at < $4
      order by h.language = $3 desc, e.stage_code = 'Yet_to_call' desc, e.captured_at desc, e.id limit 1`,
    [centre, by, language, at],
  );
  const [found] = rows;
  if (!found) return undefined;
  await asOwner(client, () =>
    client.query(`update enquiry_household set language = 'en' where franchisee_id = $1 and id = $2`, [
      centre,
      found.household,
    ]),
  );
  return { id: found.id, by };
}
