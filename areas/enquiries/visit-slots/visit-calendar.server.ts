// `/visit-calendar/{token}`: the visit as a calendar file, which phones open with their calendar.
import { Refusal } from '@aangan/contract/refusal.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import { anonymousActor, publicActor } from '@aangan/server/work/actor.ts';
import { resolveLink } from '@aangan/server/work/links.ts';
import { openedVisit } from './choose-slot.server.ts';
import { visitCalendar } from './visit-calendar.ts';

const MISSES = 20;
const WINDOW_S = 600;

export const visitCalendarEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/visit-calendar/:token',
  summary: "A family's visit as a calendar file.",
  answer: async (request) => {
    try {
      const link = await request.work(anonymousActor, (db) =>
        resolveLink(db, request.params['token'] ?? '', ['enquiry.visit'], request.now),
      );
      const shown = await request.work(publicActor(link.franchiseeId, link), (db) =>
        openedVisit(db, link.subjectId, request.now),
      );
      if (!shown.visit) return { status: 404, headers: { 'cache-control': 'no-store' }, body: 'No visit.' };
      return {
        status: 200,
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'attachment; filename="visit.ics"',
          'cache-control': 'no-store',
        },
        body: visitCalendar({ ...shown, id: link.subjectId, at: shown.visit.at, now: request.now }),
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const misses = await request.work(anonymousActor, (db) =>
        countTry(db, `link-miss:${request.ip}`, WINDOW_S),
      );
      return {
        status: misses > MISSES ? 429 : error.status,
        headers: { 'cache-control': 'no-store' },
        body: error.message,
      };
    }
  },
};
