// `/demo/outbox`: every message as its receiver would read it, so that a demo can sign in by code, open a form's link
// and pay. Only where the database itself says that it is a demo (migration 0010); elsewhere the address does not exist.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { formatDateTime } from '@aangan/contract/period.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { storeInbox } from '@aangan/server/background/inbox.ts';
import { houseFont } from '@aangan/server/documents/house-font.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { aad, open } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { escapeHtml, linked } from '../provider/smtp.server.ts';

const SHOWN = 50;

export const demoOutboxEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/demo/outbox',
  summary: 'Demo only: the last 50 messages as their receivers read them.',
  answer: async (request) => {
    const cards = await request.work(systemActor(), async (db) => {
      await ensureDemo(db);
      return readCards(db, request.query['q']?.trim().toLowerCase() ?? '');
    });
    return { status: 200, headers: HEADERS, body: await page(cards, request.query) };
  },
};

/** Demo only: what a family would write back on WhatsApp comes in by the way a real message takes, its signature left out. */
export const demoAnswerEndpoint: RawEndpoint = {
  method: 'POST',
  path: '/demo/outbox',
  summary: 'Demo only: write back on WhatsApp as the holder of a number.',
  bodyLimit: 8192,
  answer: async (request) => {
    const typed = new URLSearchParams(request.body.toString('utf8'));
    const phone = phoneNormAnyCountry(typed.get('number') ?? '');
    const text = (typed.get('text') ?? '').trim().slice(0, 1000);
    await request.work(systemActor(), async (db) => {
      await ensureDemo(db);
      if (!phone || !text) throw refuse('input.invalid', { fields: { text: 'Enter a number and a text' } });
      const message = {
        from: phone.slice(1),
        id: `wamid.demo-${randomUUID()}`,
        timestamp: String(Math.floor(request.now.getTime() / 1000)),
        type: 'text',
        text: { body: text },
      };
      const value = { messaging_product: 'whatsapp', contacts: [], messages: [message] };
      await storeInbox(db, {
        provider: 'whatsapp',
        eventId: message.id,
        verdict: 'VALID',
        body: Buffer.from(
          JSON.stringify({
            object: 'whatsapp_business_account',
            entry: [{ id: 'demo', changes: [{ field: 'messages', value }] }],
          }),
        ),
        contentType: 'application/json',
        keepDays: 30,
      });
    });
    return { status: 303, headers: { location: '/demo/outbox?answered=yes' }, body: '' };
  },
};

async function ensureDemo(db: Db): Promise<void> {
  const { demo } = await db.selectFrom('installation').select('demo').executeTakeFirstOrThrow();
  if (!demo || process.env.NODE_ENV === 'production') throw refuse('route.not-found');
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

interface Card {
  at: string;
  channel: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  status: string;
  reason: string | null;
}

async function readCards(db: Db, wanted: string): Promise<Card[]> {
  const rows = await db
    .selectFrom('message')
    .select([
      'franchisee_id',
      'id',
      'queued_at',
      'channel',
      'kind',
      'status',
      'reason',
      'name_mask',
      'address_sealed',
      'body_sealed',
      'body_masked',
    ])
    .orderBy('queued_at', 'desc')
    .limit(wanted ? 500 : SHOWN)
    .execute();
  const cards = rows.map((row): Card => {
    const place = (column: string) => aad('message', column, row.franchisee_id, row.id);
    const body = row.body_sealed
      ? (JSON.parse(open(row.body_sealed, place('body_sealed'))) as { subject: string; text: string })
      : { subject: '', text: row.body_masked ?? '' };
    const address = row.address_sealed ? open(row.address_sealed, place('address_sealed')) : 'in the app';
    return {
      at: row.queued_at,
      channel: row.channel,
      kind: row.kind,
      to: `${row.name_mask ?? ''} ${address}`.trim(),
      ...body,
      status: row.status,
      reason: row.reason,
    };
  });
  return cards
    .filter((card) => !wanted || JSON.stringify(card).toLowerCase().includes(wanted))
    .slice(0, SHOWN);
}

const STYLE = `body{font:16px/1.5 system-ui,Mukta,sans-serif;margin:0;background:#f5f5fa;color:#1f2330}main{max-width:760px;margin:0 auto;padding:24px 16px}
h1{font-size:22px;margin:0 0 4px}p{margin:0 0 16px;color:#565b6e}article{background:#fff;border:1px solid #e2e3ee;border-radius:8px;padding:12px 16px;margin:0 0 12px}
header{display:flex;flex-wrap:wrap;gap:4px 12px;font-size:14px;color:#565b6e}strong{color:#1f2330}.text{margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;color:#1f2330}
a{color:#4b4bd6}form{display:flex;gap:8px;margin:0 0 16px}input{flex:1;font:inherit;padding:8px 12px;border:1px solid #c9cbdd;border-radius:6px}button{font:inherit;padding:8px 16px;border:0;border-radius:6px;background:#4b4bd6;color:#fff}
@media(prefers-color-scheme:dark){body{background:#16171f;color:#e9eaf2}article{background:#1f212c;border-color:#343748}strong,.text{color:#e9eaf2}p,header{color:#a4a8bd}a{color:#a9a9ff}input{background:#1f212c;color:inherit;border-color:#343748}}`;

/** Messages in Hindi are read on a machine without its letters too. */
const letters = async (): Promise<string> =>
  `@font-face{font-family:Mukta;src:url(data:font/ttf;base64,${(await readFile(houseFont.regular)).toString('base64')})}`;

async function page(cards: readonly Card[], query: Readonly<Record<string, string>>): Promise<string> {
  const { q = '', answered } = query;
  const list = cards
    .map(
      (
        card,
      ) => `<article><header><strong>${escapeHtml(card.channel)}</strong><span>${escapeHtml(card.to)}</span><span>${formatDateTime(card.at)}</span><span>${escapeHtml(card.kind)}</span>
<span>${escapeHtml(card.status)}${card.reason ? ` · ${escapeHtml(card.reason)}` : ''}</span></header>${card.subject ? `<div class="text"><strong>${escapeHtml(card.subject)}</strong></div>` : ''}<div class="text">${linked(card.text)}</div></article>`,
    )
    .join('');
  const style = /[\u0900-\u097f]/.test(list) ? STYLE + (await letters()) : STYLE;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${q || answered ? '' : `<meta http-equiv="refresh" content="15">`}<title>Demo outbox</title><style>${style}</style></head>
<body><main><h1>Demo outbox</h1><p>Nothing leaves this demo. Here is what people would receive: codes, links and notices, newest first.</p>
<form method="get"><input name="q" value="${escapeHtml(q)}" placeholder="Number, address or word" aria-label="Find a message"><button>Find</button></form>
<form method="post" action="/demo/outbox"><input name="number" required placeholder="Mobile number of a parent" aria-label="Number"><input name="text" required maxlength="1000" placeholder="What they write on WhatsApp" aria-label="Text"><button>Write back</button></form>
${answered ? '<p>It came in. It stands in the inbox of the centre: Send SMS, Inbox.</p>' : ''}
${list || '<article>No message yet. Ask for a sign-in code or send a form.</article>'}</main></body></html>`;
}
