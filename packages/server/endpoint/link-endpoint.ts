// `/p/{token}`: the short address that messages carry. Leads to the page of the link's purpose; a wrong or ended one gets
// the same plain page after the same time, and guessing is slowed down (promise S10).
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { anonymousActor } from '../work/actor.ts';
import { type LinkPurpose, resolveLink } from '../work/links.ts';
import { countTry } from './rate-limit.ts';
import type { RawEndpoint } from './raw-endpoint.ts';

// A video's address holds its name as well, so no token alone leads there; a calendar's is copied by hand, not sent.
type ShortPurpose = Exclude<LinkPurpose, 'video.public' | 'ams.calendar'>;

const PAGES: Readonly<Record<ShortPurpose, (token: string) => string>> = {
  'form.application': (t) => `/application-form/${t}`,
  'form.registration': (t) => `/registration-form/${t}`,
  'form.admission': (t) => `/admission-form/${t}`,
  'pay.admission': (t) => `/admission-payments/${t}`,
  'pay.service': (t) => `/service-payments/${t}`,
  'receipt.view': (t) => `/payment-invoice?r=${t}`,
  'receipt.verify': (t) => `/payment-invoice?v=${t}`,
  'certificate.verify': (t) => `/verify/${t}`,
  'training.certificate': (t) => `/teacher-training/${t}`,
  'training.invite': (t) => `/teacher-training/${t}`,
  'online-class.child': (t) => `/online-class/${t}`,
  'enquiry.visit': (t) => `/enquiry-saved/thankyou?ref=${t}`,
  'user.invite': (t) => `/login?invite=${t}`,
  'message.preferences': (t) => `/u/${t}`,
};

// 20 misses of one address in 10 minutes (areas/README §2).
const MISSES = 20;
const WINDOW_S = 600;

export const linkEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/p/:token',
  summary: 'Short address of a message: leads to the page that the link opens.',
  answer: async (request) => {
    const token = request.params['token'] ?? '';
    try {
      const { purpose } = await request.work(anonymousActor, (db) =>
        resolveLink(db, token, Object.keys(PAGES), request.now),
      );
      return {
        status: 302,
        headers: { location: PAGES[purpose as ShortPurpose](token), 'cache-control': 'no-store' },
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const misses = await request.work(anonymousActor, (db) =>
        countTry(db, `link-miss:${request.ip}`, WINDOW_S),
      );
      const shown =
        misses > MISSES
          ? refuse('rate.limited', { details: { seconds: WINDOW_S }, retryAfter: WINDOW_S })
          : error;
      return {
        status: shown.status,
        headers: { ...HEADERS, ...(shown.retryAfter ? { 'retry-after': String(shown.retryAfter) } : {}) },
        body: page(shown.message),
      };
    }
  },
};

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

const page = (
  text: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Link</title>
<style>body{font:18px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:#f5f5fa;color:#1f2330}p{max-width:420px;padding:24px;text-align:center}@media(prefers-color-scheme:dark){body{background:#16171f;color:#e9eaf2}}</style></head><body><p>${text}</p></body></html>`;
