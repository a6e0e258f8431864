// What families wrote on WhatsApp: some wait, some were answered, one window has closed, two numbers are nobody's.
import type { Client } from 'pg';
import { type Clock, deskTime, soFar } from '../../../db/demo/moment.ts';
import { teams } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid } from '../../../db/demo/random.ts';
import { sealedText } from '../conversation/item-text.server.ts';

const HEAD_OFFICE = 1;

interface Story {
  /** Which parent of the centre, by id; of head office which of the strangers. */
  who: number;
  /** Desk days ago, and when; null: today, while people were awake. */
  ago: readonly [back: number, time: string] | null;
  lines: readonly (readonly ['IN' | 'OUT', string])[];
  status: 'WAITING' | 'ANSWERED' | 'DONE';
  unread: number;
  owner?: 'head' | 'counsellor';
}

const STORIES: readonly Story[] = [
  {
    who: 3,
    ago: null,
    lines: [
      ['IN', 'Good morning, my child has a cold.\nWe stay at home today.'],
      ['IN', 'Is there homework?'],
    ],
    status: 'WAITING',
    unread: 2,
  },
  {
    who: 7,
    ago: null,
    lines: [['IN', 'Can the grandmother come at 12 today?']],
    status: 'WAITING',
    unread: 1,
    owner: 'counsellor',
  },
  { who: 11, ago: [2, '10:05'], lines: [['IN', 'When is the annual day?']], status: 'WAITING', unread: 1 },
  {
    who: 15,
    ago: [2, '16:40'],
    lines: [
      ['IN', 'Is the centre open on Saturday?'],
      ['OUT', 'Yes, until 1 pm. See you there!'],
    ],
    status: 'ANSWERED',
    unread: 0,
    owner: 'head',
  },
  {
    who: 19,
    ago: [4, '09:30'],
    lines: [
      ['IN', 'मेरी फीस की रसीद चाहिए'],
      ['OUT', 'नमस्ते, रसीद ऐप में "Receipts" में है।'],
      ['IN', 'धन्यवाद'],
    ],
    status: 'DONE',
    unread: 0,
    owner: 'counsellor',
  },
];
const STRANGERS: readonly Story[] = [
  { who: 0, ago: null, lines: [['IN', 'Hi, what are the fees for nursery?']], status: 'WAITING', unread: 1 },
  {
    who: 5,
    ago: [3, '11:15'],
    lines: [['IN', 'Do you have day care till 6 pm?']],
    status: 'WAITING',
    unread: 1,
  },
];

export async function writeConversations(client: Client, clock: Clock): Promise<void> {
  for (const [index, centre] of [ANDHERI, BANER].entries()) {
    const { rows } = await client.query<{ phone: string }>(
      `select mobile as phone from guardian g where franchisee_id = $1 and mobile is not null
         and exists (select from student_guardian sg where sg.franchisee_id = g.franchisee_id and sg.guardian_id = g.id and not sg.restricted) order by id limit 40`,
      [centre],
    );
    const team = teams[index];
    const owners = { head: team?.head.id, counsellor: team?.counsellors[0]?.id };
    for (const story of index === 0 ? STORIES : STORIES.slice(0, 2))
      await writeOne(client, clock, {
        centre,
        phone: rows[story.who]?.phone,
        story,
        owner: story.owner ? owners[story.owner] : undefined,
      });
  }
  for (const story of STRANGERS)
    await writeOne(client, clock, {
      centre: HEAD_OFFICE,
      phone: demoMobile(48, story.who),
      story,
      owner: undefined,
    });
}

interface Written {
  centre: number;
  phone: string | undefined;
  story: Story;
  owner: string | undefined;
}

async function writeOne(
  client: Client,
  clock: Clock,
  { centre, phone, story, owner }: Written,
): Promise<void> {
  if (!phone) return;
  const id = demoUuid('conversation', centre, phone);
  const first = story.ago === null ? soFar(clock, 0.7 + story.who / 100) : deskTime(clock, ...story.ago);
  const at = (n: number) => new Date(first.getTime() + n * 120_000).toISOString();
  const lastIn = story.lines.findLastIndex(([direction]) => direction === 'IN');
  await client.query(
    `insert into conversation (franchisee_id, id, wa_id, phone_norm, profile_name, status, owner_id, unread, last_at, last_in_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      centre,
      id,
      phone.slice(1),
      phone,
      centre === HEAD_OFFICE ? 'Asha' : null,
      story.status,
      owner ?? null,
      story.unread,
      at(story.lines.length - 1),
      at(lastIn),
      at(0),
    ],
  );
  for (const [n, [direction, text]] of story.lines.entries()) {
    const item = demoUuid('conversation line', id, n);
    const out = direction === 'OUT';
    await client.query(
      `insert into conversation_item (franchisee_id, id, conversation_id, at, direction, provider_id, text_sealed, by_user) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        centre,
        item,
        id,
        at(n),
        direction,
        out ? null : `wamid.demo-${item}`,
        sealedText(item, text),
        out ? (owner ?? null) : null,
      ],
    );
    // The values of an answer are gone from its message; the conversation has the text.
    if (out)
      await client.query(
        `insert into message (franchisee_id, id, queued_at, kind, channel, language, to_kind, address_mask, name_mask, vars_sealed, body_masked, category, urgency, status,
                sent_at, delivered_at, provider, source_kind, source_id)
         values ($1, $2, $3, 'communication.reply', 'WHATSAPP', 'en', 'CONTACT', $4, '', '', left($5, 1) || '•••', 'SERVICE', 'NOW', 'DELIVERED', $3, $3, 'OUTBOX', 'conversation-reply', $6)`,
        [
          centre,
          demoUuid('conversation message', item),
          at(n),
          `+91 ${phone.slice(3, 5)}••• •••${phone.slice(-2)}`,
          text,
          item,
        ],
      );
  }
}
