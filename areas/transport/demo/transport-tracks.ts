// The ways that buses drove in the demo: from stop to stop, a point every ten seconds, with a gap where the phone was away once.
import type { Client } from 'pg';
import { istText } from '../../../db/demo/moment.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const STEP_MS = 10_000;
const PIECE = 60;
/** Metres of a town's corners, in degrees. */
const CORNER = 0.0004;

interface Stop {
  readonly trip: string;
  readonly centre: number;
  /** Epoch ms. */
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
}
type Point = [at: number, lat: number, lng: number];

function between(a: Stop, b: Stop): Point[] {
  const [from, to] = [a.at, b.at];
  const steps = Math.max(1, Math.floor((to - from) / STEP_MS));
  return Array.from({ length: steps }, (_, n): Point => {
    const share = n / steps;
    const bend = CORNER * Math.sin(share * Math.PI * 3);
    return [
      from + n * STEP_MS,
      Number((a.lat + (b.lat - a.lat) * share + bend).toFixed(6)),
      Number((a.lng + (b.lng - a.lng) * share - bend).toFixed(6)),
    ];
  });
}

export async function writeTransportTracks(client: Client): Promise<void> {
  const { rows } = await client.query<Stop>(
    `select s.trip_id as trip, s.franchisee_id as centre, (extract(epoch from s.reached_at) * 1000)::float8 as at, b.lat_e7 / 1e7::float8 as lat, b.lng_e7 / 1e7::float8 as lng
       from trip_stop s join bus_stop b on b.franchisee_id = s.franchisee_id and b.id = s.stop_id where s.reached_at is not null order by s.trip_id, s.reached_at, s.seq`,
  );
  const tracks: Row[] = [];
  for (const [trip, stops] of Map.groupBy(rows, (row) => row.trip)) {
    const points = stops.slice(1).flatMap((stop, n) => between(stops[n] ?? stop, stop));
    for (let n = 0; n < points.length; n += PIECE) {
      const piece = points.slice(n, n + PIECE);
      const [first, last] = [piece[0], piece.at(-1)];
      // Once in a while the phone was away.
      if (!first || !last || n / PIECE === 2) continue;
      tracks.push({
        franchisee_id: stops[0]?.centre ?? 0,
        id: demoUuid('trip-track', trip, n),
        trip_id: trip,
        from_at: istText(new Date(first[0])),
        to_at: istText(new Date(last[0])),
        points: piece,
      });
    }
  }
  await insertRows(client, 'trip_track', tracks);
}
