// Points, distances and times between stops. Pure: screens and server measure alike.
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

const EARTH_M = 6_371_000;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two points as the crow flies. */
export function straightM(a: Point, b: Point): number {
  const half =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.sqrt(half));
}

/** Roads are longer than the straight line (areas/transport.md 2.2). */
const ROAD = 1.3;
export const roadM = (a: Point, b: Point): number => Math.round(straightM(a, b) * ROAD);

/** Metres along all points in their order. */
export const alongM = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, i) => sum + roadM(points[i] as Point, point), 0);

const inIndia = ({ lat, lng }: Point): boolean => lat >= 6 && lat <= 38 && lng >= 68 && lng <= 98;

/** "19.1364, 72.8296", as maps copy it; the words of what is wrong with it otherwise. */
export function readPoint(text: string): Point | string {
  const found = /^\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*$/.exec(text);
  if (!found) return 'Enter latitude and longitude like 19.136400, 72.829600';
  const point = { lat: Number(found[1]), lng: Number(found[2]) };
  if (inIndia(point)) return point;
  return inIndia({ lat: point.lng, lng: point.lat })
    ? 'Latitude and longitude look swapped'
    : 'This place is not in India';
}

export const pointText = ({ lat, lng }: Point): string => `${lat.toFixed(6)}, ${lng.toFixed(6)}`;

/** '07:40' -> 460. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const DAY_MIN = 1440;
/** 460 -> '07:40'; beyond midnight the clock starts anew. */
export function timeOf(minutes: number): string {
  const of = ((Math.round(minutes) % DAY_MIN) + DAY_MIN) % DAY_MIN;
  return `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
}

export interface TimedStop extends Point {
  readonly id: string;
  readonly pickupAt: string | null;
  readonly dropoffAt: string | null;
}

const TOO_FAST_KMH = 50;

/** What cannot be driven, by the id of the stop it is seen at: stops in their order. */
export function impossibleGaps(stops: readonly TimedStop[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [i, stop] of stops.entries()) {
    const before = stops[i - 1];
    if (!before) continue;
    const problem =
      gapProblem(before, stop, minutesBetween(before.pickupAt, stop.pickupAt)) ??
      // A round trip brings children home in the order of the morning or against it.
      gapProblem(before, stop, positive(minutesBetween(before.dropoffAt, stop.dropoffAt)));
    if (problem) words.set(stop.id, problem);
  }
  return words;
}

const positive = (minutes: number | null): number | null => (minutes === null ? null : Math.abs(minutes));

const minutesBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : minutesOf(to) - minutesOf(from);

function gapProblem(from: Point, to: Point, minutes: number | null): string | null {
  if (minutes === null) return null;
  if (minutes < 0) return 'Earlier than the stop before';
  const metres = roadM(from, to);
  const kmh = minutes === 0 ? Number.POSITIVE_INFINITY : (metres / 1000 / minutes) * 60;
  if (kmh <= TOO_FAST_KMH || metres < TOO_NEAR_M) return null;
  return minutes === 0 ? 'Same time as the stop before' : `${Math.round(kmh)} km/h from the stop before`;
}

/** Nearer than this two stops are one. */
export const TOO_NEAR_M = 50;

/** "850 m", "3.4 km". */
export const distanceText = (metres: number): string =>
  metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`;
