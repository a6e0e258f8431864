// `/u/{token}`: stops news and offers, and nothing else. GET asks, so that a mail scanner that opens every address changes
// nothing; POST acts, as often as it is pressed.
import type { RawEndpoint, RawRequest } from '@aangan/server/endpoint/raw-endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { resolveLink, useLink } from '@aangan/server/work/links.ts';
import { recordConsent } from '../consent/consent.server.ts';
import { escapeHtml } from '../provider/smtp.server.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>` +
  `<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1f2330}button{font:inherit;padding:.6rem 1rem;border-radius:8px;border:0;background:#4f46e5;color:#fff}</style></head>` +
  `<body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;

const find = (request: RawRequest) =>
  request.work(systemActor(), (db) =>
    resolveLink(db, request.params['token'] ?? '', ['message.preferences'], request.now),
  );

export const unsubscribeEndpoints: readonly RawEndpoint[] = [
  {
    method: 'GET',
    path: '/u/:token',
    summary: 'Asks whether news and offers should stop; changes nothing.',
    answer: async (request) => {
      await find(request);
      return {
        status: 200,
        headers: HEADERS,
        body: page(
          'Stop news and offers?',
          '<p>You will still get what concerns your child, your enquiry and your payments.</p><form method="post"><button>Stop news and offers</button></form>' +
            '<p lang="hi">समाचार और ऑफ़र बंद करने के लिए बटन दबाएँ। आपके बच्चे से जुड़े संदेश मिलते रहेंगे।</p>',
        ),
      };
    },
  },
  {
    method: 'POST',
    path: '/u/:token',
    summary: 'Stops news and offers for the holder of the link.',
    bodyLimit: 4096,
    answer: async (request) => {
      const link = await find(request);
      await request.work(systemActor(link.franchiseeId), async (db) => {
        await recordConsent(db, {
          franchiseeId: link.franchiseeId,
          subjectKind: link.subjectKind === 'HOUSEHOLD' ? 'HOUSEHOLD' : 'GUARDIAN',
          subjectId: link.subjectId,
          answers: [{ purpose: 'MESSAGES_MARKETING', answer: 'WITHDRAWN' }],
          method: 'UNSUBSCRIBE',
        });
        await useLink(db, link.hash);
      });
      return {
        status: 200,
        headers: HEADERS,
        body: page(
          'Stopped',
          '<p>You get no news and offers any more.</p><p lang="hi">अब आपको समाचार और ऑफ़र नहीं मिलेंगे।</p>',
        ),
      };
    },
  },
];
